import type { INode } from 'n8n-workflow';
import type { Row, Source } from '../rows/row';
import { ServiceError } from '../service/errors/serviceError';
import { RETRY } from './outcomeError';

/** Finds what cannot be sent before anything is sent. */

const MOST_NAMED = 10;

/**
 * Reads all rows once. Of files, it also learns what is wrong with one as a whole.
 * @returns how many rows there are, how many of them cannot be sent, and the first of those
 */
export async function check(source: Source) {
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

/**
 * Ends a node that stops at errors where a row or a file cannot be sent.
 * @param noun what is counted, in the plural
 * @param hasEarlier whether an earlier try of the execution has sent rows
 * @throws InvalidInput for a file that cannot be read as it is, ServiceError for rows
 */
export function throwIfRefused(
	node: INode,
	{ total, refused, first }: Awaited<ReturnType<typeof check>>,
	{ files = [], placeOf }: Source,
	noun: string,
	hasEarlier: boolean,
): void {
	const file = files.find(({ refusal }) => refusal);
	if (file) throw file.refusal!;
	if (refused === 0) return;
	const [{ item, problem }] = first;
	const more = refused > first.length ? [`${refused - first.length} more`] : [];
	const named = first.map((row) => {
		const { message: text } = row.problem!;
		// What could not be read names its line already.
		return text.includes(` line ${row.line} `) ? text : `${placeOf(row)}: ${text}`;
	});
	throw new ServiceError(node, {
		message: `${refused} of ${total} ${noun} cannot be sent. First, ${named[0]}`,
		description: [
			problem!.remedy,
			...(refused > 1 ? [`What is wrong: ${[...named, ...more].join('; ')}.`] : []),
			hasEarlier
				? `Nothing was sent this time, but an earlier try has sent rows: do not execute again. Correct this, save, and ${RETRY}.`
				: 'Nothing was sent. Correct this and execute again.',
			'To send the others all the same, set On Error to "Continue (using error output)", and connect a node to the Error Branch, or these rows are lost.',
		]
			.filter(Boolean)
			.join(' '),
		outcome: 'rejected',
		itemIndex: item,
	});
}
