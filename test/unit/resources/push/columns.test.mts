import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import type { IDataObject } from 'n8n-workflow';
import { assignments, columns, type Entry } from '../../../kit/columns.mts';
import { read } from '../../../kit/pushRows.mts';
import { texts } from '../../../kit/texts.mts';
import { readFile } from '../../input/reading.mts';

/** What happens to the columns of a table, by any settings of the form that can be drawn. */

type Cell = string | number | null;
type Path = readonly string[];

/** Names of columns. Two of them differ only in case and blanks. */
const NAMES = texts(
	"Name | a | a.b | Cost [EUR] | it's [so] | x, y | Größe | First  Name | first name",
	'toString | tags[0]',
);
/** As they are typed, typed by another person, and dropped by n8n. */
const SPELLINGS: ReadonlyArray<(name: string) => string> = [
	(name) => (name === 'tags[0]' ? "['tags[0]']" : name),
	(name) => (name === 'tags[0]' ? "['tags[0]']" : ` ${name.toLowerCase().replace(' ', ' \u00a0')}`),
	(name) => `['${name.replaceAll("'", "\\'")}']`,
];
/** Names of fields, and where the values go. */
const FIELDS: Record<string, Path | undefined> = {
	'': undefined,
	'a.b': ['a', 'b'],
	'm.a': ['m', 'a'],
	'm.b.c': ['m', 'b', 'c'],
	'm.0': ['m', '0'],
	m: ['m'],
	'Größe.cm': ['Größe', 'cm'],
	'Cost (incl. VAT)': ['Cost (incl. VAT)'],
};
/** Fields to add, and their values for an item. */
const ADDED: Record<string, (item: number) => unknown> = {
	currency: () => 'EUR',
	'm.b.added': () => 5,
	'm.c': (item) => String(item),
	'added.is': () => true,
};
const CELLS: readonly Cell[] = [
	...texts('alpha | b, "c" | 12.50 | -3 | 007 | Yes | 0 | 2026-11-20 | {"a":[1]}'),
	...['', ' ', null, ' x\r\ny ', 12.5, 0],
];

/** What a cell is sent as; undefined if it cannot be. */
const TYPES: Record<string, (cell: string | number) => unknown> = {
	asIs: (cell) => cell,
	text: (cell) => String(cell),
	number: (cell) => (/^-?[\d.]+$/.test(String(cell)) ? Number(cell) : undefined),
	boolean: (cell) => ({ yes: true, 0: false })[String(cell).toLowerCase()],
	date: (cell) => (cell === '2026-11-20' ? cell : undefined),
	json: (cell) =>
		typeof cell === 'number' || /^(0|-3|12\.50?|\{.*)$/.test(cell)
			? (JSON.parse(String(cell)) as unknown)
			: undefined,
};

const drawnTable = fc
	.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 6 })
	.chain((names) =>
		fc.record({
			names: fc.constant(names),
			table: fc.array(
				fc.array(fc.constantFrom(...CELLS), { minLength: names.length, maxLength: names.length }),
				{ minLength: 1, maxLength: 5 },
			),
			entries: fc.uniqueArray(
				fc.record({
					of: fc.constantFrom(...names),
					spelling: fc.constantFrom(...SPELLINGS),
					field: fc.constantFrom(...Object.keys(FIELDS)),
					sendAs: fc.constantFrom('leaveOut', 'asIs', ...Object.keys(TYPES)),
				}),
				{ selector: ({ of }) => of, maxLength: 6 },
			),
			sendsOthers: fc.boolean(),
			added: fc.uniqueArray(fc.constantFrom(...Object.keys(ADDED)), { maxLength: 2 }),
		}),
	);
type Drawn = typeof drawnTable extends fc.Arbitrary<infer D> ? D : never;

