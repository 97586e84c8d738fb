import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { wordIn } from '../../../../nodes/MerchantData/mapping/profile/totalWords.ts';
import { texts } from '../../../kit/texts.mts';
import { described, linesOf, type Table, table } from './described.mts';

const WORDS = texts(
	'Total | TOTALS: Account | Total of 2 results | Grand total | Sub-total | Gesamtergebnis | I alt',
	'Yhteensä | 合計 | Łącznie | Σύνολο | 합계 | 总计： | סה"כ | Eindtotaal | * Total * | (Totale)',
	'Total – all campaigns',
);

it.each<[word: string | undefined, labels: string[]]>([
	['is', WORDS],
	['begins', [...texts('Total Garden | Total Wine & More | Sum 41'), 'Total '.padEnd(100, 'x')]],
	[undefined, [...texts('Gesamtpaket | Summer Sale | The total | Brand'), 'Total'.padEnd(101)]],
])('the word of a total %s in %j', (word, labels) => {
	expect(labels.map(wordIn)).toEqual(labels.map(() => word));
});

const META = `
	Start | Campaign | ID | Delivery | Reach | Impressions | Spend
	2026-11-01 | | | | 18250 | 60210 | 1523.47
	2026-11-01 | Winter | 120208123456780124 | active | 12010 | 40100 | 1000.00
	2026-11-01 | Retarget | 120208123456780125 | active | 6240 | 20110 | 523.47`;

const META_LAST = `${META}\n`.replace(/(\n\t2026-11-01 \| \|.*)([\s\S]*?)\n$/, '$2$1');
const NUMBERED = 'row_number|Campaign|Cost\n2|A|1\n3|B|2\n4|Total|3';

it.each<[what: string, text: string, lines: number[]]>([
	['a word, and no campaign', 'Day|Campaign|Cost\n2026-11-20|A|1\n2026-11-21|B|2\nTotal||3', [4]],
	['two words in its last lines', 'S|C|Cost\nx|A|1\ny|B|2\nTotal: C|--|3\nTotal: A|--|3', [4, 5]],
	['the sums of all others, first', META, [2]],
	['the sums of all others, last', META_LAST, [4]],
	['a label alone that begins so', 'C|D|I|N\nA|1d|a|1\nB|1d|b|2\nC|1d|c|3\nTotal Inc|||4', [5]],
	['a word alone in a table of one name', 'Campagne|Kosten\nA|1,50\nB|2,50\nTotaal|4,00', [4]],
	['a word in the second value', 'Day|C|I|Cost\n1d|A|x1|1\n1d|B|x2|2\n1d|Total||3', [4]],
	['two words in a table of one name', 'C|Cost\nA|1\nB|2\nTotal: active|3\nTotal: all|4', [4, 5]],
	['a word, and sums', 'C|I|N\nA|x|60210\nB|y|40100\nTotal||100310\n|z|100310', [4, 5]],
	['a word, and numbered rows', NUMBERED, [4]],
	['a word, and percentages', 'C|Clicks|CTR\nA|5|5%\nB|6|6%\nTotal|11|5.5%', [4]],
	['a word, and an empty column', 'C|Clicks|Note\nA|5|\nB|6|\nTotal|11|', [4]],
	['a word, and a column that one row fills', 'C|Note|N\nA||5\nB|x|6\nC||7\nTotal||18', [5]],
	['a word in place of a day', 'Day|N|CTR\n2026-11-20|5|5%\n2026-11-21|6|6%\nTotal|11|', [4]],
	['another percentage than the only other row', 'C|N|M|CTR\nA|5|7|5%\n|5|7|6%', []],
	['a word, and a currency', 'C|Currency|Cost\nA|USD|1\nB|USD|2\nTotal: C|USD|3', [4]],
	['a word beside one day', 'Day|C|Cost\n2026-11-20|A|1\n2026-11-20|B|2\n2026-11-20|Total|3', [4]],
	['a word beside two days', 'Day|C|Cost\n2026-11-20|A|1\n2026-11-21|B|2\n2026-11-21|Total|3', []],
	['a word before a notice', 'C|Cost\nA|1\nB|2\nTotal|3\n©2026 Firm|', [4]],
	['a label and three digits', 'C|D|I|N\nA|1d|x|60\nB|1d|y|61\nTotal X||z|121', []],
	['words alone', 'C|Cost\nTotal|3\nTotaal|3', []],
	['a name after a word', 'C|Cost|N\nGesamt - Search|500|50\nBrand|20|4\nPMax|100|9', []],
	['a name after a word, and sums', 'C|N\nA|20123\nB|10100\nTotal - all|30223', [4]],
	['the same numbers as the only other row', 'C|Clicks|Cost\nA|5|7.5\n|5|7.5', [3]],
	['zeros twice', 'C|Clicks|Cost\nA|0|0\n|0|0', []],
	['the same numbers as one of two rows', 'C|Clicks|Cost\nA|5|7.5\nB|5|7.5\n|5|7.5', []],
	['a rounded sum', 'C|N\nA|1012.42\nB|2325.33\n|3337.8', [4]],
	['a sum of rounded numbers', 'C|N\nA|10123.4\nB|20234.6\nD|30345.1\n|60703.2', [5]],
	['nearly the sum of whole numbers', 'C|N\nA|10123\nB|20234\n|30358', []],
	['a word beside another name', 'C|D|I|N\nA|1d|a|1\nB|1e|b|2\nC|1f|c|3\nTotal Inc|1g||4', []],
	['a word and two rows', 'C|D|I|N\nA|1d|a|1\nB|1e|b|2\nTotal Inc|||3', []],
	['the same campaign twice', 'Day|Campaign|N|Cost\n2026-11-20|A|5|7.5\n|A|5|7.5', []],
	['no word and three digits', 'C|D|Clicks\nA|x|60\nB|y|61\n|z|121', []],
	['a campaign that is called so', 'C|I|Cost\nA|x1|1\nTotal|x2|2\nB|x3|3', []],
	['a column that several rows lack', 'C|Note|Cost\nTotal|x|1\nA||2\nB||3', []],
	['a brand in the middle', 'Brand|Sales\nAcme|5\nTotal|7\nBcme|9', []],
	['a row that lacks its campaign', 'C|Clicks|Cost\nA|5|7.5\nB|8|2.5\n|2|3.1', []],
])('totals are found, or not, in a table with %s', (_, text, lines) => {
	expect(linesOf(described(table(text)))).toEqual(lines);
});

