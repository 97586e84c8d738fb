import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { makeTable } from '../../../scripts/editor.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import type { DataTable } from '../../../scripts/hosts/dataTables.mts';
import { until } from '../until.mts';
import { MANUAL, SHOP, sqlBodies, type ExampleCase, type ExampleStage } from './stage.mts';

const LIMIT_MS = 30_000;

/** What makes a row of a day with an amount. */
type Insert = (date: string, amount: number) => void;

/** Lets the shop have further rows while the work is done. */
async function withRows<T>(
	{ production: { database } }: ExampleStage,
	work: (order: Insert, spend: Insert) => Promise<T>,
): Promise<T> {
	const order = database.prepare(
		`INSERT INTO all_orders VALUES ('${SHOP}', 'watched-' || ?1, ?1, 'Ada', 'Größe "M"', 1, ?2, 'EUR')`,
	);
	const spend = database.prepare(
		`INSERT INTO all_ad_spend VALUES ('${SHOP}', ?, 'Watched', 'Watched', 100, 10, ?, 'EUR')`,
	);
	try {
		return await work(order.run.bind(order), spend.run.bind(spend));
	} finally {
		database.exec("DELETE FROM all_orders WHERE order_id LIKE 'watched-%'");
		database.exec("DELETE FROM all_ad_spend WHERE channel = 'Watched'");
	}
}

/** Of a day in the five weeks before the last 28 days; each of those has 24.95, and 1.25 of spend. */
const REVENUE_OF_WEEKS_BEFORE = [20, 30, 22, 28, 25];

const weekday = (date: string) =>
	new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

/** A message as it should read. */
const message = (days: number, rest: string) =>
	`${SHOP}, ${weekday(daysAgo(days))} ${daysAgo(days)}: ${rest}`;

/** The alert through some mornings. */
async function watch(stage: ExampleStage, file: string, addOrder: Insert, addSpend: Insert) {
	const { inbox } = stage;
	const table = await makeTable(stage, file);
	/** @param values what the user changes in Settings */
	const load = async (values = {}) => await stage.load(file, values);
	const sent = () => inbox.messages.splice(0);
	const states = async () =>
		(await table.rows()).map(({ number, value, low, high, state }) =>
			[number, value, low, high, state].join(' '),
		);

	const young = await load();
	await stage.run(young, MANUAL);
	for (const { day, state } of await table.rows())
		assert.deepEqual([day, state], [daysAgo(1), 'too few weeks']);
	assert.equal((await table.rows()).length, 2);
	for (let days = 29; days <= 63; days++) {
		addOrder(daysAgo(days), REVENUE_OF_WEEKS_BEFORE[Math.floor((days - 29) / 7)] ?? 0);
		addSpend(daysAgo(days), 1.25);
	}
	await stage.run(young, 'Every morning');
	const spend = 'spend 1.25 1.13 1.38 usual';
	assert.deepEqual(await states(), ['revenue 24.95 18.95 30.95 usual', spend]);
	assert.deepEqual(sent(), []);

	addOrder(daysAgo(1), 100);
	inbox.refuses = /./;
	assert.match(await stage.fails(young), /^Stop: message not sent: 1 of 1 messages could not/);
	assert.deepEqual(await states(), ['revenue 124.95 18.95 30.95 unusual', spend]);

	// The next morning, which has no message of its own.
	inbox.refuses = undefined;
	const next = await load({ day: daysAgo(0) });
	await stage.run(next, MANUAL);
	const numbers = 'was 124.95. Usual on this weekday: 18.95 to 30.95 (median 24.95 of 8 weeks).';
	assert.deepEqual(sent(), [message(1, `revenue ${numbers}`)]);
	await stage.crash();
	for (const days of [0, 1]) await stage.run(await load({ day: daysAgo(days) }), MANUAL);
	assert.deepEqual(sent(), []);

	// Two messages, one of which cannot be sent.
	addOrder(daysAgo(0), 200);
	addSpend(daysAgo(0), 50);
	inbox.refuses = /spend/;
	const both = await load({ day: daysAgo(0) });
	assert.match(await stage.fails(both), /^Stop: message not sent: 1 of 2 messages could not/);
	assert.match(String(sent()), /revenue was 224\.95\. Usual/);
	inbox.refuses = undefined;
	for (let run = 0; run < 2; run++) await stage.run(both, MANUAL);
	const spent = 'was 51.25. Usual on this weekday: 1.13 to 1.38 (median 1.25 of 8 weeks).';
	assert.deepEqual(sent(), [message(0, `spend ${spent}`)]);

	await stage.run(await load({ day: daysAgo(-1), numbers: 'revenue' }), MANUAL);
	assert.match(String(sent()), /revenue was 0\.00\. .* There are no rows for this day\.$/);
	const misspelt = await load({ numbers: 'revenu' });
	assert.match(await stage.fails(misspelt), /no column "revenu", which Settings names/);
	return 'too few weeks and in the band: nothing; three days out of it, one message each, after failed messages and a restart too';
}

