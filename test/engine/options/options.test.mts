import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { columns } from '../../kit/columns.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { OPERATIONS, SHOP } from '../../kit/operations.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { stored } from '../../kit/binaryData.mts';
import { create, push } from '../../kit/pushing.mts';
import { type Described, describedFields } from './described.mts';

const stage = sharedStage();

/** The parameters without which an operation does nothing. */
const BASES: Record<string, IDataObject> = Object.fromEntries(
	Object.values(OPERATIONS).map((base) => [`${base.resource}.${base.operation}`, base]),
);

const FIELDS = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, fields }) => {
		const name = `${resource}.${operation}`;
		const base = { resource, operation, shop: shop(SHOP), shopDomain: SHOP, ...BASES[name] };
		return describedFields(fields, { ...base, options: { maxWait: 0 } }).map(
			(field) => [`${name}: ${field.title}`, field] as const,
		);
	}),
);

let file: IBinaryData;
const run = async (parameters: IDataObject) => {
	file ??= await stored('n,name\n1,a\n2,b\n');
	return await stage.run({ parameters, items: [{ n: 1 }], files: [{ data: file }] });
};
/** As an expression gives it, and as a saved workflow may hold it. */
const expression = (wrong: string) => `={{ ${wrong} }}`;
const isJson = (wrong: string) => !/undefined|NaN|Infinity/.test(wrong);
const fixed = (wrong: string): unknown => JSON.parse(wrong.replace(/^\((.*)\)$/, '$1'));

/** n8n itself takes what is saved as `undefined` or not at all for the default. */
async function refused(field: Described, value: unknown, told: unknown): Promise<void> {
	const { thrown } = await run(field.parameters(value));
	expect([told, thrown?.message]).toEqual([told, expect.stringMatching(field.problem)]);
	expect(stage.sandbox.log).toEqual([]);
}

it('there are fields of each kind in each operation that has any', () => {
	const withFields = resources.flatMap(({ value, operations }) =>
		operations.filter(({ fields }) => fields.length > 0).map((each) => `${value}.${each.value}`),
	);
	expect([...new Set(FIELDS.map(([title]) => title.split(':')[0]))]).toEqual(withFields);
	expect(FIELDS.length).toBeGreaterThan(60);
});

describe('what does not fit the description is refused by name, and nothing is sent; what fits is taken', () => {
	it.each(FIELDS)('%s', async (_, field) => {
		for (const wrong of field.wrong) {
			await refused(field, expression(wrong), wrong);
			// For null n8n gives the default.
			if (isJson(wrong) && wrong !== 'null') await refused(field, fixed(wrong), wrong);
		}
		for (const right of field.right) {
			stage.sandbox.clearLog();
			const given = expression(`(${JSON.stringify(right)})`);
			if (!field.takesExpression) await refused(field, given, right);
			for (const value of field.takesExpression ? [right, given] : [right]) {
				const { thrown } = await run(field.parameters(value));
				expect([right, thrown?.message]).not.toEqual([right, expect.stringMatching(field.problem)]);
			}
		}
	});
});

// Of what is no list of entries, n8n itself makes an empty one.
it('a list of entries takes no expression in an entry', async () => {
	const { thrown } = await run(push({}, { columns: columns(['={{ "n" }}']) }));
	expect(thrown?.message).toBe('"Columns" takes no expression');
	expect(stage.sandbox.log).toEqual([]);
});

it.each([
	[true, 1],
	[false, 0],
	['true', 0],
	['={{ $json.allow ?? true }}', 0],
	[fromAi('Allow as AI Tool', 'boolean'), 0],
])('leave for an agent to delete is given in the node, by nobody else: %p', async (...given) => {
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

const OF_TABLES = { skipRows: { rule: [{ when: 'nope' }] }, emptyValues: 5 };
const JSON_ROWS = { dataMode: '={{ "json" }}', rowsJson: '={{ $json }}' };
it.each<[what: string, parameters: IDataObject]>([
	['of files, for items', push({ delimiter: 7, fromLine: 0 })],
	['of tables, for rows of JSON', push(OF_TABLES, { ...JSON_ROWS, fieldsToAdd: 5 })],
	[
		'of combined items, if an expression says no',
		create({ combine: '={{ false }}', maxIdentifiers: 0 }, { phones: '' }),
	],
	['of periods up to today, for another', { ...OPERATIONS.sql, options: { includeToday: 'yes' } }],
	[
		'of files, for rows',
		{ ...OPERATIONS.sql, outputFormat: '={{ "items" }}', options: { compress: 'yes' } },
	],
])('an option that is not shown is neither refused nor heeded: %s', async (_, parameters) => {
	const items = [{ n: 1, emails: 'ann@example.com' }];
	const { thrown } = await stage.run({ parameters, items });
	expect(thrown).toBeUndefined();
	expect(stage.sandbox.log).toHaveLength(1);
});
