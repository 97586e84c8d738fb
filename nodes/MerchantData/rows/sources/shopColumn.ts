import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { shopDomain } from '../../shared/shopDomain';
import { type Columns, plain } from '../columns';

/** Shops that rows name, most of them again and again. */
const MOST_KNOWN = 1_000;

/** *Shop Column*: the shop of each row, where a column of the file names it. */
export class ShopColumn {
	private readonly typed: string;

	private readonly known = new Map<unknown, string | InvalidInput>();

	constructor(typed: string) {
		this.typed = typed.trim();
	}

	/** The one of the names that is meant. */
	in(names: readonly string[]): string | undefined {
		const wanted = plain(this.typed);
		return (
			names.find((name) => name === this.typed) ?? names.find((name) => plain(name) === wanted)
		);
	}

	/** The shop that a cell names, or why it names none. */
	shopIn(cell: unknown, name = this.typed): string | InvalidInput {
		let shop = this.known.get(cell);
		if (shop === undefined) {
			if (this.known.size >= MOST_KNOWN) this.known.clear();
			shop = shopOf(cell, name);
			this.known.set(cell, shop);
		}
		return shop;
	}

	unknown(names: readonly string[]): InvalidValue {
		return new InvalidValue(
			'Shop Column',
			`names "${this.typed.slice(0, 100)}", which is no column of the file`,
			`Correct the name, or leave "Shop Column" empty to send all rows to one shop. ${listed(names)}`,
		);
	}
}

function shopOf(cell: unknown, column: string): string | InvalidInput {
	try {
		return shopDomain(cell);
	} catch (error) {
		const { message, remedy } = error as InvalidValue;
		return new InvalidValue(column, message.replace(/^"Shop" /, ''), remedy);
	}
}

/** Why a file is refused: a field of the node names a column that it has not, or all that it has. */
export function wrongColumns(
	columns: Columns,
	names: readonly string[],
	shopName?: string,
): InvalidValue | undefined {
	const [unknown] = columns.unknown();
	if (unknown) {
		const missing = unknown.names.map((name) => `"${name.slice(0, 100)}"`);
		return new InvalidValue(
			unknown.field,
			`names ${missing.join(', ')}, which ${missing.length > 1 ? 'are no columns' : 'is no column'} of the file`,
			`Correct the ${missing.length > 1 ? 'names' : 'name'}. ${listed(names)}`,
		);
	}
	const isSent = (name: string) => name !== shopName && columns.of(name).use !== 'ignored';
	if (names.length === 0 || names.some(isSent)) return undefined;
	return new InvalidValue(
		names.some((name) => columns.of(name).use === 'ignored') ? 'Fields to Ignore' : 'Shop Column',
		'names every column of the file, so nothing is left to send',
	);
}

const listed = (names: readonly string[]): string =>
	`The columns of the file: ${names.join(', ').slice(0, 200) || 'none'}.`;
