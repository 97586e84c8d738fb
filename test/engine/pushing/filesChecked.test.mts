import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { FIRST, numbers, pushFiles, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What is known before anything is sent, whatever the files, their rows and On Error. */

const stage = sharedStage();
jest.setTimeout(120_000);

/** What may be wrong with a row; `empty` has no value, and is no row. */
const KINDS = [
	'good',
	'good',
	'good',
	'good',
	'good',
	'good',
	'notANumber',
	'otherShop',
	'broken',
	'empty',
] as const;
type Kind = (typeof KINDS)[number];

type Written = Record<Kind, (n: number) => string>;
const CSV: Written = {
	good: (n) => `${n},${FIRST},text ${n}`,
	notANumber: (n) => `x${n},,`,
	otherShop: (n) => `${n},${SECOND},"a\nb"`,
	broken: (n) => `${n},"a"b,`,
	empty: () => ' ,,',
};
const JSON_ROWS: Written = {
	good: (n) => `{"n":"${n}","shop":"${FIRST}"}`,
	notANumber: (n) => `{"n":"x${n}"}`,
	otherShop: (n) => `{"n":${n},"shop":"${SECOND}"}`,
	broken: (n) => `[${n}]`,
	empty: () => '{}',
};
const FORMATS: Record<string, (kinds: readonly Kind[]) => string> = {
	'rows.csv': (kinds) =>
		['n,shop,text', ...kinds.map((kind, n) => CSV[kind](n))].map((line) => `${line}\r\n`).join(''),
	'rows.ndjson': (kinds) => kinds.map((kind, n) => `${JSON_ROWS[kind](n)}\n`).join(''),
	'rows.json': (kinds) => `[${kinds.map((kind, n) => JSON_ROWS[kind](n)).join(',\n')}]`,
};

/** Most files are good, or wrong in one row: the last, more often than others. */
const rowsOfFile = fc.oneof(
	fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 25 }),
	fc
		.tuple(
			fc.array(fc.constant<Kind>('good'), { minLength: 1, maxLength: 40 }),
			fc.constantFrom(...KINDS),
		)
		.map(([good, last]) => [...good, last]),
);
const files = fc.array(fc.tuple(rowsOfFile, fc.constantFrom(...Object.keys(FORMATS))), {
	minLength: 1,
	maxLength: 3,
});

const isGood = (kind: Kind) => kind === 'good';
const isBad = (kind: Kind) => kind !== 'good' && kind !== 'empty';
const onErrors = fc.constantFrom(undefined, 'continueErrorOutput', 'continueRegularOutput');
const options = fc.record({
	batchSize: fc.integer({ min: 1, max: 6 }),
	maxParallelRequests: fc.constantFrom(1, 4),
	output: fc.constantFrom('files', 'requests'),
});

it('nothing is sent where a row is wrong and the node stops; else exactly the good ones', async () => {
	let stops = 0;
	await fc.assert(
		fc.asyncProperty(files, options, onErrors, async (given, chosen, onError) => {
			stage.sandbox.reset();
			stage.renew();
			const result = await stage.run({
				parameters: pushFiles(chosen, { numberColumns: 'n' }),
				items: given.map(() => ({})),
				files: await Promise.all(
					given.map(async ([kinds, name]) => ({ data: await stored(FORMATS[name]!(kinds), name) })),
				),
				onError,
			} as Parameters<typeof stage.run>[0]);
			const kinds = given.flatMap(([each]) => each);
			const bad = kinds.filter(isBad).length;
			const good = given.flatMap(([each], item) =>
				each.flatMap((kind, n) => (isGood(kind) ? [[item, n]] : [])),
			);
			const arrived = stage.sandbox.pushed('ads').map(({ row }) => (row as { n: number }).n);
			const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
			if (onError === undefined && bad > 0) {
				stops++;
				expect(stage.sandbox.requests('ads')).toEqual([]);
				const rows = kinds.filter((kind) => kind !== 'empty').length;
				expect(result.thrown?.message).toContain(`${bad} of ${rows} rows cannot be sent. First, `);
				const place = firstBad(given);
				expect(result.thrown?.message).toContain(place);
				return;
			}
			expect(result.thrown).toBeUndefined();
			expect(ascending(arrived)).toEqual(ascending(good.map(([, n]) => n!)));
			expect(stage.sandbox.requests('ads').every(({ rows }) => rows! <= chosen.batchSize)).toBe(
				true,
			);
			// No request ends at a row that cannot be sent.
			const sizes = given.map((_, item) => good.filter(([of]) => of === item).length);
			expect(stage.sandbox.requests('ads')).toHaveLength(
				sizes.reduce((sum, size) => sum + Math.ceil(size / chosen.batchSize), 0),
			);
			const errors = [...result.success, ...result.error].flatMap(({ json, pairedItem }) =>
				json.error
					? [{ ...(json.error as IDataObject), item: (pairedItem as { item: number }).item }]
					: [],
			) as Array<{ item: number; rowIndex: number; outcome: string }>;
			expect(errors.every(({ outcome }) => outcome === 'rejected')).toBe(true);
			for (const [item, [each]] of given.entries()) {
				const told = errors.filter((error) => error.item === item).map(({ rowIndex }) => rowIndex);
				expect(told).toEqual(numbers(0, each.length).filter((n) => isBad(each[n]!)));
			}
			if (chosen.output !== 'files') return;
			const summaries = result.success.filter(({ json }) => !json.error);
			for (const [item, [each]] of given.entries()) {
				const accepted = each.filter(isGood).length;
				const rejected = each.filter(isBad).length;
				const { json, binary } = summaries[item]!;
				expect(json).toMatchObject({ rows: accepted + rejected, accepted, rejected });
				// What could be read can be pushed again.
				const readable = each.flatMap((kind, n) =>
					kind === 'notANumber' ? [`x${n}`] : kind === 'otherShop' ? [`${n}`] : [],
				);
				const lines = binary?.failedRows ? (await contentOf(binary.failedRows)).trim() : '';
				const again =
					lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as IDataObject);
				expect(again.map(({ n }) => String(n))).toEqual(readable);
			}
		}),
		{ numRuns: 120 },
	);
	stage.sandbox.reset();
	expect(stops).toBeGreaterThan(10);
});

/** The place of the first wrong row, as the error names it. */
function firstBad(given: ReadonlyArray<[Kind[], string]>): string {
	const item = given.findIndex(([kinds]) => kinds.some(isBad));
	const [kinds, name] = given[item]!;
	const index = kinds.findIndex(isBad);
	// In the CSV file, rows of another shop go over two lines, but none of them is before the first.
	const line = index + (name === 'rows.csv' ? 2 : 1);
	return `line ${line}`;
}
