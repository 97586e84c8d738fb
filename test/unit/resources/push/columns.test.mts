import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import type { IDataObject } from 'n8n-workflow';
import { assignments, columns, type Entry } from '../../../kit/columns.mts';
import { read } from '../../../kit/pushRows.mts';
import { texts } from '../../../kit/texts.mts';
/** What happens to the columns of a table, by any settings of the form that can be drawn. Files are read alike. */

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
const CELLS: readonly Cell[] = ['alpha', ' x\r\ny ', '12.50', '', ' ', null, 12.5, 0];

/** What a cell is sent as; undefined if it cannot be. */
const TYPES: Record<string, (cell: string | number) => unknown> = {
	asIs: (cell) => cell,
	text: (cell) => String(cell),
	number: (cell) => (/[a-z]/.test(String(cell)) ? undefined : Number(cell)),
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
function expected({ table, added }: Drawn, plan: NonNullable<ReturnType<typeof planOf>>) {
	const sent: IDataObject[] = [];
	const bad: number[] = [];
	for (const [place, cells] of table.entries()) {
		const filled = plan.filter(({ at }) => cells[at] !== null && String(cells[at]).trim() !== '');
		if (filled.length === 0) continue;
		const row: IDataObject = {};
		const values = filled.map(({ at, path, typed }) => [path, typed(cells[at]!)] as const);
		for (const [path, value] of values) put(row, path, value);
		for (const name of added) put(row, name.split('.'), ADDED[name]!(place));
		if (values.some(([, value]) => value === undefined)) bad.push(place);
		else sent.push(row);
	}
	return { sent, bad };
}

it('each value is sent where the form says, as what it says', async () => {
	let [runs, sent, refused] = [0, 0, 0];
	await fc.assert(
		fc.asyncProperty(drawnTable, async (drawn) => {
			runs++;
			const { names, table, entries, sendsOthers, added } = drawn;
			const plan = planOf(drawn);
			const given = expected(drawn, plan ?? []);
			const ofForm = entries.map(({ of, spelling, field, sendAs }): Entry => {
				return [spelling(of), field, sendAs];
			});
			const fields = {
				columns: columns(...ofForm),
				otherColumns: sendsOthers ? 'send' : 'leaveOut',
				// A drawn row may look like a total of another one.
				options: { ifRowsLookWrong: 'send' },
			};
			const byItem = (item: number) => {
				const values = added.map((name) => [name, ADDED[name]!(item)]);
				return { fieldsToAdd: assignments(Object.fromEntries(values)) };
			};
			const items = table.map((cells) =>
				Object.fromEntries(cells.map((cell, at) => [names[at]!, cell])),
			);
			const reading = read(items, fields, { byItem });
			// Settings that contradict one another are refused as a whole.
			const { rows } = plan ? await reading : await reading.catch(() => ({ rows: [] }));
			const good = rows.filter(({ problem }) => !problem);
			expect(good.map(({ json }) => JSON.parse(json) as unknown)).toEqual(given.sent);
			for (const { json, bytes } of good) expect(bytes).toBe(Buffer.byteLength(json));
			sent += good.length;
			if (!plan) refused++;
			// A problem of the settings is that of each row.
			if (given.sent.length + given.bad.length === 0) return;
			expect(rows.filter(({ problem }) => problem).map(({ item }) => item)).toEqual(given.bad);
		}),
		{ numRuns: draws(1_000) },
	);
	// Mutation testing draws fewer.
	expect(sent).toBeGreaterThan(0.35 * runs);
	expect(refused).toBeGreaterThan(0.035 * runs);
});

const anyRow = fc.dictionary(
	fc.oneof(
		fc.constantFrom('error', 'message', 'details', 'outcome', 'shop', 'row', 'json', 'pairedItem'),
		fc.string({ maxLength: 8, unit: 'grapheme' }).filter((name) => !/^(__proto__)?$/.test(name)),
	),
	fc.oneof(
		fc.string({ maxLength: 300, unit: 'grapheme' }),
		// JavaScript writes -0 as 0.
		fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((value) => value + 0),
		fc.constantFrom<IDataObject[string]>(7, true, false, null, [], ['a', 'b']),
	),
	{ maxKeys: 4, noNullPrototype: true },
);

it('rows of JSON are sent as they are, whatever their names and values', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyRow, { maxLength: 9 }), async (drawn) => {
			const given = drawn.map((row, n) => ({ ...row, n }));
			const { rows } = await read(
				[{}],
				{ dataMode: 'json' },
				{ byItem: () => ({ rowsJson: given }) },
			);
			expect(rows.map(({ json }) => JSON.parse(json) as unknown)).toEqual(given);
		}),
		{ numRuns: draws(1_000) },
	);
});
