import { type RowText, rowTexts } from './jsonText';
import type { WrittenRows } from './row';

/** The body of a push ("Resources", data push request), written from rows and read again. */

export const startOfBody = (shop: string): string => `{"shop":${JSON.stringify(shop)},"data":[`;

export const END_OF_BODY = ']}';

/** The body of a request that holds these rows. @param rows each as JSON */
export function bodyOf(shop: string, rows: readonly string[]): Buffer {
	return Buffer.from(startOfBody(shop) + rows.join(',') + END_OF_BODY);
}

/** Gives the rows of a body, which is read as far as the last row that was asked for. */
export function writtenRows(shop: string, body: Buffer): WrittenRows {
	const found: string[] = [];
	let rest: Generator<RowText, void> | undefined;
	return {
		at(index) {
			rest ??= rowTexts(listOf(shop, body));
			while (found.length <= index) found.push(rest.next().value!.json);
			return found[index];
		},
	};
}

function listOf(shop: string, body: Buffer): string {
	const start = Buffer.byteLength(startOfBody(shop)) - '['.length;
	return body.toString('utf8', start, body.length - '}'.length);
}
