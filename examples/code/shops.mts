import type { Row } from './numbers.mts';
import { fill, WORDS } from './words.mts';

/** What came of one query: rows, or why there are none. n8n gives one item for each. */
export type Answer = Partial<Row> & { error?: unknown; shop?: string };

/** Which shops the numbers are of. */
export interface Shops {
	/** The one that was asked for; empty for all. */
	shop: string;
	granted: string[];
	/** Why nobody knows which shops are granted. */
	shopsError?: unknown;
}

/** The rows among the answers. */
export function rowsOf(answers: Answer[]): Row[] {
	return answers.filter((answer): answer is Row => answer.date !== undefined);
}

/** Why the numbers are not complete, in words; empty where they are. */
export function problemsOf(answers: Answer[], shops: Shops): string[] {
	const { shop, granted, shopsError } = shops;
	if (shopsError) return [fill(WORDS.noAnswer, { reason: errorText(shopsError) })];
	if (shop !== '' && !granted.includes(shop)) return [fill(WORDS.notGranted, { shop })];
	if (granted.length === 0) return [WORDS.noneGranted];
	return answers
		.filter(({ error }) => error !== undefined)
		.map(({ error, shop: refused }) =>
			fill(WORDS.missing, { shop: refused, reason: errorText(error) }),
		);
}

/** Whose numbers there are, in words: the shops that have answered. */
export function shopsText(answers: Answer[], { shop, granted }: Shops): string {
	if (shop !== '') return shop;
	const failed = answers.filter(({ error }) => error !== undefined).map((answer) => answer.shop);
	const there = granted.filter((each) => !failed.includes(each));
	const [count, all] = [there.length, granted.length];
	if (count < all) return fill(WORDS.someShops, { count, all, shops: there.join(', ') });
	return count === 1 ? String(there[0]) : fill(WORDS.allShops, { count });
}

function errorText(error: unknown): string {
	const { message = error } = (error ?? {}) as { message?: unknown };
	return String(message);
}
