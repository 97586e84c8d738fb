import fc from 'fast-check';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { columns, skipRows } from '../../kit/columns.mts';
import { FIRST, pushFiles, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { begin } from './drawn.mts';

/**
 * Rows of a file that did not arrive come back as a file that the same node pushes again. That its copy is read
 * as it was, in whatever form, is in test/unit/rows/sources/fileCopy.test.mts.
 */

const stage = sharedStage();
jest.setTimeout(120_000);
const onError = 'continueErrorOutput';

/** What may be wrong with a row; `total`, `empty` and `blank` are left out. */
const KINDS = [
	...Array<'good'>(6).fill('good'),
	'badCost',
	'badDay',
	'noShop',
	'short',
	'quote',
	'total',
	'empty',
	'blank',
];
/** What no row is made of. */
const LEFT_OUT: readonly string[] = ['total', 'empty', 'blank'];

const drawnRow = fc.record({
	kind: fc.constantFrom(...KINDS),
	name: fc.string({ unit: fc.constantFrom(...'éß€",\' =1x'), maxLength: 6 }),
	note: fc.string({ unit: fc.constantFrom('é', '€', '"', ',', ' ', '\n', '\r\n'), maxLength: 6 }),
	shop: fc.constantFrom(FIRST, SECOND, ` https://${SECOND}/`),
	isQuoted: fc.boolean(),
});
const drawnFile = fc.record({
	rows: fc.array(drawnRow, { minLength: 1, maxLength: 12 }),
	hasShops: fc.boolean(),
	answers: fc.array(fc.constantFrom('ok' as const, 400, 500, 503), { maxLength: 4 }),
	batchSize: fc.integer({ min: 1, max: 5 }),
});
type Drawn = typeof drawnFile extends fc.Arbitrary<infer D> ? D : never;

const COLUMNS = columns(
	['no', 'n', 'number'],
	['Größe', 'campaign.size', 'text'],
	['name "x"', 'campaign.name'],
	['Kosten (€)', 'metrics.cost', 'number'],
	['DAY', 'event_date', 'date'],
	['On', 'active', 'boolean'],
	['Note', 'note'],
	['Internal', '', 'leaveOut'],
);

/** The lines of a file: its names, and its records as they stand in it. */
function linesOf({ rows, hasShops }: Drawn) {
	const line = (cells: readonly string[], isQuoted: boolean) =>
		cells
			.slice(0, hasShops ? 10 : 9)
			.map((cell) =>
				isQuoted || /^ *"|[\r\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
			)
			.join(',');
	const good = (n: number, changed: Partial<Record<number, string>> = {}) => {
		const { name, note, shop, isQuoted } = rows[n]!;
		const cells = [`${n}`, name, `0${n}`, `${n},50`, `${(n % 9) + 1}.11.2026`, 'Yes', note];
		cells.push('secret', `extra ${n}`, shop);
		return line(Object.assign(cells, changed), isQuoted || 3 in changed);
	};
	const wrong = (kind: (typeof KINDS)[number], n: number): string => {
		if (kind === 'good') return good(n);
		if (kind === 'badCost') return good(n, { 3: `wrong${n}` });
		if (kind === 'badDay') return good(n, { 4: `day${n}` });
		if (kind === 'noShop') return hasShops ? good(n, { 9: `nowhere${n}` }) : good(n);
		if (kind === 'short') return `short${n}`;
		if (kind === 'quote') return `"quote${n}" x`;
		if (kind === 'total') return good(n, { 6: ' SUMME: alle' });
		return kind === 'empty' ? line(Array<string>(10).fill(' '), false) : '';
	};
	const names = ['No', 'Name  "x"', 'Größe', 'Kosten\n(€)', 'Day', 'on', 'Note'];
	return {
		header: line([...names, 'Internal', 'Ex,tra', 'Laden'], false),
		records: rows.map(({ kind }, n) => wrong(kind, n)),
		/** What a person does about the rows in a file. */
		corrected: (text: string) =>
			text
				.replace(/^(?:short|"quote)(\d+)(?:" x)?$/gm, (_, n: string) => good(Number(n)))
				.replace(/wrong(\d+)/g, '$1,50')
				.replace(/day(\d+)/g, (_, n) => `${(Number(n) % 9) + 1}.11.2026`)
				.replace(/nowhere(\d+)/g, (_, n) => rows[Number(n)]!.shop),
	};
}

/** What arrives of a row, by its number. */
const expectedRows = ({ rows, hasShops }: Drawn): Array<[shop: string, row: IDataObject]> =>
	rows.flatMap(({ kind, name, note, shop }, n) => {
		if (LEFT_OUT.includes(kind)) return [];
		const row = {
			n,
			active: true,
			'Ex,tra': `extra ${n}`,
			metrics: { cost: n + 0.5 },
			event_date: `2026-11-0${(n % 9) + 1}`,
			...(note.trim() && { note }),
			campaign: { size: `0${n}`, ...(name.trim() && { name }) },
		};
		return [[hasShops ? shop.replace(/^ https:|\//g, '') : FIRST, row]];
	});

it('whatever is wrong with rows of a file: they are corrected, and each arrives once', async () => {
	let corrected = 0;
	await fc.assert(
		fc.asyncProperty(drawnFile, async (drawn) => {
			const { rows, hasShops, answers, batchSize } = drawn;
			const lines = linesOf(drawn);
			const text = [lines.header, ...lines.records, ''].join('\n');
			const parameters = pushFiles(
				{ skipRows: skipRows({ column: 'note', text: 'Summe' }), batchSize },
				{
					columns: COLUMNS,
					numberFormat: 'decimalComma',
					dateFormat: 'dayDots',
					...(hasShops && { shopColumn: 'Laden' }),
				},
			);
			const push = async (file: IBinaryData) => {
				const result = await stage.run({ parameters, files: [{ data: file }], onError });
				expect(result.thrown).toBeUndefined();
				return result.success[0]!;
			};
			begin(stage, answers);
			const first = await push(await stored(text));
			stage.sandbox.clearFaults();
			const total = rows.filter(({ kind }) => !LEFT_OUT.includes(kind)).length;
			expect(first.json.rows).toBe(total);
			const { failedRows } = first.binary ?? {};
			expect(failedRows === undefined).toBe(first.json.accepted === total);
			if (failedRows) {
				const given = await contentOf(failedRows);
				const again = await push(await stored(lines.corrected(given)));
				expect(again.json.accepted).toBe(again.json.rows);
				corrected += again.json.rows as number;
			}
			const arrived = stage.sandbox
				.pushed('ads')
				.map((each) => [each.shop, each.row as { n: number }] as const);
			arrived.sort(([, one], [, other]) => one.n - other.n);
			expect(arrived).toEqual(expectedRows(drawn));
		}),
		{ numRuns: 100 },
	);
	expect(corrected).toBeGreaterThan(100);
});