it('a total is found after the first 1,000 rows', () => {
	const rows = Array.from({ length: 3_000 }, (_, n) => [`Campaign ${n}`, `id ${n}`, String(n)]);
	const names = ['Campaign', 'ID', 'Clicks'];
	const total = ['', '', String((3_000 * 2_999) / 2)];
	expect(linesOf(described({ names, rows: [...rows, total] }))).toEqual([3_002]);
	expect(linesOf(described({ names, rows: [total, ...rows] }))).toEqual([2]);
	expect(linesOf(described({ names, rows }))).toEqual([]);
});

/** Tables as platforms export them: gaps, prices that repeat, zeros, cumulative columns, brands with a total's word. */
const tables = fc
	.record({
		names: fc.integer({ min: 1, max: 3 }),
		numbers: fc.integer({ min: 1, max: 5 }),
		rows: fc.integer({ min: 1, max: 12 }),
		seed: fc.infiniteStream(fc.nat(9_999)),
		gaps: fc.integer({ min: 0, max: 3 }),
		isCumulative: fc.boolean(),
	})
	.map(({ names, numbers, rows, seed, gaps, isCumulative }): Table & { sums: number[] } => {
		const next = () => seed.next().value as number;
		const brands = texts(
			'Brand | Total Wine & More | Gesamtpaket | Sum 41 | Summer | Overall Shop',
		);
		let running = 0;
		const all = Array.from({ length: rows }, (_, row) => [
			...Array.from({ length: names }, (__, at) => `${brands[next() % brands.length]} ${row}${at}`),
			...Array.from({ length: numbers }, (__, at) => {
				const value = [0, 5, 12.5, 99.99, next(), next() / 100][next() % 6]!;
				if (at > 0 || !isCumulative) return String(value);
				running += Math.round(value);
				return String(running);
			}),
		]);
		for (let gap = 0; gap < gaps; gap++) {
			const row = all[gap % rows]!;
			row[next() % row.length] = '';
		}
		const columnNames = all[0]!.map((_, at) => `Column ${at}`);
		const sums = Array.from({ length: numbers }, (_, at) =>
			all.reduce((sum, row) => sum + Number(row[names + at]), 0),
		);
		return { names: columnNames, rows: all, sums };
	});

it('no row of a table without a total looks like one', () => {
	fc.assert(
		fc.property(tables, (each) => {
			// A row without a name that has the numbers of the only other row is a total, as is one with the sum of the others.
			const lacksName = ([name]: readonly unknown[]) => name === '';
			const isSum = (sum: number, at: number) =>
				each.rows.some((row) => sum >= 20_000 && 2 * Number(row.at(at - each.sums.length)) === sum);
			if ((each.rows.length === 2 && each.rows.some(lacksName)) || each.sums.some(isSum)) return;
			expect(linesOf(described(each))).toEqual([]);
		}),
		{ numRuns: draws(10_000) },
	);
});

it('a total without a word is found in more than 93 % of tables', () => {
	let [found, all] = [0, 0];
	fc.assert(
		fc.property(tables, fc.boolean(), ({ names, rows, sums }, isFirst) => {
			const digits = sums.join('').replace(/[.0]+/g, '').length;
			const hasGaps = rows.some((row) => row.includes(''));
			if (rows.length < 2 || digits < 7 || hasGaps) return;
			const total = [
				...Array<string>(names.length - sums.length).fill(''),
				...sums.map((sum) => String(Number(sum.toFixed(2)))),
			];
			const withTotal = isFirst ? [total, ...rows] : [...rows, total];
			const lines = linesOf(described({ names, rows: withTotal }));
			all++;
			if (lines.join() === (isFirst ? '2' : String(rows.length + 2))) found++;
		}),
		{ numRuns: 3_000 },
	);
	expect(found / all).toBeGreaterThan(0.93);
});
