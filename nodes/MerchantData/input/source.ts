import type { NodeStream } from '../service/nodeStream';
import type { InvalidInput } from '../errors/invalidInput';
import type { Place } from '../errors/place';
import { counted } from '../lib/counted';
import type { ColumnSettings } from '../mapping/columns';
import { missingRefusal } from '../mapping/missingColumns';
import type { Description } from '../mapping/profile/description';
import { hintsOf } from '../mapping/profile/hints';
import { needSame } from '../mapping/profile/proposal';
import { whatLooksWrong } from '../mapping/profile/wrong';
import type { Row } from '../mapping/row';

/** Where rows come from, and what is known about them before anything is sent. */

export interface Source {
	/** Reads all rows once, before anything is sent. @returns what it learned */
	inspect(): Promise<Inspection>;
	/** All rows in order, each time it is called. Chunks are read once: one await per chunk, never per row. */
	rows(inspection: Inspection): Iterable<Iterable<Row>> | AsyncIterable<Iterable<Row>>;
	/** Where a row stands, as people count. */
	placeOf(row: Row): Place;
	/** Whether each row is its input item, so that an output may have all of the item's columns. */
	readonly isInput?: boolean;
	/** Whether an input item may give its rows in another order at another attempt, as a list of JSON may. */
	readonly mayReorder?: boolean;
	/** The files with the rows, if there are any: one for each input item. */
	readonly files?: readonly PushedFile[];
}

/** An input item whose rows have places of their own. */
export interface InspectedInput {
	/** Rows to be sent, and those that cannot be. */
	readonly rows: number;
	/** While it stays the same, each row keeps its place: a digest of a file, or how many rows an item has. */
	readonly fingerprint: string;
	/** Why none of its rows is sent. */
	readonly refusal?: InvalidInput;
	/** Rows that look wrong, by ordinal, as the end of the reading shows. */
	readonly wrong?: ReadonlyMap<number, InvalidInput>;
	/** Whether it differs from an earlier attempt that has sent some of it. */
	readonly isOther?: boolean;
}

/** A file of rows, as its report needs it. */
export interface PushedFile {
	readonly item: number;
	readonly name: string;
	/** The column that names the shop of each row, if the form names one. */
	readonly shopColumn?: string;
	/**
	 * Some of its rows as they came, as a file that the same node can push again.
	 * @param isWanted by the ordinal of a row
	 * @returns undefined if nothing of the file can be read
	 */
	copyOf(isWanted: (ordinal: number) => boolean): Promise<FileCopy | undefined>;
}

export interface FileCopy {
	readonly name: string;
	readonly mimeType: string;
	/** A stream, unless n8n would keep it in memory anyway. */
	readonly content: Buffer | NodeStream;
}

/** Results of the first reading. Immutable: whatever is learned later goes into a copy. */
export interface Inspection {
	/** Rows to be sent, and those that cannot be. */
	readonly total: number;
	/** Rows after *Rows at Most*, which are not part of `total`. */
	readonly left: number;
	/** Rows that cannot be sent, and the first ten of them. */
	readonly refused: number;
	readonly first: ReadonlyArray<Readonly<Row>>;
	readonly hints: readonly string[];
	/** Files, and items with another number of rows than one, by input item. */
	readonly inputs: ReadonlyMap<number, InspectedInput>;
	/** Why nothing of the items can be sent. */
	readonly refusal?: InvalidInput;
	/** Description of the table; of several files, only of the first. */
	readonly description?: Description;
	/** Digests of the rows that are compared with the last run, by input item and ordinal. */
	readonly digests: ReadonlyMap<number, readonly string[]>;
}

const OTHER_FILE = 'The files may need different settings. Preview them one by one.';

/** Sees the rows of a source in its first reading. */
export class InspectionBuilder {
	private seen = 0;
	private left = 0;
	private refused = 0;
	private readonly first: Row[] = [];
	private readonly hints: string[] = [];
	private readonly inputs = new Map<number, InspectedInput>();
	private readonly digests = new Map<number, string[]>();
	private description?: Description;

	/** @param rowsAtMost the option *Rows at Most*; undefined for all rows */
	constructor(private readonly rowsAtMost = Infinity) {}

	/** How many rows have been seen so far, without those after *Rows at Most*. */
	get total(): number {
		return this.seen;
	}

	/** @returns whether the row counts: it is not after *Rows at Most* */
	see(row: Row): boolean {
		if (this.seen >= this.rowsAtMost) {
			this.left++;
			return false;
		}
		this.seen++;
		const { item, ordinal, digest } = row;
		if (digest !== '') {
			if (!this.digests.has(item)) this.digests.set(item, []);
			this.digests.get(item)![ordinal] = digest;
		}
		if (row.problem) this.refuse(row);
		return true;
	}

	/** A row that cannot be sent, or that looks wrong, as the end of the reading shows. */
	refuse(row: Row): void {
		this.refused++;
		if (this.first.length < 10) this.first.push(row);
	}

	addInput(item: number, input: InspectedInput): void {
		this.inputs.set(item, input);
	}

	addHints(hints: readonly string[]): void {
		this.hints.push(...hints);
	}

	/**
	 * Takes the description of all rows, or of those of a file. The first one is kept.
	 * @returns rows that look wrong, and why none of the rows is sent
	 */
	describe(
		description: Description,
		columns: ColumnSettings,
		shown: Parameters<typeof hintsOf>[2],
	) {
		const first = this.description;
		const isOther = shown.isPreview && first && !needSame(first, description);
		if (isOther && !this.hints.includes(OTHER_FILE)) this.hints.push(OTHER_FILE);
		this.description ??= description;
		this.addHints(hintsOf(description, columns, shown));
		const { rows, refusal } = whatLooksWrong(description, columns);
		return { wrong: rows, refusal: missingRefusal(columns, description.names) ?? refusal };
	}

	/** Called once, after the last row. @param refusal why nothing of the items can be sent */
	end(refusal?: InvalidInput): Inspection {
		const { total, left, refused, first, inputs, digests, description } = this;
		const rest = `${counted(left, 'more rows')} ${left === 1 ? 'is' : 'are'} left out`;
		const hints =
			left > 0 ? [`"Rows at Most" is ${this.rowsAtMost}: ${rest}`, ...this.hints] : this.hints;
		return { total, left, refused, first, hints, inputs, digests, description, refusal };
	}
}
