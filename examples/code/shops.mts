import type { Row } from './numbers.mts';

/** What came of one query: rows, or why there are none. n8n gives one item for each. */
export type Answer = Partial<Row> & { error?: unknown; shop?: string };

/** Which shops the numbers are of. */
export interface Shops {
	/** The one that was asked for; empty for all. */
	shop: string;
	granted: string[];
}

/** The rows among the answers. */
export function rowsOf(answers: Answer[]): Row[] {
	return answers.filter((answer): answer is Row => answer.date !== undefined);
}

/** Why the numbers are not complete, in words; empty where they are. */
export function problemsOf(answers: Answer[], { shop, granted }: Shops): string[] {
	if (shop !== '' && !granted.includes(shop)) return [`${shop} is not among the granted shops.`];
	if (granted.length === 0) return ['No shop is granted to this app.'];
	return answers
		.filter(({ error }) => error !== undefined)
		.map(
			({ error, shop: refused = 'a shop' }) =>
				`The numbers of ${refused} are missing: ${errorText(error)}`,
		);
}

/** Whose numbers these are, in words. */
export function shopsText({ shop, granted }: Shops): string {
	if (shop !== '') return shop;
	return granted.length === 1 ? String(granted[0]) : `All ${granted.length} granted shops`;
}

function errorText(error: unknown): string {
	const { message = error } = (error ?? {}) as { message?: unknown };
	return String(message);
}
