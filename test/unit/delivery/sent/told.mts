import type { INodeExecutionData } from 'n8n-workflow';
import type { Deeds } from '../../../kit/replacingService.mts';

/** What a run told of its rows, and whether it is true. */

const OUTCOMES = ['accepted', 'rejected', 'unknown', 'notSent', 'unchanged'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface Told {
	/** By row, as far as single rows are told. */
	readonly outcomes: ReadonlyMap<number, Outcome>;
	/** Undefined if no row is counted, because nothing was sent. */
	readonly counts?: Partial<Record<Outcome, number>>;
	readonly isWell: boolean;
}

/** What the output items say. @param count of the rows */
export function toldOf(items: readonly INodeExecutionData[], count: number, isFile: boolean): Told {
	const outcomes = new Map<number, Outcome>();
	let ofFile: Partial<Record<Outcome, number>> | undefined;
	for (const { json, pairedItem } of items) {
		const failed = json.error as { outcome: Outcome; rowIndex: number } | undefined;
		const links = [pairedItem].flat() as Array<{ item: number }>;
		if (failed) outcomes.set(isFile ? failed.rowIndex : links[0]!.item, failed.outcome);
		else if (isFile) ofFile = json;
		else if (json.unchanged === undefined)
			for (const { item } of links) outcomes.set(item, 'accepted');
	}
	if (!isFile)
		for (let row = 0; row < count; row++) if (!outcomes.has(row)) outcomes.set(row, 'unchanged');
	const counts: Partial<Record<Outcome, number>> = {};
	for (const outcome of outcomes.values()) counts[outcome] = (counts[outcome] ?? 0) + 1;
	const isWell = [...outcomes.values()].every((each) => ['accepted', 'unchanged'].includes(each));
	return { outcomes, counts: ofFile ?? counts, isWell };
}

/** What the error says that stopped the node: `Of 7 rows, 2 were accepted, 1 unknown and 4 not sent.` */
export function toldOfError({ message }: Error): Told {
	const [, counted] = /Of [\d,]+ rows?, (.*)\. First/.exec(message) ?? [];
	const isRefused = /cannot be sent|^The row /.test(message);
	if (!counted && !isRefused) throw new Error(`It ends with: ${message}`);
	const countOf = (outcome: Outcome) => {
		const words = outcome === 'notSent' ? 'not sent' : outcome;
		return Number(new RegExp(`(\\d+) (were |was )?${words}`).exec(counted ?? '')?.[1] ?? 0);
	};
	const counts = Object.fromEntries(OUTCOMES.map((each) => [each, countOf(each)]));
	return { outcomes: new Map(), counts: counted ? counts : undefined, isWell: false };
}

interface Truth {
	/** By key, as they would be stored. */
	rows: ReadonlyArray<{ key: string; stored: string }>;
	deeds: Deeds;
	/** What earlier tries had accepted. */
	earlier: ReadonlyMap<string, string>;
	/** What the service holds now; undefined if another run may be sending. */
	holds?: ReadonlyMap<string, string>;
}

/** @throws what is told, and is not true */
export function checkTold({ outcomes, counts }: Told, truth: Truth): void {
	const { rows, deeds, earlier, holds } = truth;
	const may = rows.map(({ key, stored }): Record<Outcome, boolean> => {
		const isSent = deeds.requested.has(key);
		const isAccepted = deeds.accepted.has(key);
		const isHeld = !holds || holds.get(key) === stored;
		const wasAccepted = !isSent && earlier.get(key) === stored;
		const isTaken = deeds.taken.has(key);
		return {
			accepted: (isAccepted && isHeld) || wasAccepted,
			rejected: !isTaken && !isAccepted,
			unknown: isSent && !isAccepted,
			notSent: !isTaken && !isAccepted,
			unchanged: !isSent && isHeld,
		};
	});
	const wrong = [...outcomes].filter(([row, outcome]) => !may[row]![outcome]);
	for (const [row, outcome] of wrong)
		throw new Error(`It tells that ${JSON.stringify(rows[row])} is ${outcome}`);
	if (!counts) {
		if (deeds.requested.size > 0) throw new Error('It tells that nothing was sent');
		return;
	}
	const all = OUTCOMES.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
	if (all !== rows.length) throw new Error(`It tells of ${all} rows, not of ${rows.length}`);
	for (const outcome of OUTCOMES) {
		const count = counts[outcome] ?? 0;
		const most = may.filter((each) => each[outcome]).length;
		const mustBe = (each: (typeof may)[number]) =>
			OUTCOMES.every((other) => each[other] === (other === outcome));
		const least = may.filter(mustBe).length;
		if (count < least || count > most)
			throw new Error(`It tells that ${count} are ${outcome}, of ${least} to ${most}`);
	}
}
