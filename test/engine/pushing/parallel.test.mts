import type { IDataObject } from 'n8n-workflow';
import type { FaultLike, LogEntry } from '../../../sandbox/index.mts';
import { sharedStage } from '../../kit/stage.mts';
import { FIRST, links, numbers, push, rows, SECOND } from '../../kit/pushing.mts';

/** Requests side by side: what overlaps, and what stays in order. */

const stage = sharedStage();
jest.setTimeout(120_000);

const sent = () => stage.sandbox.requests('ads');
const stored = (shop?: string) =>
	stage.sandbox.pushed('ads', shop).map(({ row }) => (row as { n: number }).n);
const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
const mostOpen = (entries: LogEntry[]) => Math.max(...entries.map(({ open }) => open));
const delays = (...ms: number[]): FaultLike[] => ms.map((delayMs) => ({ delayMs }));
/** Delays so that what was sent first is answered last. */
const backwards = (count: number) =>
	delays(...numbers(0, count).map((index) => 500 + (count - index) * 30));
describe('pushes', () => {
	it('overlap, and come out in input order with their links, whatever was answered first', async () => {
		stage.sandbox.fail('ads', ...backwards(8));
		const { success } = await stage.run({ parameters: push({ batchSize: 5 }), items: rows(40) });
		expect(mostOpen(sent())).toBe(8);
		// The service took the last ones first.
		expect(stored()).not.toEqual(numbers(0, 40));
		expect(ascending(stored())).toEqual(numbers(0, 40));
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual(
			numbers(0, 8).map((batch) => links(5 * batch, 5 * batch + 5)),
		);
	});

	it('that are too large halve once, however many of them are refused at once', async () => {
		const items = rows(320).map(({ n }) => ({ n, text: 'x'.repeat(100) }));
		stage.sandbox.set({ maxBodyBytes: 3_000 });
		stage.sandbox.fail('ads', ...delays(...Array<number>(8).fill(60)));
		const { success } = await stage.run({ parameters: push({ batchSize: 40 }), items });
		const refused = sent().filter(({ status }) => status === 413);
		const taken = sent().filter(({ status }) => status === 200);
		// All eight were under way. Each goes in two halves, none in quarters.
		expect([refused.length, taken.length]).toEqual([8, 16]);
		for (const entry of taken) expect(entry.rows).toBe(20);
		expect(success.flatMap(({ pairedItem }) => pairedItem)).toEqual(links(0, 320));
	});

	it('that are under way when one fails are counted; nothing starts after it', async () => {
		stage.sandbox.fail('ads', ...delays(150), { status: 400, delayMs: 60 }, ...delays(150, 150));
		const parameters = push({ batchSize: 2, maxParallelRequests: 4 });
		const { thrown } = await stage.run({ parameters, items: rows(40) });
		expect(sent()).toHaveLength(4);
		expect(stored()).toHaveLength(6);
		expect(thrown?.message).toMatch(
			/Of 40 rows: 6 accepted, 2 rejected, 32 not sent\. First rejected: row \d\./,
		);
	});
});

describe('others', () => {
	it.each(['items', 'csv'])(
		'the windows of queries overlap, and come out in order: %s',
		async (as) => {
			stage.sandbox.fail('sql', ...backwards(8));
			const { success } = await stage.run({
				parameters: {
					resource: 'sql',
					operation: 'executeQuery',
					shopDomain: '={{ $json.shop }}',
					query:
						'SELECT DISTINCT date FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY 1',
					period: 'custom',
					startDate: '2026-06-01',
					endDate: '2026-06-04',
					outputFormat: as,
					options: { splitBy: 'day' },
				},
				items: [{ shop: FIRST }, { shop: SECOND }],
			});
			const asked = stage.sandbox.requests('sql');
			expect([asked.length, mostOpen(asked)]).toEqual([8, 8]);
			const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
			const places = success.map(({ json, pairedItem }) => [
				(pairedItem as { item: number }).item,
				days.indexOf(String(as === 'csv' ? (json.period as IDataObject).startDate : json.date)),
			]);
			expect(places.length).toBeGreaterThanOrEqual(8);
			expect(places).toEqual([...places].sort(([a, b], [c, d]) => a! - c! || b! - d!));
		},
	);
});
