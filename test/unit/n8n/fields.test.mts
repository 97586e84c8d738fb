import type { IDataObject } from 'n8n-workflow';
import { optionsIn } from '../../../nodes/MerchantData/n8n/parameters.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/n8n/field.ts';
import { optionsField, UNBOUNDED_UNLESS_ADDED } from '../../../nodes/MerchantData/n8n/fields.ts';
import { SHOP } from '../../kit/execution.mts';
import { runOperation } from '../../kit/runOperation.mts';

it('options bound a request by 300 s unless said otherwise, and never by a timeout of 0', () => {
	const { options } = optionsField();
	const bounds = (options as Fields).map((each) => [each.name, each.default, each.typeOptions]);
	expect(bounds).toEqual([
		['maxWait', 300, { minValue: 0 }],
		['timeout', 300, { minValue: 0.1 }],
	]);
});

/** Numbers that apply by default. */
const BY_DEFAULT = 'batchSize fromLine maxIdentifiers maxParallelRequests maxWait timeout';

it('lists every number in the options as a default or as a limit that is added', () => {
	const all = resources.flatMap(({ operations }) =>
		operations.flatMap((each) => optionsIn(each.fields)),
	);
	const numbers = all.filter(({ type }) => type === 'number').map(({ name }) => name);
	const expected = new Set([...BY_DEFAULT.split(' '), ...UNBOUNDED_UNLESS_ADDED]);
	expect(new Set(numbers)).toEqual(expected);
});

/** Parameters without which an operation would have nothing to do. */
const BASE = { shop: SHOP, shopDomain: SHOP, query: 'SELECT 1', emails: 'ann@example.com' };
const file = { data: Buffer.from('n,name\n1,a\n').toString('base64') };

/** Free text is checked where it is read, and the fields of AI tools have tests of their own. */
const isChecked = ({ type, displayOptions }: Field, isOption: boolean) =>
	['boolean', 'number', 'options', 'multiOptions', isOption && 'string'].includes(type) &&
	!displayOptions?.show?.['@tool'];

/** The parameters of an operation with a value of a field, and what makes that shown. */
function withValue({ name, displayOptions }: Field, isOption: boolean, value: unknown) {
	const node: IDataObject = { ...BASE };
	const options: IDataObject = {};
	const beside = isOption ? options : node;
	for (const [other, values] of Object.entries(displayOptions?.show ?? {})) {
		const target = other.startsWith('/') ? node : beside;
		target[other.replace('/', '')] = (values as IDataObject[string][])[0];
	}
	beside[name] = value as IDataObject;
	return { ...node, options };
}

const CHECKED = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, fields }) =>
		[false, true].flatMap((isOption) =>
			(isOption ? optionsIn(fields) : fields)
				.filter((field) => isChecked(field, isOption))
				.map((field) => [`${resource}.${operation}`, field.name, isOption, field] as const),
		),
	),
);

it.each(CHECKED)('%s sends nothing if %s does not fit', async (operationOf, _, isOption, field) => {
	const [resource, operation] = operationOf.split('.');
	for (const wrong of [null, undefined, {}]) {
		const parameters = { resource, operation, ...withValue(field, isOption, wrong) };
		const script = { continues: false, files: [{ binary: { data: file } }] };
		const { error, sent } = await runOperation(parameters, script);
		const refusal = expect.stringContaining(`"${field.displayName}" must be `) as string;
		expect([error?.message, sent]).toEqual([refusal, []]);
	}
});
