import { counted } from '../../../nodes/MerchantData/lib/counted.ts';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns, sentAs } from '../../kit/columns.mts';
import { ascending, FIRST, push, SECOND, storedNumbers } from '../../kit/pushing.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { begin, options } from './drawn.mts';

/** Rows that are wrong before anything is sent, in every mode and with every *On Error*. */

const stage = sharedStage();
jest.setTimeout(120_000);

/** What may be wrong with a row. */
type Kind = 'good' | 'wrongValue' | 'otherShop' | 'broken' | 'empty';
type Written = Record<Kind, (n: number) => string>;

const CSV: Written = {
	good: (n) => `${n},${FIRST},text ${n}`,
	wrongValue: (n) => `x${n},,`,
	otherShop: (n) => `${n},${SECOND},"a\nb"`,
	broken: (n) => `${n},"a"b,`,
	empty: () => ' ,,',
};
const JSON_ROWS: Written = {
	good: (n) => `{"n":"${n}","shop":"${FIRST}"}`,
	wrongValue: (n) => `{"n":"x${n}"}`,
	otherShop: (n) => `{"n":${n},"shop":"${SECOND}"}`,
	broken: (n) => `[${n}]`,
	empty: () => '{}',
};
/** A file format: how its records are written, and a file of them. */
const FORMATS: Record<string, [records: Written, file: (records: string[]) => string]> = {
	'rows.csv': [CSV, (records) => ['n,shop,text', ...records, ''].join('\r\n')],
	'rows.ndjson': [JSON_ROWS, (records) => [...records, ''].join('\n')],
	'rows.json': [JSON_ROWS, (records) => `[${records.join(' ,\n')}]`],
};

const columnsOf = (kind: Kind, n: number, wrong: unknown = `x${n}`): IDataObject => {
	if (kind === 'empty') return {};
	const named = kind === 'otherShop' ? { shop: SECOND } : {};
	return { n: kind === 'wrongValue' ? (wrong as number) : n, ...named };
};
/** Up to so many rows, most of them good. */
const mostlyGood = (maxLength: number) =>
	fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant<Kind>('good') },
			fc.constantFrom<Kind>('wrongValue', 'otherShop', 'empty'),
		),
		{ minLength: 1, maxLength },
	);
const ANY: Kind[] = [...Array<Kind>(6).fill('good'), 'wrongValue', 'otherShop', 'broken', 'empty'];

interface Mode {
	fields: IDataObject;
	outputs: readonly string[];
	mostItems: number;
	/** Rows of an input item. */
	rows: fc.Arbitrary<Kind[]>;
	/** Those that cannot be sent; the other ones that are not good are left out. */
	bad: readonly Kind[];
	/** An input item with these rows, the first of which is `n`. */
	itemOf(kinds: readonly Kind[], n: number): IDataObject;
	/** How an error names a place. In the CSV file, what goes over two lines is wrong: none is before the first. */
	placeOf(item: number, row: number, format: string, items: number): string;
}

const ofItems = {
	outputs: ['requests', 'rows'],
	mostItems: 12,
	rows: mostlyGood(1),
	bad: ['wrongValue', 'otherShop'],
	itemOf: ([kind], n) => columnsOf(kind!, n),
	placeOf: (item) => `First, row ${item + 1}: `,
} satisfies Omit<Mode, 'fields'>;

const MODES: Record<string, Mode> = {
	autoMapInputData: {
		...ofItems,
		fields: { columns: columns(['n', '', 'number'], ['to', '', 'leaveOut']) },
	},
	defineBelow: {
		...ofItems,
		fields: {
			fields: {
				assignments: [
					{ id: '1', name: 'n', type: 'number', value: '={{ $json.n }}' },
					{ id: '2', name: 'Shop', type: 'string', value: '={{ $json.shop ?? "" }}' },
				],
			},
		},
		// An expression that gives nothing is a mistake.
		bad: ['wrongValue', 'otherShop', 'empty'],
	},
	json: {
		...ofItems,
		fields: { rowsJson: '={{ $json.rows }}' },
		rows: mostlyGood(4),
		itemOf: (kinds, n) => ({ rows: kinds.map((kind, at) => columnsOf(kind, n + at, 2 ** 60)) }),
		placeOf: (item, row, _, items) =>
			`First, row ${row + 1}${items > 1 ? ` of item ${item + 1}` : ''}: `,
	},
	binary: {
		fields: {
			binaryPropertyName: 'data',
			fileFormat: 'autodetect',
			columns: sentAs('number', 'n'),
		},
		outputs: ['files', 'requests'],
		mostItems: 3,
		// Most files are good, or wrong in one row: the last, more often than others.
		rows: fc.oneof(
			fc.array(fc.constantFrom(...ANY), { minLength: 1, maxLength: 25 }),
			fc
				.tuple(
					fc.array(fc.constant<Kind>('good'), { minLength: 1, maxLength: 40 }),
					fc.constantFrom(...ANY),
				)
				.map(([good, last]) => [...good, last]),
		),
		bad: ['wrongValue', 'otherShop', 'broken'],
		itemOf: () => ({}),
		placeOf: (_, row, format) => `line ${row + (format === 'rows.csv' ? 2 : 1)}`,
	},
};

