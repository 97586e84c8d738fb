import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { columns, skipRows } from '../../kit/columns.mts';
import { FIRST, numbers, pushFiles, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { begin } from './drawn.mts';

/** Rows of a file that did not arrive come back as a file that the same node pushes again. */

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
	/** `|` stands for the delimiter. */
	name: fc.string({ unit: fc.constantFrom(...'éß€"|\' =1x'), maxLength: 6 }),
	note: fc.string({
		unit: fc.constantFrom('é', '€', '"', '|', ' ', '\n', '\r', '\r\n'),
		maxLength: 6,
	}),
	shop: fc.constantFrom(FIRST, SECOND, ` https://${SECOND}/`),
	isQuoted: fc.boolean(),
});
/** What bytes a text becomes, and the option without which they cannot be read. */
const ENCODINGS: ReadonlyArray<{ bytes(text: string): Buffer; encoding?: string }> = [
	...['', '\uFEFF'].map((mark) => ({ bytes: (text: string) => Buffer.from(mark + text) })),
	{ bytes: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
	{ bytes: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16() },
	{ bytes: (text) => Buffer.from(text, 'utf16le'), encoding: 'utf-16le' },
	{
		bytes: (text) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1'),
		encoding: 'windows-1252',
	},
];
const drawnFile = fc.record({
	rows: fc.array(drawnRow, { minLength: 1, maxLength: 12 }),
	delimiter: fc.constantFrom(',', ';', '\t', '|'),
	isDelimiterSet: fc.boolean(),
	lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
	encoding: fc.constantFrom(...ENCODINGS),
	fileName: fc.constantFrom('rows.csv', 'ads.2026.TXT', 'rows'),
	isCompressed: fc.boolean(),
	above: fc.array(fc.constantFrom('', 'Report of "ads', 'a;b,c|d\te', '"'), { maxLength: 2 }),
	order: fc.shuffledSubarray(numbers(0, 10), { minLength: 10 }),
	hasShops: fc.boolean(),
	answers: fc.array(fc.constantFrom('ok', 400, 500, 503), { maxLength: 4 }),
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
function linesOf({ rows, delimiter, lineBreak, order, hasShops }: Drawn) {
	const line = (cells: readonly string[], isQuoted: boolean) =>
		order
			.filter((at) => hasShops || at !== 9)
			.map((at) => cells[at]!)
			.map((cell) =>
				isQuoted || /^"|[\r\n]/.test(cell) || cell.includes(delimiter)
					? `"${cell.replaceAll('"', '""')}"`
					: cell,
			)
			.join(delimiter);
	const good = (n: number, changed: Partial<Record<number, string>> = {}) => {
		const { name, note, shop: named, isQuoted } = rows[n]!;
		const own = (text: string) => text.replaceAll('|', delimiter);
		const cells = [`${n}`, own(name), `0${n}`, `${n},50`, `${(n % 9) + 1}.11.2026`, 'Yes'];
		cells.push(own(note), 'secret', `extra ${n}`, named);
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
	const names = ['No', 'Name  "x"', 'Größe', `Kosten${lineBreak}(€)`, 'Day', 'on', 'Note'];
	return {
		header: line([...names, 'Internal', `Ex${delimiter}tra`, 'Laden'], false),
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
function expectedRows({
	rows,
	delimiter,
	hasShops,
}: Drawn): Array<[shop: string, row: IDataObject]> {
	return rows.flatMap(({ kind, name, note, shop: named }, n) => {
		if (LEFT_OUT.includes(kind)) return [];
		const own = (text: string) => text.replaceAll('|', delimiter);
		const row = {
			n,
			active: true,
			[`Ex${delimiter}tra`]: `extra ${n}`,
			metrics: { cost: n + 0.5 },
			event_date: `2026-11-0${(n % 9) + 1}`,
			...(own(note).trim() && { note: own(note) }),
			campaign: { size: `0${n}`, ...(own(name).trim() && { name: own(name) }) },
		};
		return [[hasShops ? named.replace(/^ https:|\//g, '') : FIRST, row]];
	});
}

it('a CSV file of any form: its rows are corrected, and each arrives once', async () => {
	let corrected = 0;
	await fc.assert(
		fc.asyncProperty(drawnFile, async (drawn) => {
			const { rows, delimiter, isDelimiterSet, above, lineBreak, hasShops } = drawn;
			const { bytes, encoding } = drawn.encoding;
			const lines = linesOf(drawn);
			const text = [...above, lines.header, ...lines.records, ''].join(lineBreak);
			const parameters = pushFiles(
				{
					...(isDelimiterSet && { delimiter: delimiter === '\t' ? '\\t' : delimiter }),
					...(encoding && { encoding }),
					...(above.length > 0 && { fromLine: above.length + 1 }),
					skipRows: skipRows({ column: 'note', text: 'Summe' }),
					batchSize: drawn.batchSize,
				},
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
			begin(stage, drawn.answers as never);
			const content = drawn.isCompressed ? gzipSync(bytes(text)) : bytes(text);
			const first = await push(await stored(content, drawn.fileName));
			stage.sandbox.clearFaults();
			const total = rows.filter(({ kind }) => !LEFT_OUT.includes(kind)).length;
			expect(first.json.rows).toBe(total);
			const { failedRows } = first.binary ?? {};
			expect(failedRows === undefined).toBe(first.json.accepted === total);
			if (failedRows) {
				const given = await contentOf(failedRows);
				const again = await push(await stored(lines.corrected(given), failedRows.fileName));
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
