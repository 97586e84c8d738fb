import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { shopDomain } from '../../shared/shopDomain';
import { type Columns, plain } from '../columns';

/** Shops that rows name, most of them again and again. */
const MOST_KNOWN = 1_000;

/** The shop that a cell names, or why it names none. */
interface NamedShop {
	/** Empty where there is none. */
	shop: string;
	noShop?: InvalidInput;
}

/** *Shop Column*: the shop of each row, where a column of the file names it. */
export class ShopColumn {
	readonly typed: string;

	/** The column as the file writes it, once it has been seen. */
	name: string | undefined;

	/** Of the file. */
	private readonly columns: Columns;

	private readonly known = new Map<unknown, NamedShop>();

	constructor(typed: string, columns: Columns) {
		this.typed = typed;
		this.columns = columns;
	}

	/** @returns the one of the names that is meant */
	find(names: readonly string[]): string | undefined {
		const wanted = plain(this.typed);
		const found =
			names.find((name) => name === this.typed) ?? names.find((name) => plain(name) === wanted);
		// It is a column of the file, though it is not sent.
		if (found !== undefined) this.name = this.columns.of(found).name;
		return found;
	}

	/** The shop that a row names, and the fields of the row without it. */
	split(fields: object): NamedShop & { others: object } {
		const others = { ...fields } as Record<string, unknown>;
		const name = this.find(Object.keys(fields));
		const cell = name === undefined ? undefined : others[name];
		if (name !== undefined) delete others[name];
		let named = this.known.get(cell);
		if (!named) {
			if (this.known.size >= MOST_KNOWN) this.known.clear();
			named = shopOf(cell, this.name ?? this.typed);
			this.known.set(cell, named);
		}
		return { ...named, others };
	}
}

function shopOf(cell: unknown, column: string): NamedShop {
	try {
		return { shop: shopDomain(cell) };
	} catch (error) {
		const { message, remedy } = error as InvalidValue;
		const noShop = new InvalidValue(column, message.replace(/^"Shop" /, ''), remedy);
		return { shop: '', noShop };
	}
}

/**
 * Why a file is refused: a field of the node names a column that it has not, or all that it has.
 * @param columns of the file
 */
export function wrongColumns(columns: Columns, shopColumn?: ShopColumn): InvalidValue | undefined {
	const names = columns.names();
	// The file has no rows.
	if (names.length === 0) return undefined;
	const isMissing = shopColumn && shopColumn.name === undefined;
	const [unknown] = [
		...(isMissing ? [{ field: 'Shop Column', names: [shopColumn.typed] }] : []),
		...columns.unknown(),
	];
	if (unknown) {
		const missing = unknown.names.map((name) => `"${name.slice(0, 100)}"`);
		return new InvalidValue(
			unknown.field,
			`names ${missing.join(', ')}, which ${missing.length > 1 ? 'are no columns' : 'is no column'} of the file`,
			`Correct or empty the field. The columns of the file: ${names.join(', ').slice(0, 200)}.`,
		);
	}
	const isIgnored = (name: string) => columns.of(name).use === 'ignored';
	const isSent = (name: string) => name !== shopColumn?.name && !isIgnored(name);
	if (names.some(isSent)) return undefined;
	return new InvalidValue(
		names.some(isIgnored) ? 'Fields to Ignore' : 'Shop Column',
		'names every column of the file, so nothing is left to send',
	);
}
