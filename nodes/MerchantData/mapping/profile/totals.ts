import { decimalsOf, significantDigits } from '../../lib/exactNumbers';
import type { Row } from '../row';
import { isLabelOfTotal, labelOf, type TotalWord, wordIn } from './totalWords';

/** Finds rows that are totals: they lack a name, an ID or a day, and have a total's word or the sums of the others. */

/** Most rows with a total's word that are kept until the end. */
const MOST_WITH_WORD = 50;
/** Most totals in the first and in the last lines of a table of one name. */
const MOST_AT_END = 5;
/** Digits of sums that prove a total, unless its label is a word, and those that are told. */
const PROOF = 5;
const DOUBT = 3;

/** A column, as far as it matters for totals. */
export interface TotalsColumn {
	readonly name: string;
	/** `key`: a name, an ID or a day. `sum`: a number that adds up. */
	readonly role: 'key' | 'other' | 'sum';
	/** Whether it names a campaign, or is its ID. */
	readonly isOfCampaign: boolean;
}

/** A row as totals see it: texts and numbers of its cells, by column; undefined where there is no value. */
export interface TotalsRow {
	readonly row: Row;
	readonly texts: ReadonlyArray<string | undefined>;
	readonly numbers: ReadonlyArray<number | undefined>;
}

export interface Total {
	readonly row: Row;
	/** The text that marks it, and its column; undefined if only its sums do. */
	readonly label?: string;
	readonly column?: string;
	/** The first key column that it lacks. */
	readonly lacks?: string;
	/** The column whose sum it has, and the sum, if that gives it away. */
	readonly sum?: { readonly column: string; readonly value: number };
	/** Whether it is only a hint, because too few digits prove it. */
	readonly isDoubtful: boolean;
}

interface Candidate extends TotalsRow {
	readonly label?: string;
	readonly word?: TotalWord;
}

/** Sees each row once, and keeps only those that may be totals. */
export class Totals {
	/** For each column, the sum, the number of rows with a number other than 0, and the most decimals. */
	private readonly sums: number[];
	private readonly counts: number[];
	private readonly decimals: number[];
	/** For each key column, the number of rows that lack it and have no total's word. If it is one, that row is suspect. */
	private readonly lacking: number[];
	private readonly candidates: Candidate[] = [];
	/** The number of rows that are not totals. */
	private rows = 0;
	private readonly first: TotalsRow[] = [];
	private readonly last: TotalsRow[] = [];
	/** Whether all columns but one are numbers, so that no row can lack a key. */
	private readonly hasOneName: boolean;

	constructor(private readonly columns: readonly TotalsColumn[]) {
		const zeros = () => columns.map(() => 0);
		[this.sums, this.counts, this.decimals, this.lacking] = [zeros(), zeros(), zeros(), zeros()];
		this.hasOneName = columns.filter(({ role }) => role !== 'sum').length === 1;
	}

	/** @returns whether it may be a total, which is known at the end */
	see(seen: TotalsRow): boolean {
		if (this.rows < MOST_AT_END) this.first.push(seen);
		if (this.last.push(seen) > MOST_AT_END) this.last.shift();
		this.rows++;
		const { columns, lacking } = this;
		// What two rows without a total's word lack proves nothing.
		let mayBeTotal = false;
		for (let at = 0; at < columns.length; at++) {
			if (columns[at].role === 'sum') this.add(at, seen.numbers[at]);
			else if (columns[at].role === 'key' && seen.texts[at] === undefined && lacking[at] < 2)
				mayBeTotal = true;
		}
		if (!mayBeTotal) return this.hasOneName && isLabelOfTotal(labelOf(seen.texts));
		const label = labelOf(seen.texts);
		const word = label === undefined ? undefined : wordIn(label);
		if (word) {
			if (this.candidates.length < MOST_WITH_WORD) this.candidates.push({ ...seen, label, word });
			return true;
		}
		const lacked = [...columns.keys()].filter(
			(at) => columns[at].role === 'key' && seen.texts[at] === undefined,
		);
		const isOnly = lacked.map((at) => ++lacking[at]).includes(1);
		if (isOnly) this.candidates.unshift(seen);
		return isOnly;
	}

	private add(at: number, value: number | undefined): void {
		if (value === undefined) return;
		this.sums[at] += value;
		// That a row repeats the only number of a column proves nothing.
		if (value !== 0) this.counts[at]++;
		const known = this.decimals[at];
		// To write each number as text would be a tenth of the reading.
		const isWhole = Number.isInteger(value) || Number.isInteger(value * 10 ** known);
		if (!isWhole) this.decimals[at] = Math.max(known, decimalsOf(value));
	}