/** A month counted back from this one, such as `2026-05`. */
function month(back: number): string {
	const [year = 0, number = 0] = daysAgo(0).split('-').map(Number);
	return new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7);
}

/** The months that the service was asked for since the last time. */
function monthsAsked(stage: ExampleStage): string[] {
	const periods = sqlBodies(stage).map(({ period }) => period);
	for (const { startDate, endDate } of periods) {
		const dayAfter = new Date(Date.parse(endDate) + 86_400_000).toISOString();
		assert.match(`${startDate} ${dayAfter}`, /-01 .*-01T/);
		assert.ok(Date.parse(dayAfter) - Date.parse(startDate) <= 31 * 86_400_000);
	}
	stage.production.clearLog();
	return periods.map(({ startDate }) => startDate.slice(0, 7));
}

/** Each month's file holds what the service has, and the table says so. */
async function compareFiles(
	{ production, folder }: ExampleStage,
	table: DataTable,
	months: string[],
): Promise<number> {
	const orders = production.database.prepare(
		'SELECT date, order_id, customer, product, quantity, total, currency FROM all_orders WHERE shop = ? AND date LIKE ? ORDER BY date, order_id',
	);
	const rows = await table.rows();
	const filled: string[] = [];
	for (const { month: name, rows: count, file } of rows) {
		const own = orders.all(SHOP, `${String(name)}-%`);
		assert.deepEqual([count, file !== ''], [own.length, own.length > 0]);
		if (own.length === 0) continue;
		filled.push(String(file));
		const records: unknown = parse(readFileSync(String(file)), { columns: true });
		const texts = own.map((each) =>
			Object.fromEntries(Object.entries(each).map(([column, value]) => [column, String(value)])),
		);
		assert.deepEqual(records, texts);
	}
	assert.deepEqual(rows.map((row) => row.month).sort(), months);
	const files = readdirSync(folder).filter((name) => name.startsWith(SHOP));
	assert.deepEqual(files.map((name) => join(folder, name)).sort(), filled.sort());
	return filled.length;
}

/** The backfill through an error and a crash. */
async function backfill(stage: ExampleStage, file: string): Promise<string> {
	const { client, production, folder } = stage;
	const table = await makeTable(stage, file);
	const workflow = await stage.load(file);
	const months = Array.from({ length: 12 }, (_, index) => month(12 - index));

	production.fail('sql', 'ok', 'ok', 'ok', 400);
	assert.match(await stage.fails(workflow), /^Orders of the month: .*400/);
	assert.deepEqual(monthsAsked(stage), months.slice(0, 4));

	// As a stop of n8n in the middle of writing would leave it.
	const [fourth = ''] = months.slice(3);
	const lastDay = new Date(Date.parse(`${month(8)}-01`) - 86_400_000).toISOString().slice(0, 10);
	const partly = join(folder, `${SHOP}_${fourth}-01_${lastDay}.csv`);
	writeFileSync(partly, 'date,order_id\n2025-0');
	production.fail('sql', 'ok', 'timeout');
	const stopped = client.run(workflow, MANUAL);
	stopped.catch(() => undefined);
	await until('the second request', LIMIT_MS, () => production.pendingFaults === 0);
	await stage.crash();
	assert.deepEqual(monthsAsked(stage), months.slice(3, 5));

	await stage.run(workflow, MANUAL);
	assert.deepEqual(monthsAsked(stage), months.slice(4));
	const count = await compareFiles(stage, table, months);
	await stage.run(workflow, 'Every night');
	assert.deepEqual(monthsAsked(stage), []);

	await stage.run(await stage.load(file, { firstMonth: month(13) }), MANUAL);
	assert.deepEqual(monthsAsked(stage), [month(13)]);
	const wrong = await stage.load(file, { firstMonth: 'January' });
	assert.match(await stage.fails(wrong), /The first month in Settings is "January"/);
	return `12 months in ${count} files, after an error and a crash; only the months in work then were asked twice`;
}

/** The examples that remember what they have done. */
export const watchCases: ExampleCase[] = [
	{
		file: 'unusual-day-to-message.json',
		run: async (stage, file) =>
			await withRows(stage, async (...inserts) => await watch(stage, file, ...inserts)),
	},
	{
		file: 'backfill-orders-by-month.json',
		run: async (stage, file) =>
			await withRows(stage, async (order) => {
				for (const back of [12, 11, 9, 8]) order(`${month(back)}-15`, 12.5);
				return await backfill(stage, file);
			}),
	},
];
