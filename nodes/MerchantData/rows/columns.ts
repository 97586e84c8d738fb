import { InvalidValue } from '../shared/invalidValue';
import { type CellType, writeTyped, writeValue } from './cells';
import { looksLikeThousands, type NumberFormat } from './numberFormat';
import { namesAShop } from './otherShop';

/** What the form of a push says of the columns of rows. */
export interface ColumnSettings {
	readonly numberColumns: ReadonlySet<string>;
	readonly booleanColumns: ReadonlySet<string>;
	/** *Fields to Ignore*: the columns that are not sent. */
	readonly ignored: ReadonlySet<string>;
	/** Texts that mean "no value", beside the empty one, in lower case. */
	readonly emptyValues: ReadonlySet<string>;
	readonly numberFormat: NumberFormat;
}

/** What becomes of the values of a column: they are left out, sent as a type, or as they are. */
type Use = 'ignored' | CellType | undefined;

/** A column of rows. */
export interface Column {
	readonly name: string;
	/** The name as it stands in the JSON of a row. */
	readonly key: string;
	readonly use: Use;
	/** Whether it may name a shop. */
	readonly namesShop: boolean;
}

/** Names in a field of the node that no column has. */
export interface UnknownNames {
	/** The label of the field. */
	field: string;
	names: string[];
}

/** A name as names are compared. */
export const plain = (name: string): string => name.trim().toLowerCase();

/**
 * The columns of the rows of one file, or of all items. Names match in any case and with blanks around
 * them, where no column matches exactly.
 */
export class Columns {
	private readonly known = new Map<string, Column>();

	/** By column: the first text of a number, while all look like thousands; `no` when one did not. */
	private readonly thousands = new Map<string, { first: string } | 'no'>();

	private readonly settings: ColumnSettings;

	/** The names in fields of the node, with what they stand for. */
	private readonly named: Array<{ field: string; names: ReadonlySet<string>; use: Use }>;

	/** @throws InvalidValue where two fields name the same column */
	constructor(settings: ColumnSettings) {
		const { ignored, numberColumns, booleanColumns } = settings;
		this.settings = settings;
		this.named = [
			{ field: 'Fields to Ignore', names: ignored, use: 'ignored' },
			{ field: 'Number Columns', names: numberColumns, use: 'number' },
			{ field: 'Boolean Columns', names: booleanColumns, use: 'boolean' },
		];
		const twice = [...booleanColumns].find((name) => numberColumns.has(name));
		if (twice !== undefined)
			throw new InvalidValue('Boolean Columns', `names "${twice}", as "Number Columns" does`);
	}

	/** The columns that are known. */
	names(): string[] {
		return [...this.known.keys()];
	}

	/** Makes columns known. Of a table, all are known before the first row. */
	know(names: Iterable<string>): void {
		const make = (name: string, use?: Use): Column => ({
			name,
			key: `${JSON.stringify(name)}:`,
			use,
			namesShop: namesAShop(name),
		});
		for (const name of names) if (!this.known.has(name)) this.known.set(name, make(name));
		for (const name of names) this.known.set(name, make(name, this.useOf(name)));
	}

	/** A column, which is known from then on. */
	of(name: string): Column {
		const column = this.known.get(name);
		if (column) return column;
		this.know([name]);
		return this.known.get(name)!;
	}

	private useOf(column: string): Use {
		const exact = this.named.find(({ names }) => names.has(column));
		if (exact) return exact.use;
		const wanted = plain(column);
		return this.named.find(({ names }) =>
			[...names].some((name) => plain(name) === wanted && !this.known.has(name)),
		)?.use;
	}

	/** The names in the form that no known column has. */
	unknown(): UnknownNames[] {
		const known = new Set(this.names().map(plain));
		return this.named.flatMap(({ field, names }) => {
			const missing = [...names].filter((name) => !known.has(plain(name)));
			return missing.length > 0 ? [{ field, names: missing }] : [];
		});
	}

	/** Whether a text of a table means that there is no value; null does, too. */
	isEmpty(value: unknown): boolean {
		if (typeof value !== 'string') return value === null || value === undefined;
		return value === '' || value.trim() === '' || this.isEmptyValue(value);
	}

	/** Whether it is one of *Values That Mean Empty*. */
	isEmptyValue(value: unknown): boolean {
		const { emptyValues } = this.settings;
		return (
			emptyValues.size > 0 &&
			typeof value === 'string' &&
			emptyValues.has(value.trim().toLowerCase())
		);
	}

	/**
	 * A value of a column as JSON.
	 * @returns undefined where it is left out: of a column that is not sent
	 * @throws InvalidValue where it is not of the type that the form names
	 */
	write({ name, use }: Column, value: unknown): string | undefined {
		if (use === 'ignored') return undefined;
		if (use === undefined) return writeValue(name, value);
		// What JSON rows say is sent: an empty text clears the value.
		if (typeof value === 'string' && value.trim() === '') return 'null';
		if (use === 'number' && typeof value === 'string') this.watch(name, value.trim());
		return writeTyped(name, value, use, this.settings.numberFormat);
	}

	private watch(name: string, text: string): void {
		const seen = this.thousands.get(name);
		if (seen === 'no') return;
		if (!looksLikeThousands(text, this.settings.numberFormat)) this.thousands.set(name, 'no');
		else if (!seen) this.thousands.set(name, { first: text });
	}

	/** The columns all of whose numbers look like thousands, each with its first. */
	likeThousands(): Array<[name: string, first: string]> {
		return [...this.thousands].flatMap(([name, seen]) =>
			seen === 'no' ? [] : [[name, seen.first] as [string, string]],
		);
	}
}
