import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import type { ExampleCase } from './case.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import { inAnyOrder, SHOP, type ExampleStage } from './stage.mts';

const LIMIT_MS = 90_000;
const STEP_MS = 250;

/** As often as n8n takes it: each poll time is once a minute. */
const POLL_TIMES = {
	item: Array.from({ length: 20 }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${n * 3} * * * * *`,
	})),
};

async function until(holds: () => boolean, what: string): Promise<void> {
	for (const limit = Date.now() + LIMIT_MS; !holds(); await sleep(STEP_MS)) {
		if (Date.now() > limit) throw new Error(`${what} did not come in ${LIMIT_MS / 1_000} s`);
	}
}

/** Publishes an example that polls, while the work is done. No execution may fail. */
async function polling(
	stage: ExampleStage,
	file: string,
	work: () => Promise<string>,
): Promise<string> {
	const { client } = stage;
	const workflow = await stage.load(file, ({ nodes }) => {
		const trigger = nodes.find(({ type }) => type.endsWith('.merchantDataTrigger'));
		trigger!.parameters.pollTimes = POLL_TIMES;
	});
	await client.activate(workflow);
	try {
		const said = await work();
		for (const each of await client.executionsOf(workflow)) assert.equal(failureOf(each), null);
		return said;
	} finally {
		await client.deactivate(workflow);
	}
}

/** Waits for two more polls, which give nothing that is not there yet. */
async function twoPolls({ production }: ExampleStage): Promise<void> {
	const before = production.requests('sql').length;
	await until(() => production.requests('sql').length >= before + 2, 'A poll');
}

/** The examples that start by themselves with what is new at the service. */
export const triggerCases: ExampleCase[] = [
	{
		file: 'new-orders-to-messages.json',
		run: async (stage, file) =>
			await polling(stage, file, async () => {
				const { production, inbox } = stage;
				await twoPolls(stage);
				assert.deepEqual(inbox.messages, []);
				const insert = production.database.prepare(
					"INSERT INTO all_orders VALUES (?, ?, ?, ?, 'Tea set, 6 cups', 2, 19.5, 'EUR')",
				);
				insert.run(SHOP, 'fresh', daysAgo(0), 'Zoë García');
				insert.run(SHOP, 'late', daysAgo(5), 'Seán "Jack" O\'Brien');
				await until(() => inbox.messages.length >= 2, 'A message');
				await twoPolls(stage);
				assert.deepEqual(inbox.messages.sort(), [
					'Order fresh: 2 × Tea set, 6 cups for Zoë García, 19.5 EUR',
					'Order late: 2 × Tea set, 6 cups for Seán "Jack" O\'Brien, 19.5 EUR',
				]);
				return 'nothing for the orders that were there; two messages for two new ones, one of them late';
			}),
	},
	{
		file: 'corrected-ad-spend-to-ads.json',
		run: async (stage, file) =>
			await polling(stage, file, async () => {
				const { production } = stage;
				const shop = 'nordlicht-laden.example';
				const pushed = () => production.pushed('ads', shop).map(({ row }) => row);
				const there = production.database
					.prepare(
						'SELECT date, channel, campaign, impressions, clicks, spend, currency FROM all_ad_spend WHERE shop = ? AND date BETWEEN ? AND ? ORDER BY date, channel, campaign',
					)
					.all(shop, daysAgo(28), daysAgo(1));
				await until(() => pushed().length >= there.length, 'A push');
				assert.deepEqual(inAnyOrder(pushed()), inAnyOrder(there));
				production.database
					.prepare('UPDATE all_ad_spend SET spend = 7.5 WHERE shop = ? AND date = ?')
					.run(shop, daysAgo(20));
				await until(() => pushed().length > there.length, 'A correction');
				await twoPolls(stage);
				const corrected = there.filter(({ date }) => date === daysAgo(20));
				assert.deepEqual(
					inAnyOrder(pushed().slice(there.length)),
					inAnyOrder(corrected.map((row) => ({ ...row, spend: 7.5 }))),
				);
				return `${there.length} rows at first, then ${corrected.length} corrected`;
			}),
	},
];
