import assert from 'node:assert/strict';
import { makeTable } from '../../../scripts/editor.mts';
import { daysAgo } from './rows.mts';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { PATIENCE_MS, POLL_TIMES, polls, whileActive } from '../scenarios/triggers.mts';
import { until } from '../../../scripts/until.mts';
import { SHOP, type ExampleStage } from './stage.mts';

/** Of a day in the five weeks before the last 28 days; each of those has 24.95, and 1.25 of spend. */
const REVENUE_OF_WEEKS_BEFORE = [20, 30, 22, 28, 25];

const weekday = (date: string) =>
	new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

const message = (days: number, rest: string) =>
	`${SHOP}, ${weekday(daysAgo(days))} ${daysAgo(days)}: ${rest}`;

export async function watch(stage: ExampleStage, file: string): Promise<void> {
	const { inbox, production } = stage;
	const order = production.database.prepare(
		`INSERT INTO all_orders VALUES ('${SHOP}', 'watched-' || ?1, ?1, 'Ada', 'Größe "M"', 1, ?2, 'EUR')`,
	);
	const expense = production.database.prepare(
		`INSERT INTO all_ad_spend VALUES ('${SHOP}', ?, 'Watched', 'Watched', 100, 10, ?, 'EUR')`,
	);
	const table = await makeTable(stage, file);
	/** @param values what the user changes in Settings */
	const load = async (values = {}) => await stage.load(file, values);
	const sent = () => inbox.messages.splice(0);
	const states = async () =>
		(await table.rows()).map(({ number, value, low, high, state }) =>
			[number, value, low, high, state].join(' '),
		);

	const young = await load();
	await stage.run(young);
	for (const { day, state } of await table.rows())
		assert.deepEqual([day, state], [daysAgo(1), 'too few weeks']);
	assert.equal((await table.rows()).length, 2);
	for (let days = 29; days <= 63; days++) {
		order.run(daysAgo(days), REVENUE_OF_WEEKS_BEFORE[Math.floor((days - 29) / 7)] ?? 0);
		expense.run(daysAgo(days), 1.25);
	}
	await stage.run(young);
	const spend = 'spend 1.25 1.13 1.38 usual';
	assert.deepEqual(await states(), ['revenue 24.95 18.95 30.95 usual', spend]);
	assert.deepEqual(sent(), []);

	order.run(daysAgo(1), 100);
	inbox.refuses = /./;
	assert.match(await stage.fails(young), /^Stop: message not sent: 1 of 1 messages could not/);
	assert.deepEqual(await states(), ['revenue 124.95 18.95 30.95 unusual', spend]);

	// The next morning, which has no message of its own.
	inbox.refuses = undefined;
	const next = await load({ day: daysAgo(0) });
	await stage.run(next);
	const numbers = 'was 124.95. Usual on this weekday: 18.95 to 30.95 (median 24.95 of 8 weeks).';
	assert.deepEqual(sent(), [message(1, `revenue ${numbers}`)]);
	await stage.crash();
	for (const days of [0, 1]) await stage.run(await load({ day: daysAgo(days) }));
	assert.deepEqual(sent(), []);

	// Two messages, one of which cannot be sent.
	order.run(daysAgo(0), 200);
	expense.run(daysAgo(0), 50);
	inbox.refuses = /spend/;
	const both = await load({ day: daysAgo(0) });
	assert.match(await stage.fails(both), /^Stop: message not sent: 1 of 2 messages could not/);
	assert.match(String(sent()), /revenue was 224\.95\. Usual/);
	inbox.refuses = undefined;
	for (let run = 0; run < 2; run++) await stage.run(both);
	const spent = 'was 51.25. Usual on this weekday: 1.13 to 1.38 (median 1.25 of 8 weeks).';
	assert.deepEqual(sent(), [message(0, `spend ${spent}`)]);

	await stage.run(await load({ day: daysAgo(-1), numbers: 'revenue' }));
	assert.match(String(sent()), /revenue was 0\.00\. .* There are no rows for this day\.$/);
	const misspelt = await load({ numbers: 'revenu' });
	assert.match(await stage.fails(misspelt), /no column "revenu", which Settings names/);
}

export async function orderMessages(stage: ExampleStage, file: string): Promise<void> {
	const { client, production, inbox } = stage;
	const workflow = await stage.load(file, {}, ({ nodes }) => {
		const trigger = nodes.find(({ type }) => type.endsWith('.merchantDataTrigger'));
		trigger!.parameters.pollTimes = POLL_TIMES;
	});
	await stage.run(workflow);
	assert.equal(inbox.messages.splice(0).length > 0, true);
	return await whileActive(client, workflow, async () => {
		await polls(stage, 2);
		assert.deepEqual(inbox.messages, []);
		const insert = production.database.prepare(
			"INSERT INTO all_orders VALUES (?, ?, ?, ?, 'Tea set, 6 cups', 2, 19.5, 'EUR')",
		);
		insert.run(SHOP, 'fresh', daysAgo(0), 'Zoë García');
		insert.run(SHOP, 'late', daysAgo(5), 'Seán "Jack" O\'Brien');
		await until('the messages', PATIENCE_MS, () => inbox.messages.length >= 2);
		await polls(stage, 2);
		assert.deepEqual(inbox.messages.sort(), [
			'Order fresh: 2 × Tea set, 6 cups for Zoë García, 19.5 EUR',
			'Order late: 2 × Tea set, 6 cups for Seán "Jack" O\'Brien, 19.5 EUR',
		]);
		for (const each of await client.executionsOf(workflow)) assert.equal(failureOf(each), null);
	});
}
