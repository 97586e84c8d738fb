import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { sentAs } from '../../kit/columns.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { OPERATIONS, SHOP } from '../../kit/operations.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { stored } from '../../kit/binaryData.mts';
import { create } from '../deleting/deleting.mts';
import { push } from '../../kit/pushing.mts';
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

describe('what does not fit the description is refused by name, and nothing is sent', () => {
	it.each(FIELDS)('%s', async (_, field) => {
		for (const wrong of field.wrong) await refused(field, expression(wrong), wrong);
		for (const wrong of field.wrong.filter(isJson)) {
			// For null n8n gives the default.
			if (wrong !== 'null') await refused(field, fixed(wrong), wrong);
		}
	});
});

describe('the default and each choice is taken', () => {
	it.each(FIELDS)('%s', async (_, field) => {
		for (const right of field.right) {
			for (const value of [right, expression(`(${JSON.stringify(right)})`)]) {
				if (value !== right && !field.takesExpression) continue;
				const { thrown } = await run(field.parameters(value));
				expect([right, thrown?.message]).not.toEqual([right, expect.stringMatching(field.problem)]);
			}
		}
	});
});

describe('an expression is refused in a field that takes none, though its value fits', () => {
	it.each(FIELDS.filter(([, { takesExpression }]) => !takesExpression))('%s', async (_, field) => {
		for (const right of field.right)
			await refused(field, expression(`(${JSON.stringify(right)})`), right);
	});
});

describe('leave for an agent to delete', () => {
	const ANN = { Shop: SHOP, Emails: 'ann@example.com', Phones: '', Allow_as_AI_Tool: true };
	const tool = (allowAsTool: unknown) =>
		create({ allowAsTool } as IDataObject, {
			shopDomain: fromAi('Shop'),
			emails: fromAi('Emails'),
			phones: fromAi('Phones'),
		});

	it.each([fromAi('Allow as AI Tool', 'boolean'), '={{ $json.allow ?? true }}', 'true'])(
		'is given in the node, by nobody else: %s',
		async (allowAsTool) => {
			const asTool = await stage.run({ parameters: tool(allowAsTool), toolCalls: [ANN] });
			expect(JSON.stringify(asTool.success)).toMatch(
				/Allow as AI Tool.{1,4} (takes no expression|must be true or false)/,
			);
			const asNode = await stage.run({
				parameters: create({ allowAsTool } as IDataObject),
				items: [{ emails: 'ann@example.com' }],
			});
			expect(asNode.thrown?.message).toMatch(/^"Allow as AI Tool" (takes no|must be)/);
			expect(stage.sandbox.log).toEqual([]);
		},
	);

	it.each([
		[true, 1],
		[false, 0],
	])('is heeded if it is fixed: %p', async (allowAsTool, times) => {
		await stage.run({ parameters: tool(allowAsTool), toolCalls: [ANN] });
		expect(stage.sandbox.requests('compliance')).toHaveLength(times);
	});
});

describe('an option that is not shown is neither refused nor heeded', () => {
	it.each<[what: string, parameters: IDataObject]>([
		['of files, for items', push({ delimiter: 7, fromLine: 0 })],
		[
			'of tables, for rows of JSON',
			push(
				{ skipRows: { rule: [{ when: 'nope' }] }, emptyValues: 5 },
				{
					...{ dataMode: '={{ "json" }}', rowsJson: '={{ $json }}' },
					...{ columns: { column: [{ sendAs: 'nope' }] }, fieldsToAdd: 5 },
					otherColumns: 'leaveOut',
				},
			),
		],
		[
			'that names the shop of rows of a file, if an expression chooses items',
			push(
				{},
				{
					...{ dataMode: '={{ "autoMapInputData" }}', shopColumn: 'emails', fileFormat: 'nope' },
					columns: sentAs('leaveOut', 'n'),
				},
			),
		],
		[
			'of combined items, if an expression says no',
			create({ combine: '={{ false }}', maxIdentifiers: 0 }, { phones: '' }),
		],
		[
			'of periods up to today, for another',
			{ ...OPERATIONS.sql, options: { includeToday: 'yes' } },
		],
		[
			'of files, for rows',
			{
				...OPERATIONS.sql,
				outputFormat: '={{ "items" }}',
				options: { compress: 'yes', binaryField: 5 },
			},
		],
	])('%s', async (_, parameters) => {
		const { thrown } = await stage.run({
			parameters,
			items: [{ n: 1, emails: 'ann@example.com' }],
		});
		expect(thrown).toBeUndefined();
		expect(stage.sandbox.log).toHaveLength(1);
	});
});