const given = fc.constantFrom(...Object.keys(MODES), 'binary', 'binary').chain((dataMode) => {
	const { outputs, mostItems, rows } = MODES[dataMode]!;
	const mayMiss = fc.oneof({ weight: 20, arbitrary: fc.constant(true) }, fc.constant(false));
	return fc.record({
		dataMode: fc.constant(dataMode),
		output: fc.constantFrom(...outputs),
		items: fc.array(
			fc.record({
				kinds: rows,
				format: fc.constantFrom(...Object.keys(FORMATS)),
				hasShop: dataMode === 'binary' ? fc.constant(true) : mayMiss,
			}),
			{ minLength: 1, maxLength: mostItems },
		),
	});
});
const onErrors = fc.constantFrom(undefined, 'continueErrorOutput', 'continueRegularOutput');

it('a node that stops sends nothing if a row is wrong; otherwise exactly the good rows are sent', async () => {
	const stops: string[] = [];
	await fc.assert(
		fc.asyncProperty(given, options(9), onErrors, async (drawn, chosen, onError) => {
			const { dataMode, output, items } = drawn;
			const mode = MODES[dataMode]!;
			const isOfFiles = dataMode === 'binary';
			begin(stage, []);
			let n = 0;
			const told = items.map(({ kinds, hasShop, format }) => {
				const first = n;
				n += kinds.length;
				const which = (isMeant: (kind: Kind) => boolean) =>
					kinds.flatMap((kind, at) => (isMeant(kind) ? [at] : []));
				const [records, file] = FORMATS[format]!;
				return {
					json: { to: hasShop ? FIRST : 'a b', ...mode.itemOf(kinds, first) },
					text: file(kinds.map((kind, at) => records[kind](first + at))),
					format,
					good: hasShop ? which((kind) => kind === 'good').map((at) => first + at) : [],
					// An item without a shop is rejected as a whole.
					bad: hasShop ? which((kind) => mode.bad.includes(kind)) : [0],
				};
			});
			const good = told.flatMap((each) => each.good);
			const bad = told.flatMap((each, item) => each.bad.map((rowIndex) => ({ item, rowIndex })));
			const { success, error, thrown } = await stage.run({
				parameters: push(
					{ ...chosen, output },
					{ ...mode.fields, dataMode, shop: shop('={{ $json.to }}') },
				),
				items: told.map(({ json }) => json),
				files: isOfFiles
					? await Promise.all(
							told.map(async ({ text, format }) => ({ data: await stored(text, format) })),
						)
					: [],
				onError,
			} as Parameters<typeof stage.run>[0]);
			const requests = stage.sandbox.requests('ads');
			if (onError === undefined && bad.length > 0) {
				stops.push(dataMode);
				expect(requests).toEqual([]);
				expect(thrown!.message).toContain(
					`${bad.length} of ${counted(good.length + bad.length, 'rows')} cannot be sent. First, `,
				);
				const [{ item, rowIndex }] = bad as [(typeof bad)[0]];
				const { format } = told[item]!;
				expect(thrown!.message).toContain(mode.placeOf(item, rowIndex, format, told.length));
				return;
			}
			// Items without any value are refused.
			if (isOfFiles || good.length + bad.length > 0) expect(thrown).toBeUndefined();
			expect(ascending(storedNumbers(stage, FIRST))).toEqual(good);
			expect(storedNumbers(stage)).toHaveLength(good.length);
			for (const { rows } of requests) expect(rows).toBeLessThanOrEqual(chosen.batchSize);
			// No request ends at a row that cannot be sent.
			const sizes = isOfFiles ? told.map((each) => each.good.length) : [good.length];
			expect(requests).toHaveLength(
				sizes.reduce((sum, size) => sum + Math.ceil(size / chosen.batchSize), 0),
			);
			const failures = [...success, ...error].flatMap(({ json, pairedItem }) => {
				const { outcome, rowIndex } = (json.error ?? {}) as { outcome?: string; rowIndex: number };
				const { item } = pairedItem as { item: number };
				return outcome ? [{ outcome, item, rowIndex }] : [];
			});
			expect(failures).toEqual(bad.map((each) => ({ outcome: 'rejected', ...each })));
			if (output !== 'files') return;
			const summaries = success.filter(({ json }) => !json.error);
			for (const [item, each] of told.entries()) {
				const [accepted, rejected] = [each.good.length, each.bad.length];
				const { json, binary } = summaries[item]!;
				expect(json).toMatchObject({ rows: accepted + rejected, accepted, rejected });
				expect(binary?.failedRows !== undefined).toBe(rejected > 0);
			}
		}),
		{ numRuns: 300 },
	);
	stage.sandbox.reset();
	expect(new Set(stops)).toEqual(new Set(Object.keys(MODES)));
	expect(stops.length).toBeGreaterThan(30);
});
