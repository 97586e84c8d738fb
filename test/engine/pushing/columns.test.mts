import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { assignments, columns, type Entry } from '../../kit/columns.mts';
import { IN_TURN, push, pushFiles, storedRows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { begin } from './drawn.mts';

/** What becomes of the columns of a table, by any settings of the form that can be drawn. */

const stage = sharedStage();
jest.setTimeout(120_000);
const onError = 'continueErrorOutput';

type Cell = string | number | null;
type Path = readonly string[];

/** Names of columns. Two of them are the same to people. */
const NAMES = [
	'Name',
	'a',
	'a.b',
	'Cost [EUR]',
	"it's [so]",
	'x, y',
	'Größe',
	'First  Name',
	'first name',
	'toString',
	'tags[0]',
];
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
const ADDED: Record<string, [path: Path, given: unknown, value: (item: number) => unknown]> = {
	currency: [['currency'], 'EUR', () => 'EUR'],
	'm.b.added': [['m', 'b', 'added'], 5, () => 5],
	'm.c': [['m', 'c'], '={{ $itemIndex }}', (item) => String(item)],
	'added.is': [['added', 'is'], true, () => true],
};
const CELLS: readonly Cell[] = [
	'',
	' ',
	null,
	'alpha',
	'b, "c"',
	' x\r\ny ',
	'12.50',
	'-3',
	'007',
	'Yes',
	'0',
	'2026-11-20',
	'{"a":[1]}',
	12.5,
	0,
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

/** Where each column goes and as what; undefined if they do not go together. */
function planOf({ names, entries, sendsOthers, added }: Drawn) {
	const asSpelt = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
	const byColumn = new Map<number, { path: Path; sendAs: string }>();
	// Two entries for one name are refused, even if there are two such columns.
	if (new Set(entries.map(({ of }) => asSpelt(of))).size < entries.length) return undefined;
	for (const { of, spelling, field, sendAs } of entries) {
		// What is spelt otherwise is the first that people would take for it.
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
	const paths = [...plan.map(({ path }) => path), ...added.map((name) => ADDED[name]![0])];
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
		for (const name of drawn.added) {
			const [path, , value] = ADDED[name]!;
			put(row, path, value(isOfItems ? place : 0));
		}
		if (values.some(([, value]) => value === undefined)) bad.push(place);
		else sent.push(row);
	}
	return { sent, bad };
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvOf = (lines: string[][]): string =>
	lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');

it('each value arrives where the form says, as what it says, of items and of a CSV file', async () => {
	let arrived = 0;
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(drawnTable, async (drawn) => {
			const { names, table, entries, sendsOthers, added } = drawn;
			const parameters = {
				columns: columns(
					...entries.map(({ of, spelling, field, sendAs }): Entry => [spelling(of), field, sendAs]),
				),
				otherColumns: sendsOthers ? 'send' : 'leaveOut',
				fieldsToAdd: assignments(Object.fromEntries(added.map((name) => [name, ADDED[name]![1]]))),
			};
			const items = table.map((cells) =>
				Object.fromEntries(cells.map((cell, at) => [names[at]!, cell])),
			);
			const texts = table.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))));
			const file = await stored(csvOf([names, ...texts]));
			for (const isOfItems of [true, false]) {
				const { sent, bad } = expected(drawn, isOfItems ? table : texts, isOfItems);
				begin(stage, []);
				const result = isOfItems
					? await stage.run({ parameters: push(IN_TURN, parameters), items, onError })
					: await stage.run({
							parameters: pushFiles(IN_TURN, parameters),
							onError,
							files: [{ data: file }],
						});
				expect(storedRows(stage)).toEqual(sent);
				arrived += sent.length;
				if (!planOf(drawn)) refused++;
				// What is wrong with all of them is told of each.
				if (sent.length + bad.length === 0) continue;
				const places = result.error.map(({ json, pairedItem }) =>
					isOfItems ? (pairedItem as { item: number }).item : (json.error as IDataObject).rowIndex,
				);
				expect(places).toEqual(bad);
			}
		}),
		{ numRuns: 150 },
	);
	expect(arrived).toBeGreaterThan(100);
	expect(refused).toBeGreaterThan(10);
});
