import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/n8n/field.ts';
import { columns } from '../../kit/columns.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { OPERATIONS, SHOP } from '../../kit/operations.mts';
import { sharedStage, shop } from '../../kit/stage.mts';
import { stored } from '../../kit/binaryData.mts';
import { create, push } from '../../kit/pushing.mts';

/** Each field is checked against its own description before anything is sent. The unit tests say what fits. */

const stage = sharedStage();

/** A field whose value is checked against its description, and what makes it shown. */
interface Described {
	/** Where it stands and what it is called. */
	title: string;
	/** What an error begins with that says that a value does not fit. */
	problem: RegExp;
	takesExpression: boolean;
	/** The parameters with a value for the field. */
	parameters(value: unknown): IDataObject;
	right: unknown[];
}

/** What fits no type, as JavaScript, because JSON has no undefined. For `null` saved as such n8n gives the default. */
const WRONG = ['null', 'undefined', '({})'];

/** Free text, and values with a reader of their own, are not checked. */
const isChecked = ({ type }: Field, isOption: boolean) =>
	['boolean', 'number', 'options', 'multiOptions'].includes(type) ||
	(type === 'string' && isOption);

function rightFor({ type, options = [], default: byDefault, typeOptions = {} }: Field): unknown[] {
	if (type === 'options')
		return (options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);
	const { minValue = byDefault, maxValue = byDefault } = typeOptions;
	return [...new Set([byDefault, minValue, maxValue])];
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
		// A tool has a test of its own.
		if (!isChecked(field, isOption) || field.displayOptions?.show?.['@tool']) return [];
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

async function refused(field: Described, value: unknown, told: unknown): Promise<void> {
	const { thrown } = await run(field.parameters(value));
	expect([told, thrown?.message]).toEqual([told, expect.stringMatching(field.problem)]);
	expect(stage.sandbox.log).toEqual([]);
}

it('finds fields of each kind in each operation', () => {
	const withFields = resources.flatMap(({ value, operations }) =>
		operations.filter(({ fields }) => fields.length > 0).map((each) => `${value}.${each.value}`),
	);
	expect([...new Set(FIELDS.map(([title]) => title.split(':')[0]))]).toEqual(withFields);
	expect(FIELDS.length).toBeGreaterThan(60);
});

describe('a field refuses what does not fit its description, and takes what fits', () => {
	it.each(FIELDS)('%s', async (_, field) => {
		for (const wrong of WRONG) await refused(field, `={{ ${wrong} }}`, wrong);
		await refused(field, {}, 'an object that is saved');
		for (const right of field.right) {
			stage.sandbox.clearLog();
			const given = `={{ (${JSON.stringify(right)}) }}`;
			if (!field.takesExpression) await refused(field, given, right);
			for (const value of field.takesExpression ? [right, given] : [right]) {
				const { thrown } = await run(field.parameters(value));
				expect([right, thrown?.message]).not.toEqual([right, expect.stringMatching(field.problem)]);
			}
		}
	});
});

// n8n itself replaces what is not a list of entries with an empty list.
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
