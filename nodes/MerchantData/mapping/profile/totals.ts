import { decimalsOf, significantDigits } from '../../lib/exactNumbers';
import type { Row } from '../row';
import type { Cells } from './cellReader';
import type { ColumnDescription } from './columnDescription';
import { isLabelOfTotal, isWordAlone, labelOf, type TotalWord, wordIn } from './totalWords';

/** Finds rows that are totals: they lack a name, an ID or a day, and have a total's word or the sums of the others. */

/** Most rows with a total's word that are kept until the end. */
const MOST_WITH_WORD = 50;
/** Most totals in the first and in the last lines of a table of one name. */
const MOST_AT_END = 5;
/** Digits of sums that prove a total, unless its label is a word, and those that are told. */
const PROOF = 5;
const DOUBT = 3;

export interface Total {
	readonly row: Row;
	/** The text that marks it, and its column; undefined if only its sums do. */
	readonly label?: string;
	readonly column?: string;
	/** The key columns that it lacks, and that all other rows fill. */
	readonly lacks: readonly string[];
	/** The column whose sum it has, and the sum, if that gives it away. */
	readonly sum?: { readonly column: string; readonly value: number };
	/** Whether it is only a hint, because too few digits prove it. */
	readonly isDoubtful: boolean;
}

interface Candidate extends Cells {
	readonly label?: string;
	readonly word?: TotalWord;
}

/** A column of numbers. */
class Sum {
	private sum = 0;
	/** Rows with another number than 0: that a row repeats the only number of a column proves nothing. */
	private numbers = 0;
	private decimals = 0;

	constructor(
		readonly name: string,
		readonly at: number,
	) {}

	add(value: number): void {
		this.sum += value;
		if (value !== 0) this.numbers++;
		// To write each number as text would be a tenth of the reading.
		const isWhole = Number.isInteger(value) || Number.isInteger(value * 10 ** this.decimals);
		if (!isWhole) this.decimals = Math.max(this.decimals, decimalsOf(value));
	}

	remove(value: number): void {
		this.sum -= value;
		if (value !== 0) this.numbers--;
	}

	/** How many digits show that a value is the sum of all others. */
	digitsOf(value: number): number {
		const others = this.numbers - 1;
		if (value === 0 || others < 2) return 0;
		const isOff = Math.abs(this.sum - 2 * value);
		const rounding = 0.501 * 10 ** -decimalsOf(value);
		const open = this.decimals === 0 ? 0 : others * 0.5 * 10 ** -this.decimals;
		if (isOff > rounding + open) return 0;
		const lost = isOff <= rounding ? 0 : Math.ceil(Math.log10(others + 1));
		return Math.max(0, significantDigits(String(value)).length - lost);
	}
}

/** Sees each row once, and keeps only those that may be totals. */
export class Totals {
	private readonly sums: readonly Sum[];
	private readonly keys: readonly ColumnDescription[];
	/** Whether each column has several values, unlike the currency or the only day of a report. */
	private readonly varies: readonly boolean[];
	/** How many rows without a total's word lack each column. If it is one, that row is suspect. */
	private readonly lacking: number[];
	private readonly candidates: Candidate[] = [];
	/** The number of rows that are not totals. */
	private rows = 0;
	private readonly first: Cells[] = [];
	private readonly last: Cells[] = [];
	private readonly found: Total[] = [];

	constructor(private readonly columns: readonly ColumnDescription[]) {
		const sums = columns.filter(({ role }) => role === 'sum');
		this.sums = sums.map(({ name, at }) => new Sum(name, at));
		this.keys = columns.filter(({ role }) => role === 'key');
		this.varies = columns.map(({ texts, typed }) => texts.size + typed.size > 1);
		this.lacking = columns.map(() => 0);
	}

	/** @returns whether it lacks what totals lack. Whether it is one is known at the end. */
	see(seen: Cells): boolean {
		const { texts, numbers } = seen;
		if (this.rows < MOST_AT_END) this.first.push(seen);
		if (this.last.push(seen) > MOST_AT_END) this.last.shift();
		this.rows++;
		for (const column of this.sums) {
			const number = numbers[column.at];
			if (number !== undefined) column.add(number);
		}
		// What two rows without a total's word lack proves nothing.
		if (!this.keys.some(({ at }) => texts[at] === undefined && this.lacking[at] < 2)) return false;
		const label = labelOf(texts);
		const word = label === undefined ? undefined : wordIn(label);
		if (word) {
			if (this.candidates.length < MOST_WITH_WORD) this.candidates.push({ ...seen, label, word });
			return true;
		}
		const lacked = this.keys.filter(({ at }) => texts[at] === undefined);
		for (const { at } of lacked) this.lacking[at]++;
		const isOnly = lacked.some(({ at }) => this.lacking[at] === 1);
		if (isOnly) this.candidates.unshift(seen);
		return isOnly;
	}

