import type { IDataObject } from 'n8n-workflow';
import { fromAi } from '../../kit/fromAi.mts';
import { parametersOf, SHOP } from '../../kit/operations.mts';
import { create, push } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Values are checked as n8n resolves them, before anything is sent. The unit tests say what fits. */

const stage = sharedStage();

const query = (parameters: IDataObject, options: IDataObject = {}): IDataObject => ({
	...parametersOf('sql', options),
	period: 'lastNDays',
	...parameters,
});

type Value = IDataObject[string];
it.each<[what: string, label: string, right: Value, of: (value: Value) => IDataObject]>([
	['switch', 'Preview', false, (preview) => push({}, { preview })],
	['choice', 'Number Format', 'plain', (numberFormat) => push({}, { numberFormat })],
	['number', 'Days', 1, (days) => query({ days })],
	['switch in the options', 'Include Shop', true, (includeShop) => query({}, { includeShop })],
	['choice in the options', 'Split By', 'day', (splitBy) => query({}, { splitBy })],
	['number in the options', 'Batch Size', 1, (batchSize) => push({ batchSize })],
	['text in the options', 'Rows Field', 'rows', (rowsField) => query({}, { rowsField })],
])('a %s takes only what fits it: "%s"', async (_, label, right, of) => {
	const run = async (value: Value) =>
		String((await stage.run({ parameters: of(value) })).thrown?.message);
	const refusal = new RegExp(`^"${label}" must be `);
	// As JavaScript, because JSON has no undefined. For a saved null, n8n gives the default.
	for (const wrong of ['={{ null }}', '={{ undefined }}', '={{ ({}) }}', {}])
		expect(await run(wrong)).toMatch(refusal);
	expect(stage.sandbox.log).toEqual([]);
	for (const value of [right, `={{ ${JSON.stringify(right)} }}`])
		expect(await run(value)).not.toMatch(refusal);
});

it.each([
	[true, 1],
	[false, 0],
	['true', 0],
	['={{ $json.allow ?? true }}', 0],
	[fromAi('Allow as AI Tool', 'boolean'), 0],
])('only the node itself allows an agent to delete: %p', async (...given) => {
	const [allowAsTool, times] = given;
	const tool = { shopDomain: fromAi('Shop'), emails: fromAi('Emails'), phones: fromAi('Phones') };
	const call = { Shop: SHOP, Emails: 'ann@example.com', Phones: '', Allow_as_AI_Tool: true };
	await stage.run({ parameters: create({ allowAsTool }, tool), toolCalls: [call] });
	expect(stage.sandbox.requests('compliance')).toHaveLength(times);
});

const VARIES = '={{ $itemIndex > 0 }}';
it.each<[label: string, parameters: IDataObject]>([
	['Preview', create({}, { preview: VARIES, phones: '' })],
	['Combine Items', create({ combine: VARIES }, { phones: '' })],
	['Preview', push({}, { preview: VARIES })],
	['Batch Size', push({ batchSize: '={{ $itemIndex + 1 }}' })],
	['Values That Mean Empty', push({ emptyValues: '={{ $json.emails }}' })],
	['Number Format', push({}, { numberFormat: '={{ $itemIndex ? "plain" : "decimalComma" }}' })],
	['Date Format', push({}, { dateFormat: '={{ $itemIndex ? "iso" : "dayDots" }}' })],
	['Data Mode', push({}, { dataMode: '={{ $itemIndex ? "autoMapInputData" : "json" }}' })],
])('nothing is sent if %s varies: %j', async (label, parameters) => {
	const items = ['ann@example.com', 'bob@example.com'].map((emails) => ({ emails }));
	const { error } = await stage.run({ parameters, items, onError: 'continueErrorOutput' });
	const message = `"${label}" has another value for item 2 than for item 1`;
	expect(error).toMatchObject(items.map(() => ({ json: { error: { message } } })));
	expect(stage.sandbox.log).toEqual([]);
});
