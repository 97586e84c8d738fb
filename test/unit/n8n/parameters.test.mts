import type { IDataObject, INode } from 'n8n-workflow';
import {
	checkValue,
	createParameters,
	listedNames,
} from '../../../nodes/MerchantData/n8n/parameters.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/shared/field.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from '../../kit/refusal.mts';
import { FIELDS } from './fields.mts';

function createFields(parameters: IDataObject, resolve?: Resolve) {
	const { context, node, asked } = createContext({
		parameters: { options: {}, dataMode: 'json', ...parameters },
		resolve,
		items: 3,
	});
	const resolved = (name: string, item: number) => context.getNodeParameter(name, item);
	return { node, asked, fields: createParameters(node, resolved, FIELDS) };
}

describe('a field', () => {
	it.each<[unknown]>([['fixed'], [''], ['a = b'], [7], [null], [{ deep: ['no expression'] }]])(
		'without an expression is resolved once: %j',
		(value) => {
			const { fields, asked } = createFields({ query: value } as IDataObject);
			expect([0, 1, 2].map((item) => fields.field('query', item))).toEqual([value, value, value]);
			expect(asked).toEqual([['query', 0]]);
		},
	);

	it.each<[unknown]>([['={{ $json.n }}'], [{ deep: { list: ['a', '={{ $json.n }}'] } }]])(
		'with an expression is resolved for each item: %j',
		(value) => {
			const { fields } = createFields({ query: value } as IDataObject, (_, item) => `q${item}`);
			const resolved = [0, 1, 2].map((item) => fields.field('query', item));
			expect(resolved).toEqual(['q0', 'q1', 'q2']);
		},
	);
});

describe('a field is held against its description', () => {
	it('for each item where it holds an expression', () => {
		const modes = ['json', 'map', 'JSON'];
		const { fields } = createFields({ dataMode: '={{ $json.mode }}' }, (_, item) => modes[item]);
		expect([0, 1].map((item) => fields.field('dataMode', item))).toEqual(['json', 'map']);
		expect(refusal(() => fields.field('dataMode', 2)).message).toBe(
			'"Data Mode" must be one of json, map, but is the text "JSON"',
		);
	});

	it('that is shown, of several of one name', () => {
		const { fields, node } = createFields({ dataMode: 'map' });
		node.type += 'Tool';
		expect(refusal(() => fields.field('dataMode', 0)).message).toBe(
			'"Data Mode" must be one of json, but is the text "map"',
		);
	});
});

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
	displayName: 'Size',
	name: 'size',
	type,
	default: '',
	...more,
});
const CHOICES = [
	{ name: 'Red One', value: 'red' },
	{ name: 'Two', value: 2 },
];
const whole = (least?: number, most?: number) =>
	field('number', { typeOptions: { minValue: least, maxValue: most, numberPrecision: 0 } });

it.each<[Field, unknown[]]>([
	[field('boolean'), [true, false]],
	[field('number'), [0, -1.5, 1e300]],
	[field('number', { typeOptions: { minValue: 1 } }), [1, 1.5]],
	[whole(1, 10), [1, 5, 10]],
	[field('string'), ['', 'a, b', '} {']],
	[field('options', { options: CHOICES }), ['red', 2]],
	[field('multiOptions', { options: CHOICES }), [[], ['red'], ['red', 2]]],
	[field('collection'), [{}]],
	// These are read elsewhere.
	...(['dateTime', 'json', 'resourceLocator', 'notice'] as const).map(
		(type) => [field(type), [5]] as [Field, unknown[]],
	),
])('a value that fits its field is taken: %j: %j', (described, values) => {
	for (const value of values) expect(() => checkValue(described, value, value)).not.toThrow();
});

describe('a value that does not fit is refused, with what it should be and what it is', () => {
	const choice = field('options', { options: CHOICES });
	const choices = field('multiOptions', { options: CHOICES });
	const least = field('number', { typeOptions: { minValue: 1 } });
	it.each<[Field, unknown, told: string]>([
		[field('boolean'), 'false', 'true or false, but is the text "false"'],
		[field('boolean'), 1, 'true or false, but is 1'],
		[field('boolean'), null, 'true or false, but is null'],
		[field('boolean'), undefined, 'true or false, but is not there: its expression gives nothing'],
		[field('number'), '5', 'a number, but is the text "5"'],
		[field('number'), NaN, 'a number, but is NaN'],
		[field('number'), Infinity, 'a number, but is Infinity'],
		[least, 0.9, 'a number from 1, but is 0.9'],
		[whole(1), 1.5, 'a whole number from 1, but is 1.5'],
		[whole(1, 10), 11, 'a whole number from 1 to 10, but is 11'],
		[whole(1, 10), true, 'a whole number from 1 to 10, but is true'],
		[field('string'), 5, 'a text, but is 5'],
		[field('string'), ['a'], 'a text, but is a list'],
		[field('string'), '{{ $json.a }}', 'a text, but is an expression that was not evaluated'],
		[choice, 'Red One', 'one of red, 2, but is a text'],
		[choice, '2', 'one of red, 2, but is the text "2"'],
		[choices, 'red', 'a list of red, 2, but is the text "red"'],
		[choices, ['red', 'toString'], 'a list of red, 2, but is a list'],
		[field('collection'), [], 'an object, but is a list'],
		[field('collection'), 'a', 'an object, but is the text "a"'],
	])('%j: %j', (described, value, told) => {
		const { message } = refusal(() => checkValue(described, value, value));
		expect(message).toBe(`"Size" must be ${told}`);
	});

	it.each(['ann@example.com', '+44 20 7946 0000', '02079460000', 'sk_live_51H8xyzAbCdEfGhIjKl'])(
		'without what may be a person or a key: %s',
		(value) => {
			const { message } = refusal(() => checkValue(field('number'), value, value));
			expect(message).toBe('"Size" must be a number, but is a text');
		},
	);
});