	end(): Total[] {
		const found: Total[] = [];
		if (this.hasOneName) for (const each of this.labeledEnds()) this.take(each, found);
		for (const each of this.candidates)
			if (each.word === 'is' && this.lackedBy(each).length > 0) this.take(each, found);
		for (const each of this.candidates)
			if (each.word !== 'is' && this.lackedBy(each).length > 0) this.takeIfProved(each, found);
		return found.toSorted((a, b) => a.row.item - b.row.item || a.row.ordinal - b.row.ordinal);
	}

	/** The first and the last lines that are labeled with a total's word alone, if others are between them. */
	private labeledEnds(): Candidate[] {
		const labeled = (rows: readonly TotalsRow[]) => {
			const end = rows.findIndex(({ texts }) => !isLabelOfTotal(labelOf(texts)));
			return end < 0 ? rows : rows.slice(0, end);
		};
		const ends = new Set([...labeled(this.first), ...labeled(this.last.toReversed())]);
		if (ends.size === this.rows) return [];
		return [...ends].map((each) => ({ ...each, label: labelOf(each.texts), word: 'is' }));
	}

	private takeIfProved(candidate: Candidate, found: Total[]): void {
		const { digits, column } = this.proofOf(candidate);
		const keys = this.keysOfOthers(candidate).length;
		const lacked = this.lackedBy(candidate).length;
		// It has a label, and nothing else that the other rows have.
		const isLabeled = candidate.texts[0] !== undefined && keys - lacked <= 1;
		const isEmpty = candidate.word && isLabeled && lacked >= 2 && this.rows > 3;
		if (isEmpty || this.repeatsOnlyRow(candidate)) this.take(candidate, found, column);
		else if (digits >= DOUBT) this.take(candidate, found, column, digits < PROOF);
	}

	/** The key columns that it lacks, and that all other rows fill. */
	private lackedBy(candidate: Candidate): TotalsColumn[] {
		const keys = this.keysOfOthers(candidate);
		return keys.filter((at) => candidate.texts[at] === undefined).map((at) => this.columns[at]);
	}

	/** The places of the key columns that all other rows fill. */
	private keysOfOthers({ texts, word }: Candidate): number[] {
		return [...this.columns.keys()].filter((at) => {
			const own = !word && texts[at] === undefined ? 1 : 0;
			return this.columns[at].role === 'key' && this.lacking[at] === own;
		});
	}

	private take(candidate: Candidate, found: Total[], sum?: number, isDoubtful = false): void {
		if (!isDoubtful) {
			candidate.numbers.forEach((value, at) => {
				if (value === undefined || this.columns[at].role !== 'sum') return;
				this.sums[at] -= value;
				if (value !== 0) this.counts[at]--;
			});
			this.rows--;
		}
		const { row, label, word, numbers } = candidate;
		found.push({
			row,
			label: word && label,
			column: word && this.columns[candidate.texts.indexOf(label)]?.name,
			lacks: this.lackedBy(candidate)[0]?.name,
			sum: sum === undefined ? undefined : { column: this.columns[sum].name, value: numbers[sum]! },
			isDoubtful,
		});
	}

	/** How many digits show that a row has the sums of all others, and the column that shows most. */
	private proofOf({ numbers }: Candidate): { digits: number; column?: number } {
		let [digits, most, column]: [number, number, number | undefined] = [0, 0, undefined];
		for (const [at, value] of numbers.entries()) {
			if (this.columns[at].role !== 'sum' || value === undefined || value === 0) continue;
			const others = this.counts[at] - 1;
			if (others < 2) continue;
			const places = this.decimals[at];
			const isOff = Math.abs(this.sums[at] - 2 * value);
			const unit = 10 ** -decimalsOf(value);
			const open = places === 0 ? 0 : others * 0.5 * 10 ** -places;
			if (isOff > unit * 0.501 + open) continue;
			const lost = isOff <= unit * 0.501 ? 0 : Math.ceil(Math.log10(others + 1));
			const shown = Math.max(0, significantDigits(String(value)).length - lost);
			digits += shown;
			if (shown > most) [most, column] = [shown, at];
		}
		return { digits, column };
	}

	/** Whether it has the numbers of the only other row, no other value, and no campaign. */
	private repeatsOnlyRow(candidate: Candidate): boolean {
		if (this.rows !== 2) return false;
		const { numbers, texts } = candidate;
		let same = 0;
		for (const [at, { role, isOfCampaign }] of this.columns.entries()) {
			const value = numbers[at];
			if (role === 'sum') {
				if (value === undefined) continue;
				if (this.sums[at] !== 2 * value) return false;
				if (this.counts[at] === 2) same++;
			} else if (
				texts[at] !== undefined &&
				(isOfCampaign || texts[at] !== this.onlyOther(candidate, at))
			)
				return false;
		}
		return same >= 2;
	}

	private onlyOther({ row }: Candidate, at: number): string | undefined {
		const [one, other] = this.first;
		return (one.row === row ? other : one).texts[at];
	}
}
