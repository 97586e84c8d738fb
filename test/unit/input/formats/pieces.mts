import type { NamedValues } from '../../../../nodes/MerchantData/mapping/columns.ts';
import type { RecordReader } from '../../../../nodes/MerchantData/input/formats/records.ts';
import type { FileBytes } from '../../../../nodes/MerchantData/input/formats/text.ts';

/** Ways in which a file comes in pieces. */

const objectOf = ({ names, values }: NamedValues): object =>
	Object.fromEntries(names.map((name, index) => [name, values[index]])) as object;

/** What a reader finds in pieces of a text: records with their fields as objects, and what is said of them. */
export function parse(reader: RecordReader, pieces: readonly string[]) {
	const all = [];
	for (const [index, text] of pieces.entries()) {
		reader.add({ text, isLast: index === pieces.length - 1 });
		for (let record = reader.next(); record; record = reader.next()) {
			const { line, text: own, header, fields, problem, refusal } = record;
			all.push({
				line,
				text: own,
				header,
				isEnd: reader.isOver || undefined,
				fields: fields && objectOf(fields),
				problem: problem?.message,
				refusal: refusal?.message,
				remedy: (problem ?? refusal)?.remedy,
			});
		}
	}
	return all;
}

/** What records hold; of those that cannot be read, what they spoil. */
export const contents = (found: ReturnType<typeof parse>) =>
	found.map(({ header, fields, problem, refusal, isEnd }) => {
		if (refusal !== undefined) return 'file';
		if (problem !== undefined) return isEnd ? 'rest' : 'record';
		return header ?? fields ?? 'blank';
	});

/** A text or bytes: whole, cut at every place in turn, and cut everywhere at once. */
export function cuts<Whole extends Buffer | string>(whole: Whole): Whole[][] {
	const places = [...Array(whole.length + 1).keys()];
	const halves = places.map((at) => [whole.slice(0, at), whole.slice(at)]);
	return [[whole], ...halves, places.map((at) => whole.slice(at, at + 1))] as Whole[][];
}

/** What is read of a text, which is the same wherever it is cut. */
export function anyhow<Found>(read: (pieces: string[]) => Found, text: string): Found {
	const [first, ...others] = cuts(text).map((pieces) => read(pieces));
	expect(distinct(others)).toEqual(distinct([first]));
	return first!;
}

/** Cuts a text at places that are drawn. */
export function cutAt(text: string, seeds: readonly number[]): string[] {
	const places = seeds.map((seed) => seed % (text.length + 1)).sort((a, b) => a - b);
	return [0, ...places].map((place, index) => text.slice(place, places[index]));
}

export async function* stream(pieces: readonly Uint8Array[]): FileBytes {
	yield* pieces;
}

/** Each result once. One comparison of many is much faster than many of one. */
export const distinct = (results: readonly unknown[]): unknown[] =>
	[...new Set(results.map((each) => JSON.stringify(each)))].map((each) =>
		each === undefined ? undefined : (JSON.parse(each) as unknown),
	);
