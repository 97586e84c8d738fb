import type { INode } from 'n8n-workflow';
import type { Row, Source } from '../rows/row';
import { ServiceError } from '../service/errors/serviceError';
import { InvalidInput } from '../shared/invalidValue';

/** Finds what cannot be sent before anything is sent. */

export interface Checked {
	/** How many rows there are. */
	total: number;
	/** How many of them cannot be sent. */
	refused: number;
	/** The first of those. */
	first: readonly Row[];
}

const MOST_NAMED = 10;

/** Reads all rows once. Of files, it also learns what is wrong with one as a whole. */
export async function check(source: Source): Promise<Checked> {
	const first: Row[] = [];
	let total = 0;
	let refused = 0;
	for await (const chunk of source.rows()) {
		total += chunk.length;
		for (const row of chunk) {
			if (!row.problem) continue;
			refused++;
			if (first.length < MOST_NAMED) first.push(row);
		}
	}
	return { total, refused, first };
}

/** The error that ends a node which stops at errors. Nothing was sent. */
export function errorOf(
	node: INode,
	{ total, refused, first }: Checked,
	{ placeOf }: Source,
	noun: string,
): ServiceError {
	const [{ item, problem }] = first;
	const { remedy } = problem!;
	const more = refused > first.length ? [`${refused - first.length} more`] : [];
	const named = first.map((row) => {
		const { message: text } = row.problem!;
		// What could not be read names its line already.
		return text.includes(` line ${row.line} `) ? text : `${placeOf(row)}: ${text}`;
	});
	return new ServiceError(node, {
		message: `${refused} of ${total} ${noun} cannot be sent. First, ${named[0]}`,
		description: [
			remedy,
			...(refused > 1 ? [`What is wrong: ${[...named, ...more].join('; ')}.`] : []),
			`Nothing was sent. Correct this and execute again. To send the others all the same, set On Error to "Continue (using error output)", and connect a node to the Error Branch, or these rows are lost.`,
		]
			.filter(Boolean)
			.join(' '),
		outcome: 'rejected',
		itemIndex: item,
	});
}

/** The error of files that cannot be read as they are, for a node that stops at errors. */
export function refusalOf({ files = [] }: Source): InvalidInput | undefined {
	return files.find(({ refusal }) => refusal)?.refusal;
}