	end(): Total[] {
		// In a table of one name, no row can lack a key.
		const names = this.keys.filter(({ at }) => this.lacking[at] === 0 && this.varies[at]);
		const ends = names.length <= 1 ? this.labeledEnds() : [];
		const all = [...ends, ...this.candidates.filter((each) => this.lackedBy(each).length > 0)];
		for (const each of all) if (each.word === 'is') this.take(each);
		for (const each of all) if (each.word !== 'is') this.takeIfProved(each);
		return this.found.toSorted((a, b) => a.row.item - b.row.item || a.row.ordinal - b.row.ordinal);
	}

	/** Whether a row has a total's word, and no other key that varies. */
	isLabeled({ texts }: Cells): boolean {
		let keys = 0;
		for (const { at } of this.keys)
			if (texts[at] !== undefined && (this.varies[at] || this.lacking[at] > 0) && ++keys > 1)
				return false;
		return texts.some(isLabelOfTotal);
	}

	/** The first and the last lines that a total's word labels, if others are between them. `Total - Search` may be a name. */
	private labeledEnds(): Candidate[] {
		const labeled = (rows: readonly Cells[]) => {
			const end = rows.findIndex((row) => !this.isLabeled(row));
			return end < 0 ? rows : rows.slice(0, end);
		};
		const ends = new Set([...labeled(this.first), ...labeled(this.last.toReversed())]);
		if (ends.size === this.rows) return [];
		return [...ends].map((each) => {
			const label = labelOf(each.texts)!;
			return { ...each, label, word: isWordAlone(label) ? 'is' : 'begins' };
		});
	}

	private takeIfProved(candidate: Candidate): void {
		const { digits, column } = this.proofOf(candidate);
		const lacked = this.lackedBy(candidate).length;
		// It has a label, and nothing else that the other rows have.
		const isLabeled =
			candidate.texts[0] !== undefined && this.keysOfOthers(candidate).length - lacked <= 1;
		const isEmpty = candidate.word && isLabeled && lacked >= 2 && this.rows > 3;
		if (isEmpty || this.repeatsOnlyRow(candidate)) this.take(candidate, column);
		else if (digits >= DOUBT) this.take(candidate, column, digits < PROOF);
	}

	private lackedBy(candidate: Candidate): ColumnDescription[] {
		return this.keysOfOthers(candidate).filter(({ at }) => candidate.texts[at] === undefined);
	}

	private keysOfOthers({ texts, word }: Candidate): ColumnDescription[] {
		const own = (at: number) => (!word && texts[at] === undefined ? 1 : 0);
		return this.keys.filter(({ at }) => this.lacking[at] === own(at));
	}

	private take(candidate: Candidate, sum?: Sum, isDoubtful = false): void {
		const { row, label, word, texts, numbers } = candidate;
		if (this.found.some((total) => total.row === row)) return;
		if (!isDoubtful) {
			for (const column of this.sums) column.remove(numbers[column.at] ?? 0);
			this.rows--;
		}
		this.found.push({
			row,
			label: word && label,
			column: word && this.columns[texts.indexOf(label)]?.name,
			lacks: this.lackedBy(candidate).map(({ name }) => name),
			sum: sum && { column: sum.name, value: numbers[sum.at]! },
			isDoubtful,
		});
	}

	/** How many digits show that a row has the sums of all others, and the column that shows most. */
	private proofOf({ numbers }: Candidate): { digits: number; column?: Sum } {
		const proofs = this.sums
			.map((column) => ({ column, digits: column.digitsOf(numbers[column.at] ?? 0) }))
			.filter(({ digits }) => digits > 0);
		const [most] = proofs.toSorted((a, b) => b.digits - a.digits);
		return { digits: proofs.reduce((sum, { digits }) => sum + digits, 0), column: most?.column };
	}

	/** Whether it has the numbers of the only other row, no other value, and no campaign. */
	private repeatsOnlyRow({ row, texts, numbers }: Candidate): boolean {
		if (this.rows !== 2) return false;
		const other = this.first.find((each) => each.row !== row)!;
		const isSame = ({ at, known }: ColumnDescription): boolean => {
			const value = numbers[at] ?? texts[at];
			const ofOther = other.numbers[at] ?? other.texts[at];
			const isOfCampaign = known?.field.startsWith('campaign.');
			return value === undefined || (!isOfCampaign && value === ofOther);
		};
		return this.columns.every(isSame) && this.sums.filter(({ at }) => numbers[at]).length >= 2;
	}
}
