import { triggerFields } from '../../../nodes/MerchantData/trigger/fields.ts';
import { sharedTriggerStage } from '../../kit/poller.mts';
import { describedFields } from './described.mts';

const stage = sharedTriggerStage();

const FIELDS = describedFields(triggerFields, {
	shopDomain: 'harbour-goods.example',
	query: 'SELECT order_id, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
	keyColumns: 'order_id',
	// A poll whose time is up is not what this is about.
	options: { maxWait: 0 },
}).map((field) => [field.title, field] as const);

async function activation(parameters: Record<string, unknown>): Promise<string> {
	const workflow = stage.workflow({ parameters: parameters as never });
	return await workflow.activate().then(
		() => 'polled',
		(error: Error) => error.message,
	);
}

it.each(FIELDS)('%s: what does not fit fails by name, and nothing is sent', async (_, field) => {
	for (const wrong of field.wrong)
		expect([wrong, await activation(field.parameters(`={{ ${wrong} }}`))]).toEqual([
			wrong,
			expect.stringMatching(`^"${field.label.replace(/[()]/g, '\\$&')}" must be`),
		]);
	expect(stage.sandbox.log).toEqual([]);
});

it.each(FIELDS)('%s: the default and each choice is taken', async (_, field) => {
	for (const right of field.right) {
		const told = await activation(field.parameters(right));
		expect([right, told]).not.toEqual([right, expect.stringContaining(' must be ')]);
	}
});
