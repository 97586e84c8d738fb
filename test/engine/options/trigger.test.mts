import type { IDataObject } from 'n8n-workflow';
import { triggerFields } from '../../../nodes/MerchantData/trigger/fields.ts';
import { sharedTriggerStage } from '../../kit/poller.mts';
import { describedFields } from './described.mts';

const { sandbox, workflow } = sharedTriggerStage();

const FIELDS = describedFields(triggerFields, {
	shopDomain: 'harbour-goods.example',
	query: 'SELECT order_id, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
	keyColumns: 'order_id',
	// A poll whose time is up is not what this is about.
	options: { maxWait: 0 },
}).map((field) => [field.title, field] as const);

const activation = async (parameters: IDataObject) =>
	await workflow(parameters)
		.activate()
		.then(
			() => 'polled',
			(error: Error) => error.message,
		);

it.each(FIELDS)(
	'%s: what does not fit fails by name and sends nothing, what fits is taken',
	async (_, field) => {
		for (const wrong of field.wrong) {
			const told = await activation(field.parameters(`={{ ${wrong} }}`));
			expect([wrong, told]).toEqual([wrong, expect.stringMatching(field.problem)]);
		}
		expect(sandbox.log).toEqual([]);
		for (const right of field.right) {
			const told = await activation(field.parameters(right));
			expect([right, told]).not.toEqual([right, expect.stringContaining(' must be ')]);
		}
	},
);