/** What the Options collection gives. @param beside other fields of the node */
function read(
	options: Fields,
	given: Record<string, unknown>,
	beside: Record<string, unknown> = {},
	saved: unknown = given,
): object {
	const type = beside['@tool'] === true ? 'merchantDataTool' : 'merchantData';
	const node = { type, parameters: { options: saved } } as unknown as INode;
	const resolve = (name: string) => (name === 'options' ? given : beside[name]);
	const fields = [{ ...field('collection'), name: 'options', options }] as Fields;
	return createParameters(node, resolve, fields).field('options', 0) as object;
}

it.each<[NonNullable<Field['displayOptions']>, boolean]>([
	[{}, true],
	[{ show: { mode: ['file', 'text'] } }, true],
	[{ show: { mode: ['text'] } }, false],
	[{ show: { '/mode': ['rows'], '@tool': [true] } }, true],
	[{ show: { '/mode': ['rows'], '@tool': [false] } }, false],
	[{ hide: { mode: ['file'] } }, false],
	[{ hide: { other: ['file'] } }, true],
	[{ show: { mode: ['file'] }, hide: { '/mode': ['rows'] } }, false],
])('an option is shown by what stands beside it: %j: %s', (displayOptions, isShown) => {
	const beside = { mode: 'rows', '@tool': true };
	const given = { mode: 'file', size: 'large' };
	const size = isShown ? 'large' : '';
	expect(read([field('string', { displayOptions })], given, beside)).toEqual({ size });
});

describe('options', () => {
	const named = (displayName: string, unset: unknown, more: Partial<Field> = {}) =>
		field('boolean', {
			displayName,
			name: displayName.toLowerCase(),
			default: unset as '',
			...more,
		});
	const displayOptions = { show: { combine: [true], '/mode': ['all'] } };
	const options = [
		named('Combine', false),
		{ ...whole(1), displayName: 'Most', name: 'most', default: 7, displayOptions },
		named('Allow', true, { noDataExpression: true }),
	];
	const unset = { combine: false, most: 7, allow: true };
	const ofMode = (given: Record<string, unknown>, mode = 'all', saved?: unknown) =>
		read(options, given, { mode }, saved);

	it('are what was added, and else their defaults, without what is not known', () => {
		expect(ofMode({})).toEqual(unset);
		const given = { combine: true, most: 3, allow: false };
		expect(ofMode({ ...given, later: 1 })).toEqual(given);
	});

	it('that are not shown are neither heeded nor refused, the others by their own names', () => {
		expect(ofMode({ most: 'many' })).toEqual(unset);
		expect(ofMode({ combine: false, most: 0 })).toEqual(unset);
		expect(ofMode({ combine: true, most: 0 }, 'none')).toEqual({ ...unset, combine: true });
		expect(() => ofMode({ combine: true, most: 0 })).toThrow('"Most" must be');
		expect(() => ofMode({ combine: undefined })).toThrow('"Combine" must be');
	});

	it.each([
		['rows', {}, 'perRow'],
		['file', {}, 'perFile'],
		['none', {}, 'perRow'],
		['file', { output: 'x' }, 'x'],
	])('of one name are that which is shown, or the first: %s, %j', (mode, given, output) => {
		const shownIn = (shown: string, unset: string) => {
			const show = { '/mode': [shown] };
			return field('string', { name: 'output', default: unset, displayOptions: { show } });
		};
		const both = [shownIn('rows', 'perRow'), shownIn('file', 'perFile')];
		for (const of of mode === 'file' ? [both, both.toReversed()] : [both])
			expect(read(of, given, { mode })).toEqual({ output });
	});

	it.each([{ allow: '={{ true }}' }, { allow: '{{ true }}' }, '={{ ({ allow: true }) }}'])(
		'that take no expression refuse it, whatever it gives: %j',
		(saved) => {
			expect(refusal(() => ofMode({ allow: true }, 'all', saved))).toEqual({
				message: '"Allow" takes no expression',
				remedy: 'Set it in the node itself: input data must not decide it.',
			});
			const combine = { combine: true };
			expect(ofMode(combine, 'all', { combine: '={{ true }}' })).toEqual({ ...unset, ...combine });
		},
	);
});

it.each([true, 'both', '', undefined, { a: '=1' }])('%j is no expression', (saved) => {
	const fixed = field('boolean', { noDataExpression: true });
	expect(() => checkValue(fixed, true, saved)).not.toThrow();
});

it('the names in a field that takes several are what stands between commas, each once', () => {
	expect([...listedNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
	expect(listedNames('Columns', '').size).toBe(0);
	for (const typed of [undefined, null, 5, ['a'], {}]) {
		const { message } = refusal(() => listedNames('Columns', typed));
		expect(message).toBe('"Columns" is not a text: give names, separated by commas');
	}
});
