import type { InspectedInput, Inspection } from './source';
import type { Row } from './row';

/** How many of the rows that cannot be sent an error names. */
const MOST_NAMED = 10;

/**
 * Puts together what the first reading of a source learns:
 *
 *     const builder = new InspectionBuilder(options.rowsAtMost);
 *     for (each input item) {
 *         for (each row of it, in order) builder.see(row);
 *         // Only of files, and of items that give another number of rows than one. Behind its rows.
 *         builder.seeInput(item, { fingerprint, refusal });
 *     }
 *     builder.hint('3 rows had no values and were not sent.');
 *     return builder.build();
 */
export class InspectionBuilder {
	/** Rows seen that are to be sent or refused: never more than `rowsAtMost`. */
	private total = 0;
	/** Rows seen behind these. */
	private left = 0;
	private refused = 0;
	/** The first refused rows, at most {@link MOST_NAMED}. */
	private readonly first: Row[] = [];
	private readonly hints: string[] = [];
	private readonly inputs = new Map<number, InspectedInput>();
	/** The input item of the last row, and how many of the total are its rows. */
	private item = -1;
	private rowsOfItem = 0;

	/** @param rowsAtMost the option *Rows at Most*; undefined for all rows */
	constructor(private readonly rowsAtMost = Infinity) {}

	/** Counts a row. The rows of an item follow one another. */
	see(row: Row): void {
		if (this.total >= this.rowsAtMost) {
			this.left++;
			return;
		}
		if (this.item !== row.item) {
			this.item = row.item;
			this.rowsOfItem = 0;
		}
		this.rowsOfItem++;
		this.total++;
		if (!row.problem) return;
		this.refused++;
		if (this.first.length < MOST_NAMED) this.first.push(row);
	}

	/**
	 * Notes an input item, all rows of which have been seen: how many of them are to be sent is known here.
	 * @param fingerprint of the whole item, whatever *Rows at Most* says
	 */
	seeInput(item: number, { fingerprint, refusal }: Omit<InspectedInput, 'rows' | 'isOther'>): void {
		const rows = this.item === item ? this.rowsOfItem : 0;
		this.inputs.set(item, { rows, fingerprint, ...(refusal && { refusal }) });
	}

	/** Adds a sentence for the user. */
	hint(text: string): void {
		this.hints.push(text);
	}

	build(): Inspection {
		return {
			total: this.total,
			left: this.left,
			refused: this.refused,
			first: this.first,
			hints: this.hints,
			inputs: this.inputs,
		};
	}
}
