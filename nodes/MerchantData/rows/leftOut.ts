/** So many of the rows that are left out for one reason are quoted. */
const MOST_QUOTED = 3;

/** Counts the rows that are left out, by reason. */
export class LeftOut {
	/** By reason: how many rows, and where the first of them are. */
	private readonly reasons = new Map<string, { rows: number; quotes: string[] }>();

	/**
	 * @param reason to follow "3 rows": `whose "Campaign" is empty`
	 * @param quote where the row is, and what it holds
	 */
	add(reason: string, quote: () => string): void {
		const known = this.reasons.get(reason) ?? { rows: 0, quotes: [] };
		this.reasons.set(reason, known);
		known.rows++;
		if (known.quotes.length < MOST_QUOTED) known.quotes.push(quote());
	}

	/** A sentence for each reason. */
	sentences(): string[] {
		return [...this.reasons].map(([reason, { rows, quotes }]) => {
			const more = rows > quotes.length ? ', …' : '';
			return `${rows} ${rows === 1 ? 'row' : 'rows'} ${reason}, left out: ${quotes.join(', ')}${more}`;
		});
	}
}

/** The reason for a row without any value. */
export const NO_VALUE = 'without any value';
