import type { Field } from '../../../nodes/MerchantData/shared/field.ts';
import {
	checkedOptions,
	checkValue,
	columnNames,
	isShown,
} from '../../../nodes/MerchantData/shared/fieldValues.ts';

/** An InvalidValue, as people read it. */
const refusal = (message: string, remedy: string): Error =>
	expect.objectContaining({ name: 'InvalidValue', message, remedy });

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

describe('a value that fits its field is taken', () => {
	it.each<[Field, unknown[]]>([
		[field('boolean'), [true, false]],
		[field('number'), [0, -1.5, 1e300]],
		[field('number', { typeOptions: { minValue: 1 } }), [1, 1.5]],
		[whole(1, 10), [1, 5, 10]],
		[field('string'), ['', 'a, b', '} {']],
		[field('options', { options: CHOICES }), ['red', 2]],
		[field('multiOptions', { options: CHOICES }), [[], ['red'], ['red', 2]]],
		[field('collection'), [{}]],
	])('%j: %j', (described, values) => {
		for (const value of values) expect(() => checkValue(described, value, value)).not.toThrow();
	});

	it('and so is any of a field that is read elsewhere', () => {
		for (const type of ['dateTime', 'json', 'resourceLocator', 'notice'] as const)
			expect(() => checkValue(field(type), 5, 5)).not.toThrow();
	});
});

describe('a value that does not fit is refused, with what it should be and what it is', () => {
	it.each<[Field, unknown, told: string]>([
		[field('boolean'), 'false', 'must be true or false, but is the text "false"'],
		[field('boolean'), 1, 'must be true or false, but is 1'],
		[field('boolean'), null, 'must be true or false, but is null'],
		[
			field('boolean'),
			undefined,
			'must be true or false, but is not there: its expression gives nothing',
		],
		[field('number'), '5', 'must be a number, but is the text "5"'],
		[field('number'), NaN, 'must be a number, but is NaN'],
		[field('number'), Infinity, 'must be a number, but is Infinity'],
		[field('number', { typeOptions: { minValue: 1 } }), 0.9, 'must be a number from 1, but is 0.9'],
		[whole(1), 1.5, 'must be a whole number from 1, but is 1.5'],
		[whole(1, 10), 11, 'must be a whole number from 1 to 10, but is 11'],
		[whole(1, 10), true, 'must be a whole number from 1 to 10, but is true'],
		[field('string'), 5, 'must be a text, but is 5'],
		[field('string'), ['a'], 'must be a text, but is a list'],
		[
			field('string'),
			'{{ $json.a }}',
			'must be a text, but is an expression that was not evaluated',
		],
		[field('options', { options: CHOICES }), 'Red One', 'must be one of red, 2, but is a text'],
		[field('options', { options: CHOICES }), '2', 'must be one of red, 2, but is the text "2"'],
		[
			field('multiOptions', { options: CHOICES }),
			'red',
			'must be a list of red, 2, but is the text "red"',
		],
		[
			field('multiOptions', { options: CHOICES }),
			['red', 'toString'],
			'must be a list of red, 2, but is a list',
		],
		[field('collection'), [], 'must be an object, but is a list'],
		[field('collection'), 'a', 'must be an object, but is the text "a"'],
	])('%j: %j', (described, value, told) => {
		expect(() => checkValue(described, value, value)).toThrow(
			expect.objectContaining({ message: `"Size" ${told}` }) as never,
		);
	});

	it.each(['ann@example.com', '+44 20 7946 0000', '02079460000', 'sk_live_51H8xyzAbCdEfGhIjKl'])(
		'without what may be a person or a key: %s',
		(value) => {
			expect(() => checkValue(field('number'), value, value)).toThrow(
				'"Size" must be a number, but is a text',
			);
		},
	);
});

describe('a field is shown', () => {
	const beside = (name: string) => ({ mode: 'file', '/mode': 'rows', '@tool': true })[name];
	it.each<[NonNullable<Field['displayOptions']>, boolean]>([
		[{}, true],
		[{ show: { mode: ['file', 'text'] } }, true],
		[{ show: { mode: ['text'] } }, false],
		[{ show: { '/mode': ['rows'], '@tool': [true] } }, true],
		[{ show: { '/mode': ['rows'], '@tool': [false] } }, false],
		[{ hide: { mode: ['file'] } }, false],
		[{ hide: { other: ['file'] } }, true],
		[{ show: { mode: ['file'] }, hide: { '/mode': ['rows'] } }, false],
	])('by what stands beside it: %j', (displayOptions, expected) => {
		expect(isShown(field('string', { displayOptions }), beside)).toBe(expected);
	});
});

describe('options', () => {
	const options = [
		{ ...field('boolean'), displayName: 'Combine', name: 'combine' },
		{
			...whole(1),
			displayName: 'Most',
			name: 'most',
			displayOptions: { show: { combine: [true], '/mode': ['all'] } },
		},
		{ ...field('boolean'), displayName: 'Allow', name: 'allow', noDataExpression: true },
	];
	const read = (given: Record<string, unknown>, mode = 'all', saved: unknown = given) =>
		checkedOptions(options, given, saved, (name) => (name === '/mode' ? mode : undefined));

	it('are what was added, without what is not known', () => {
		expect(read({})).toEqual({});
		const given = { combine: true, most: 3, allow: false };
		expect(read({ ...given, later: 1 })).toEqual(given);
	});

	it('that are not shown are neither heeded nor refused', () => {
		expect(read({ most: 'many' })).toEqual({});
		expect(read({ combine: false, most: 0 })).toEqual({ combine: false });
		expect(read({ combine: true, most: 0 }, 'none')).toEqual({ combine: true });
	});

	it('are refused by their own names', () => {
		expect(() => read({ combine: true, most: 0 })).toThrow('"Most" must be');
		expect(() => read({ combine: undefined })).toThrow('"Combine" must be');
	});

	it.each([{ allow: '={{ true }}' }, { allow: '{{ true }}' }, '={{ ({ allow: true }) }}'])(
		'that take no expression refuse it, whatever it gives: %j',
		(saved) => {
			expect(() => read({ allow: true }, 'all', saved)).toThrow(
				refusal(
					'"Allow" takes no expression',
					'Set it in the node itself: input data must not decide it.',
				),
			);
			expect(read({ combine: true }, 'all', { combine: '={{ true }}' })).toEqual({ combine: true });
		},
	);
});

it.each([true, 'both', '', undefined, { a: '=1' }])('%j is no expression', (saved) => {
	const fixed = field('boolean', { noDataExpression: true });
	expect(() => checkValue(fixed, true, saved)).not.toThrow();
});

describe('the names in a field that takes several', () => {
	it('are what stands between commas, each once', () => {
		expect([...columnNames('Columns', ' a, b c,,a , ')]).toEqual(['a', 'b c']);
		expect(columnNames('Columns', '').size).toBe(0);
	});

	it.each([undefined, null, 5, ['a'], {}])('are refused where they are no text: %p', (typed) => {
		expect(() => columnNames('Columns', typed)).toThrow(
			refusal('"Columns" is not a text', 'Give the names of the fields, separated by commas.'),
		);
	});
});
