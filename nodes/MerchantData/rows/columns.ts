import { InvalidValue } from '../shared/invalidValue';
import { type CellType, writeCell } from './cells';
import { looksLikeNumber, looksLikeThousands, type NumberFormat } from './numberFormat';

/** What the form of a push says of the columns of rows. */
export interface ColumnSettings {
	/** The fields of the node that name columns, with what these become. The first that names one counts. */
	readonly uses: ReadonlyArray<{ field: string; names: ReadonlySet<string>; use: Column['use'] }>;
	/** Texts that mean "no value", beside the empty one, in lower case. */
	readonly emptyValues: ReadonlySet<string>;
	readonly numberFormat: NumberFormat;
}

export interface Column {
	readonly name: string;
	/** The name as it stands in the JSON of a row. */
	readonly key: string;
	/** What becomes of its values: they are left out, sent as a type, or as they are. */
	use?: 'ignored' | 'shop' | CellType;
	readonly namesShop: boolean;
	/** The first of its texts, while all look like numbers that they are not sent as; false from then on. */
	suspect?: string | false;
}

/** What a row holds, as it came. Rows of a table share the list of names. */
export const namedValues = (row: object) => ({
	names: Object.keys(row),
	values: Object.values(row) as unknown[],
});
export type NamedValues = ReturnType<typeof namedValues>;

/** "shop", "Shop Domain", "store_domain": in any case, with anything between the words. */
const NAMES_A_SHOP = /^\s*(?:shop(?:[\s_-]*(?:domain|id|url))?|store(?:[\s_-]*domain)?)\s*$/i;

export const plain = (name: string): string => name.trim().toLowerCase();

/**
 * The columns of the rows of one file, or of all items. Names match in any case and with blanks around
 * them, where no column matches exactly.
 */
export class Columns {
	/** Whether an empty value means that there is none, as in tables. In JSON it is sent: it clears a value. */
	isTable = false;

	private readonly known = new Map<string, Column>();

	private latest = { names: [] as readonly string[], columns: [] as readonly Column[] };

	private readonly settings: ColumnSettings;

	/** How a row gets to the shop that a column names, instead of another shop, as a sentence. */
	readonly wayToShop: (column: string, otherShop: string) => string;

	constructor(settings: ColumnSettings, wayToShop: Columns['wayToShop']) {
		this.settings = settings;
		this.wayToShop = wayToShop;
	}

	/** Makes a column known, which is used in a way of its own. */
	define(name: string, use: Column['use']): void {
		const known = this.known.get(name);
		const key = `${JSON.stringify(name)}:`;
		if (known) known.use = use;
		else this.known.set(name, { name, key, use, namesShop: NAMES_A_SHOP.test(name) });
	}

	/** The columns of these names, which become known. Those of a table are looked up once, for all its rows. */
	of(names: readonly string[]): readonly Column[] {
		if (names === this.latest.names) return this.latest.columns;
		const added = names.filter((name) => !this.known.has(name));
		for (const name of added) this.define(name, undefined);
		for (const name of added) this.define(name, this.useOf(name));
		this.latest = { names, columns: names.map((name) => this.known.get(name)!) };
		return this.latest.columns;
	}

	private useOf(column: string): Column['use'] {
		const isMeant = (name: string) => plain(name) === plain(column) && !this.known.has(name);
		const isNamed = ({ names }: { names: ReadonlySet<string> }) =>
			names.has(column) || [...names].some(isMeant);
		return this.settings.uses.find(isNamed)?.use;
	}

	/** The names in a field of the node that no known column has, with the label of the field. */
	unknown(): Array<{ field: string; names: string[] }> {
		const known = new Set([...this.known.keys()].map(plain));
		const isUnknown = (name: string) => !known.has(plain(name));
		return this.settings.uses
			.map(({ field, names }) => ({ field, names: [...names].filter(isUnknown) }))
			.filter(({ names }) => names.length > 0);
	}

	/** Why a file is refused: a field of the node names a column that it has not, or all that it has. */
	refusal(): InvalidValue | undefined {
		const columns = [...this.known.values()];
		// The file has no rows.
		if (columns.length === 0) return undefined;
		const [unknown] = this.unknown();
		if (unknown) {
			const missing = unknown.names.map((name) => `"${name.slice(0, 100)}"`);
			return new InvalidValue(
				unknown.field,
				`names ${missing.join(', ')}, which ${missing.length > 1 ? 'are no columns' : 'is no column'} of the file`,
				`Correct or empty the field. The columns of the file: ${[...this.known.keys()].join(', ').slice(0, 200)}.`,
			);
		}
		if (columns.some(({ use }) => use !== 'ignored' && use !== 'shop')) return undefined;
		return new InvalidValue(
			columns.some(({ use }) => use === 'ignored') ? 'Fields to Ignore' : 'Shop Column',
			'names every column of the file, so nothing is left to send',
		);
	}

	/** Whether a value is left out because it means that there is none. */
	isEmpty(value: unknown): boolean {
		const { isTable } = this;
		if (typeof value !== 'string') return value === undefined || (isTable && value === null);
		const { emptyValues } = this.settings;
		if (emptyValues.size > 0 && emptyValues.has(plain(value))) return true;
		return isTable && (value === '' || value.trim() === '');
	}

	/** The fields that have a value, as an object. */
	filled({ names, values }: NamedValues): object {
		const entries = names.map((name, index) => [name, values[index]]);
		return Object.fromEntries(entries.filter(([, value]) => !this.isEmpty(value))) as object;
	}

	/**
	 * A value of a column as JSON.
	 * @returns undefined where it is left out: of a column that is not sent
	 * @throws InvalidValue where it is not of the type that the form names
	 */
	write(column: Column, value: unknown): string | undefined {
		const { name, use } = column;
		if (use === 'ignored' || use === 'shop') return undefined;
		const text = typeof value === 'string' ? value.trim() : undefined;
		// What JSON rows say is sent: an empty text clears the value.
		if (text === '' && use !== undefined && use !== 'string') return 'null';
		if (text && column.suspect !== false)
			column.suspect = this.isSuspect(text, use) && (column.suspect ?? text);
		return writeCell(name, value, use, this.settings.numberFormat);
	}

	/** Whether a text looks like another number than it is sent as, or like one that is sent as text. */
	private isSuspect(text: string, use: Column['use']): boolean {
		if (use === 'number') return looksLikeThousands(text, this.settings.numberFormat);
		return (use === undefined || use === 'string') && looksLikeNumber(text);
	}

	/** The columns all of whose texts look like numbers that they are not sent as. */
	suspects(): Column[] {
		return [...this.known.values()].filter(({ suspect }) => suspect);
	}
}
