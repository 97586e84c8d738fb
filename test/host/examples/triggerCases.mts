import assert from 'node:assert/strict';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import { PATIENCE_MS, POLL_TIMES, polls, whileActive } from '../scenarios/triggers.mts';
import { until } from '../until.mts';
import { assertSame, pushed, SHOP, type ExampleCase, type ExampleStage } from './stage.mts';

/** Publishes an example that polls, while the work is done. No execution may fail. */
async function polling(stage: ExampleStage, file: string, work: () => Promise<string>) {
	const { client } = stage;
	const workflow = await stage.load(file, {}, ({ nodes }) => {
		const trigger = nodes.find(({ type }) => type.endsWith('.merchantDataTrigger'));
		trigger!.parameters.pollTimes = POLL_TIMES;
	});
	return await whileActive(client, workflow, async () => {
		const said = await work();
		for (const each of await client.executionsOf(workflow)) assert.equal(failureOf(each), null);
		return said;
	});
}

/** A row of ad spend as the example pushes it. */
const asSent = ({ date, channel, campaign, currency, ...metrics }: Record<string, unknown>) => ({
	event_date: date,
	channel,
	campaign: { name: campaign },
	metrics,
	currency,
});

/** The examples that start by themselves with what is new at the service. */
export const triggerCases: ExampleCase[] = [
	{
		file: 'new-orders-to-messages.json',
		run: async (stage, file) =>
			await polling(stage, file, async () => {
				const { production, inbox } = stage;
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
				return 'nothing for the orders that were there; two messages for two new ones, one of them late';
			}),
	},
	{
		file: 'corrected-ad-spend-to-ads.json',
		run: async (stage, file) =>
			await polling(stage, file, async () => {
				const { production } = stage;
				const shop = 'nordlicht-laden.example';
				const there = () => pushed(stage, shop);
				const stored = production.database
					.prepare(
						'SELECT date, channel, campaign, impressions, clicks, spend, currency FROM all_ad_spend WHERE shop = ? AND date BETWEEN ? AND ? ORDER BY date, channel, campaign',
					)
					.all(shop, daysAgo(28), daysAgo(1));
				await until('a push', PATIENCE_MS, () => there().length >= stored.length);
				assertSame(there(), stored.map(asSent));
				production.database
					.prepare('UPDATE all_ad_spend SET spend = 7.5 WHERE shop = ? AND date = ?')
					.run(shop, daysAgo(20));
				await until('a correction', PATIENCE_MS, () => there().length > stored.length);
				await polls(stage, 2);
				const corrected = stored.filter(({ date }) => date === daysAgo(20));
				const wanted = corrected.map((row) => asSent({ ...row, spend: 7.5 }));
				assertSame(there().slice(stored.length), wanted);
				return `${stored.length} rows at first, then ${corrected.length} corrected`;
			}),
	},
];
