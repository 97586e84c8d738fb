import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/shared/field.ts';
import { columns } from '../../kit/columns.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { OPERATIONS, SHOP } from '../../kit/operations.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { stored } from '../../kit/binaryData.mts';
import { create, push } from '../../kit/pushing.mts';

/** What the descriptions of fields say that may be given for them, and what may not. */

const stage = sharedStage();

/** A field whose value is held against its description, and what makes it shown. */
interface Described {
	/** Where it stands and what it is called. */
	title: string;
	/** What an error begins with that says that a value does not fit. */
	problem: RegExp;
	takesExpression: boolean;
	/** The parameters with a value for the field. */
	parameters(value: unknown): IDataObject;
	/** As JavaScript, because JSON has no NaN. */
	wrong: string[];
	right: unknown[];
}

/** Of another type, out of range, none of the choices. Free text and what has a reader of its own have none. */
function wrongFor(field: Field, isOption: boolean): string[] | undefined {
	const { type, typeOptions = {} } = field;
	const nothing = ['null', 'undefined'];
	switch (type) {
		case 'boolean':
			return [...nothing, '"false"', '"true"', '""', '0', '1', '[]', '({})'];
		case 'number': {
			const { minValue, maxValue, numberPrecision } = typeOptions;
			return [
				...nothing,
				'"500"',
				'""',
				'true',
				'NaN',
				'Infinity',
				'-Infinity',
				'[1]',
				'({})',
				...(minValue === undefined ? [] : [`${minValue - 1}`, `${minValue - 0.01}`]),
				...(maxValue === undefined ? [] : [`${maxValue + 1}`]),
				...(numberPrecision === 0 ? ['1.5'] : []),
			];
		}
		case 'options':
			return [...nothing, '"nope"', '"toString"', '""', 'true', '5', '[]', '({})'].filter(
				(wrong) => !rightFor(field).some((value) => JSON.stringify(value) === wrong),
			);
		case 'multiOptions':
			return [...nothing, '"nope"', '["nope"]', '["toString"]', '[null]', '5', '({})'];
		case 'string':
			return isOption ? [...nothing, 'true', '5', '["a"]', '({})'] : undefined;
		default:
			return undefined;
	}
}

function rightFor(field: Field): unknown[] {
	const { type, options = [], default: byDefault, typeOptions = {} } = field;
	const values = (options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);
	switch (type) {
		case 'boolean':
			return [true, false];
		case 'options':
			return values;
		case 'multiOptions':
			return [byDefault, [], ...values.map((value) => [value])];
		case 'number':
			return [byDefault, typeOptions.minValue, typeOptions.maxValue].filter(
				(value) => value !== undefined,
			);
		default:
			return [byDefault];
	}
}

/** What a condition needs: `/name` and names of fields go to the node, others to the options. */
function shownBy({ displayOptions: { show = {} } = {} }: Field, isOption: boolean) {
	const node: IDataObject = {};
	const options: IDataObject = {};
	for (const [name, values] of Object.entries(show)) {
		const [value] = values as unknown as [IDataObject[string]];
		if (name.startsWith('/')) node[name.slice(1)] = value;
		else (isOption ? options : node)[name] = value;
	}
	return { node, options };
}

/** @param base parameters that make something that is sent, when nothing is wrong */
function describedFields(fields: Fields, base: IDataObject): Described[] {
	const of = (field: Field, isOption: boolean): Described[] => {
		const wrong = wrongFor(field, isOption);
		// A tool has a test of its own.
		if (!wrong || field.displayOptions?.show?.['@tool']) return [];
		const { name, displayName, noDataExpression } = field;
		const { node, options } = shownBy(field, isOption);
		const mode = Object.values({ ...node, ...options }).join(' ');
		const label = displayName.replace(/[()]/g, '\\$&');
		return [
			{
				title: `${isOption ? 'options.' : ''}${name}${mode ? ` (${mode})` : ''}`,
				problem: new RegExp(`^"${label}" (must be|takes no expression)`),
				takesExpression: !noDataExpression,
				parameters(value) {
					const own = { [name]: value as IDataObject };
					if (!isOption) return { ...base, ...node, ...own };
					return { ...base, ...node, options: { ...(base.options as object), ...options, ...own } };
				},
				wrong,
				right: rightFor(field),
			},
		];
	};
	return [
		...fields.flatMap((field) => of(field, false)),
		...optionsIn(fields).flatMap((option) => of(option, true)),
	];
}

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
