import type { IDataObject } from 'n8n-workflow';
import { stopClock } from '../../kit/clock.mts';
import { sharedTriggerStage } from '../../kit/poller.mts';

const SHOP = 'harbour-goods.example';
const ORDERS = {
	shopDomain: SHOP,
	query: 'SELECT order_id, date, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
	event: 'newOrChangedRows',
	keyColumns: 'order_id',
	lookBackDays: 7,
	startWith: 'onlyNew',
	options: {},
};

const HOUR_MS = 3_600_000;

const stage = sharedTriggerStage();

const run = (sql: string, ...values: Array<string | number>) =>
	stage.sandbox.database.prepare(sql).run(...values);
const insert = (id: string, date: string, total = 1, shop = SHOP) =>
	run(
		"INSERT INTO all_orders VALUES (?, ?, ?, 'Anna', 'Lamp', 1, ?, 'EUR')",
		shop,
		id,
		date,
		total,
	);
const restate = (id: string, total: number) =>
	run('UPDATE all_orders SET total = ? WHERE order_id = ?', total, id);
const remove = (id: string) => run('DELETE FROM all_orders WHERE order_id = ?', id);
const orders = (parameters: IDataObject = {}) =>
	stage.workflow({ parameters: { ...ORDERS, ...parameters } });
const ids = (rows: IDataObject[]) => rows.map((row) => row.order_id);
const asked = () =>
	stage.sandbox.requests('sql').map(({ body }) => {
		const { period } = body as { period: { startDate: string; endDate: string } };
		return `${period.startDate} ${period.endDate}`;
	});

describe('what starts the workflow', () => {
	it('is nothing at activation, then what is new, however late it comes', async () => {
		const workflow = orders();
		expect(await workflow.activate()).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
		insert('today', '2026-06-30', 12.5);
		insert('late', '2026-06-25', 1);
		const rows = await workflow.poll();
		expect(rows).toEqual([
			{ order_id: 'today', date: '2026-06-30', total: 12.5 },
			{ order_id: 'late', date: '2026-06-25', total: 1 },
		]);
		expect(await workflow.poll()).toEqual([]);
		expect(new Set(asked())).toEqual(new Set(['2026-06-23 2026-06-30']));
	});

	it('is no row that was gone for a while', async () => {
		insert('a', '2026-06-29');
		const workflow = orders();
		await workflow.activate();
		remove('a');
		expect(await workflow.poll()).toEqual([]);
		stopClock('2026-07-04T12:00:00Z');
		expect(await workflow.poll()).toEqual([]);
		insert('a', '2026-06-29');
		expect(await workflow.poll()).toEqual([]);
	});

	it('is not what happens in columns that do not count', async () => {
		insert('a', '2026-06-29', 1);
		const workflow = orders({ options: { ignoreColumns: 'total' } });
		await workflow.activate();
		restate('a', 2);
		expect(await workflow.poll()).toEqual([]);
		run("UPDATE all_orders SET date = '2026-06-28' WHERE order_id = 'a'");
		expect(ids(await workflow.poll())).toEqual(['a']);
	});
});