/** Where each column goes and as what; undefined if the settings contradict one another. */
function planOf({ names, entries, sendsOthers, added }: Drawn) {
	const asSpelt = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
	const byColumn = new Map<number, { path: Path; sendAs: string }>();
	// Two entries for one name are refused, even if there are two such columns.
	if (new Set(entries.map(({ of }) => asSpelt(of))).size < entries.length) return undefined;
	for (const { of, spelling, field, sendAs } of entries) {
		// Another spelling means the first column that differs only in case and blanks.
		const isExact = spelling !== SPELLINGS[1] || of === spelling(of).trim();
		const at = names.findIndex((name) => (isExact ? name === of : asSpelt(name) === asSpelt(of)));
		if (byColumn.has(at)) return undefined;
		byColumn.set(at, { path: FIELDS[field] ?? [names[at]!], sendAs });
	}
	const plan = names.flatMap((name, at) => {
		const { path, sendAs } = byColumn.get(at) ?? { path: [name], sendAs: 'asIs' };
		const isSent = byColumn.has(at) ? sendAs !== 'leaveOut' : sendsOthers;
		return isSent ? [{ at, path, typed: TYPES[sendAs]! }] : [];
	});
	const paths = [...plan.map(({ path }) => path), ...added.map((name) => name.split('.'))];
	const isWithin = (path: Path, other: Path) => other.every((part, at) => path[at] === part);
	const clash = paths.some((path, one) =>
		paths.some((other, two) => one !== two && isWithin(path, other)),
	);
	return clash || plan.length === 0 ? undefined : plan;
}

function put(row: IDataObject, [first, ...rest]: Path, value: unknown): void {
	if (rest.length === 0) row[first!] = value as IDataObject;
	else
		put((row[first!] = (row[first!] as IDataObject | undefined) ?? {}) as IDataObject, rest, value);
}

/** The rows that are sent, and the places of those that cannot be. */
function expected(drawn: Drawn, table: Cell[][], isOfItems: boolean) {
	const plan = planOf(drawn) ?? [];
	const sent: IDataObject[] = [];
	const bad: number[] = [];
	for (const [place, cells] of table.entries()) {
		const isThere = (cell: Cell | undefined) => cell !== null && String(cell).trim() !== '';
		const filled = plan.filter(({ at }) => isThere(cells[at]));
		if (filled.length === 0) continue;
		const row: IDataObject = {};
		const values = filled.map(({ at, path, typed }) => [path, typed(cells[at]!)] as const);
		for (const [path, value] of values) put(row, path, value);
		for (const name of drawn.added) put(row, name.split('.'), ADDED[name]!(isOfItems ? place : 0));
		if (values.some(([, value]) => value === undefined)) bad.push(place);
		else sent.push(row);
	}
	return { sent, bad };
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvOf = (lines: string[][]): string =>
	lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');

it('each value is sent where the form says, as what it says, of items and of a CSV file', async () => {
	let [runs, sent, refused] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(drawnTable, async (drawn) => {
			runs++;
			const { names, table, entries, sendsOthers, added } = drawn;
			const fields = {
				columns: columns(
					...entries.map(({ of, spelling, field, sendAs }): Entry => [spelling(of), field, sendAs]),
				),
				otherColumns: sendsOthers ? 'send' : 'leaveOut',
			};
			const byItem = (item: number) => ({
				fieldsToAdd: assignments(
					Object.fromEntries(added.map((name) => [name, ADDED[name]!(item)])),
				),
			});
			const items = table.map((cells) =>
				Object.fromEntries(cells.map((cell, at) => [names[at]!, cell])),
			);
			const texts = table.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))));
			for (const isOfItems of [true, false]) {
				const given = expected(drawn, isOfItems ? table : texts, isOfItems);
				const reading = isOfItems
					? read(items, fields, { byItem })
					: readFile(csvOf([names, ...texts]), { ...fields, ...byItem(0) });
				// Settings that contradict one another are refused as a whole.
				const { rows } = planOf(drawn) ? await reading : await reading.catch(() => ({ rows: [] }));
				const good = rows.filter(({ problem }) => !problem);
				expect(good.map(({ json }) => JSON.parse(json) as unknown)).toEqual(given.sent);
				for (const { json, bytes } of good) expect(bytes).toBe(Buffer.byteLength(json));
				sent += good.length;
				if (!planOf(drawn)) refused++;
				// A problem of the settings is that of each row.
				if (given.sent.length + given.bad.length === 0) continue;
				const bad = rows.filter(({ problem }) => problem);
				expect(bad.map(({ item, ordinal }) => (isOfItems ? item : ordinal))).toEqual(given.bad);
			}
		}),
		{ numRuns: draws(1_000) },
	);
	// Mutation testing draws fewer.
	expect(sent).toBeGreaterThan(0.7 * runs);
	expect(refused).toBeGreaterThan(0.07 * runs);
});