describe('time', () => {
	it('is counted in the time zone of the workflow or that of the option, to today or yesterday', async () => {
		stopClock('2026-06-30T22:30:00Z');
		await stage.workflow({ parameters: ORDERS, timezone: 'Europe/Berlin' }).activate();
		await orders({ options: { timezone: 'Pacific/Auckland' } }).activate();
		await orders({ options: { includeToday: false } }).activate();
		await orders({ lookBackDays: 0 }).activate();
		expect(asked()).toEqual([
			'2026-06-24 2026-07-01',
			'2026-06-24 2026-07-01',
			'2026-06-22 2026-06-29',
			'2026-06-30 2026-06-30',
		]);
	});

	it.each([
		['Europe/Berlin', '2026-03-29'],
		['America/New_York', '2026-11-01'],
		['Australia/Lord_Howe', '2026-10-04'],
		// Clocks change at midnight: the day begins at one, or has two midnights.
		['Africa/Cairo', '2026-04-24'],
		['America/Havana', '2026-11-01'],
	])(
		'is counted right in %s, where clocks change on %s, hour by hour',
		async (zone, changes) => {
			run('DELETE FROM all_orders');
			// Without luxon, which the trigger uses.
			const dayOf = (ms: number) =>
				new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(ms);
			const dayBefore = (day: string) =>
				new Date(Date.parse(day) - 24 * HOUR_MS).toISOString().slice(0, 10);
			const from = Date.parse(`${changes}T00:15:00Z`) - 26 * HOUR_MS;
			const parameters = { ...ORDERS, lookBackDays: 1 };
			const workflows = [
				stage.workflow({ parameters, timezone: zone }),
				stage.workflow({
					parameters: { ...parameters, options: { timezone: zone } },
					timezone: 'Asia/Kathmandu',
				}),
			];
			jest.setSystemTime(from);
			for (const each of workflows) await each.activate();
			const days = new Set<string>();
			for (let hour = 1; hour <= 54; hour++) {
				const now = from + hour * HOUR_MS;
				jest.setSystemTime(now);
				const day = dayOf(now);
				insert(`late ${hour}`, dayBefore(day));
				insert(`today ${hour}`, day);
				for (const each of workflows) {
					expect(ids(await each.poll())).toEqual([`late ${hour}`, `today ${hour}`]);
					expect(asked().at(-1)!.split(' ')[1]).toBe(day);
				}
				days.add(day);
			}
			expect(days.size).toBeGreaterThanOrEqual(3);
		},
		60_000,
	);

	it.each([
		['by days', 5, 7],
		['by more than the look-back', 30, 2],
		['by years', 1_000, 7],
	])(
		'that was ahead %s does not silence it: it goes on when the clock is right again',
		async (_, daysAhead, lookBackDays) => {
			const workflow = orders({ lookBackDays });
			await workflow.activate();
			insert('before', '2026-06-30');
			jest.setSystemTime(Date.parse('2026-06-30T12:00:00Z') + daysAhead * 24 * HOUR_MS);
			expect(ids(await workflow.poll())).toEqual(['before']);
			insert('meanwhile', '2026-06-30');
			await workflow.poll();
			// A restart saves the state as it is.
			await workflow.activate();
			stopClock('2026-07-01T12:00:00Z');
			expect(ids(await workflow.activate())).toEqual(
				// With a long look-back the poll ahead has given it already.
				daysAhead > lookBackDays ? ['meanwhile'] : [],
			);
			insert('late', '2026-06-29');
			insert('today', '2026-07-01');
			restate('before', 7);
			expect(ids(await workflow.poll())).toEqual(['before', 'late', 'today']);
			const first = lookBackDays === 2 ? '2026-06-29' : '2026-06-24';
			expect(asked().at(-1)).toBe(`${first} 2026-07-01`);
			expect(await workflow.poll()).toEqual([]);
			stopClock('2026-07-02T12:00:00Z');
			insert('tomorrow', '2026-07-02');
			expect(ids(await workflow.activate())).toEqual(['tomorrow']);
		},
	);

	it('that is ahead as the trigger is activated does not silence it either', async () => {
		run('DELETE FROM all_orders');
		stopClock('2026-08-15T12:00:00Z');
		const workflow = orders();
		await workflow.activate();
		stopClock('2026-06-30T12:00:00Z');
		insert('a', '2026-06-29');
		expect(ids(await workflow.poll())).toEqual(['a']);
		expect(await workflow.poll()).toEqual([]);
	});

	it('leaves no gap after a pause', async () => {
		const workflow = orders();
		await workflow.activate();
		insert('a', '2026-07-10');
		stopClock('2026-08-30T12:00:00Z');
		expect(ids(await workflow.activate())).toEqual(['a']);
		expect(asked().at(-1)).toBe('2026-06-23 2026-08-30');
		await workflow.poll();
		expect(asked().at(-1)).toBe('2026-08-23 2026-08-30');
	});

	it('does not bring back what has been forgotten, with a longer look-back', async () => {
		const workflow = orders({ lookBackDays: 1 });
		await workflow.activate();
		stopClock('2026-07-02T12:00:00Z');
		await workflow.poll();
		await workflow.poll();
		expect(await workflow.activate({ parameters: { ...ORDERS, lookBackDays: 30 } })).toEqual([]);
		expect(asked().at(-1)).toBe('2026-06-29 2026-07-02');
		stopClock('2026-07-09T12:00:00Z');
		await workflow.poll();
		expect(asked().at(-1)).toBe('2026-06-29 2026-07-09');
	});
});

describe('an edit', () => {
	it('of the query reads known rows silently, and gives those that are not', async () => {
		const workflow = orders();
		await workflow.activate();
		insert('new', '2026-06-29');
		const query = ORDERS.query.replace('total', 'total * 2 AS double, product');
		expect(ids(await workflow.activate({ parameters: { ...ORDERS, query } }))).toEqual(['new']);
		restate('new', 7);
		expect((await workflow.poll()).map(({ double }) => double)).toEqual([14]);
	});

	it('of an expression that gives another query each time is none', async () => {
		const query = `=${ORDERS.query} -- {{ Math.random() }}`;
		insert('a', '2026-06-29', 1);
		const workflow = orders({ query });
		await workflow.activate();
		restate('a', 2);
		expect(ids(await workflow.poll())).toEqual(['a']);
	});
});

describe('a restart', () => {
	it('loses and repeats nothing, whatever polls found nothing before it', async () => {
		const workflow = orders();
		await workflow.activate();
		insert('a', '2026-06-29');
		expect(ids(await workflow.poll())).toEqual(['a']);
		for (let n = 0; n < 10; n++) expect(await workflow.poll()).toEqual([]);
		insert('b', '2026-06-29');
		// Without a word to the old process.
		expect(ids(await workflow.activate())).toEqual(['b']);
		expect(await workflow.poll()).toEqual([]);
	});
});
