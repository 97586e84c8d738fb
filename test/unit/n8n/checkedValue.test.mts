import { checkedValue } from '../../../nodes/MerchantData/n8n/checkedValue.ts';
import { tableOptions } from '../../../nodes/MerchantData/resources/push/tableOptions.ts';
import type { Field, Fields } from '../../../nodes/MerchantData/n8n/field.ts';
import { refusal } from '../../kit/refusal.mts';

type Values = Record<string, unknown>;
/** Checks the value of a field. @param beside the values that conditions ask for, by their names in them */
const check = (field: Field, value: unknown, saved: unknown = value, beside: Values = {}) =>
	checkedValue(field, value, saved, (name) => beside[name]);

const field = (type: Field['type'], more: Partial<Field> = {}): Field => {
	return { displayName: 'Size', name: 'size', type, default: '', ...more };
};
const CHOICES = [
	{ name: 'Red One', value: 'red' },
	{ name: 'Two', value: 2 },
];
const whole = (minValue?: number, maxValue?: number, more: Partial<Field> = {}) =>
	field('number', { typeOptions: { minValue, maxValue, numberPrecision: 0 }, ...more });

const MISSING = 'missing, because its expression returns nothing';
const list = field('fixedCollection');
it.each<[Field, unknown, told: string]>([
	[field('boolean'), 'false', 'true or false, but is the text "false"'],
	[field('boolean'), undefined, `true or false, but is ${MISSING}`],
	[field('number'), NaN, 'a number, but is NaN'],
	[field('number', { typeOptions: { minValue: 1 } }), 0.9, 'a number from 1, but is 0.9'],
	[whole(1), 1.5, 'a whole number from 1, but is 1.5'],
	[whole(1, 10), 11, 'a whole number from 1 to 10, but is 11'],
	[field('string'), 5, 'a text, but is 5'],
	[field('options', { options: CHOICES }), 'Red One', 'one of red, 2, but is a text'],
	[field('multiOptions', { options: CHOICES }), ['red', 'x'], 'a list of red, 2, but is a list'],
	[field('collection'), [], 'an object, but is a list'],
	[list, null, 'an object with lists of entries, but is null'],
	[list, { a: [{}, null] }, 'an object with lists of entries, but is an object'],
	// But not a value that may be a person or a key.
	[field('number'), 'ann@example.com', 'a number, but is a text'],
	[field('number'), '+44 20 7946', 'a number, but is a text'],
	[field('number'), '020794', 'a number, but is a text'],
	[field('number'), 'sk_live_51H8xyzAbCdEfGhIjKl', 'a number, but is a text'],
])('refuses for %j the value %j, and says what it should be and what it is', (...given) => {
	const [described, value, told] = given;
	expect(refusal(() => check(described, value)).message).toBe(`"Size" must be ${told}`);
});

/** Reads a collection of options. */
const read = (options: Fields, given: object, beside: Values = {}, saved: unknown = given) =>
	check({ ...field('collection'), name: 'options', options } as Field, given, saved, beside);

it.each<[NonNullable<Field['displayOptions']>, boolean]>([
	[{ show: { mode: ['file', 'text'] } }, true],
	[{ show: { mode: ['text'] } }, false],
	[{ show: { '/mode': ['rows'], '@tool': [true] } }, true],
	[{ show: { '/mode': ['rows'], '@tool': [false] } }, false],
	[{ hide: { other: ['file'] } }, true],
	[{ show: { mode: ['file'] }, hide: { '/mode': ['rows'] } }, false],
])('an option is shown by the values beside it: %j: %s', (displayOptions, isShown) => {
	const beside = { '/mode': 'rows', '@tool': true };
	const given = { mode: 'file', size: 'large' };
	const size = isShown ? 'large' : '';
	expect(read([field('string', { displayOptions })], given, beside)).toEqual({ size });
});

describe('options', () => {
	const displayOptions = { show: { combine: [true], '/mode': ['all'] } };
	const allow = { displayName: 'Allow', name: 'allow', noDataExpression: true } as const;
	const options = [
		field('multiOptions', { name: 'choices', options: CHOICES, default: [] }),
		field('boolean', { displayName: 'Combine', name: 'combine', default: false }),
		whole(1, 3, { displayName: 'Most', name: 'most', default: 7, displayOptions }),
		field('boolean', { ...allow, default: true }),
	];
	const unset = { choices: [], combine: false, most: 7, allow: true };
	const ofMode = (given: Values, mode = 'all', saved?: unknown) =>
		read(options, given, { '/mode': mode }, saved);

	it('have added values, results of expressions, or defaults, and nothing unknown', () => {
		expect(ofMode({})).toEqual(unset);
		const given = { choices: ['red', 2], combine: true, most: 3, allow: false };
		expect(ofMode({ ...given, later: 1 })).toEqual(given);
		const combine = { combine: true };
		expect(ofMode(combine, 'all', { combine: '={{ true }}' })).toEqual({ ...unset, ...combine });
	});

	it('that are not shown are ignored, and others are refused by their names', () => {
		expect(ofMode({ combine: false, most: 'many' })).toEqual(unset);
		expect(ofMode({ combine: true, most: 0 }, 'none')).toEqual({ ...unset, combine: true });
		expect(() => ofMode({ combine: true, most: 0 })).toThrow('"Most" must be');
		expect(() => ofMode({ combine: undefined })).toThrow('"Combine" must be');
	});

	it.each<unknown>([{ allow: '={{ true }}' }, { allow: '{{ true }}' }, '={{ ({ allow: true }) }}'])(
		'refuse an expression where none is allowed: %j',
		(saved) => {
			const message = '"Allow" takes no expression';
			const remedy = 'Set it in the node itself: input data must not decide it.';
			expect(refusal(() => ofMode({ allow: true }, 'all', saved))).toEqual({ message, remedy });
		},
	);

	it.each([true, 'both', '', undefined, 'a = b'])('take %j, which is no expression', (saved) => {
		expect(ofMode({ allow: false }, 'all', { allow: saved })).toMatchObject({ allow: false });
	});
});

it.each(['limit', 'rowsAtMost'])('there is no limit %s unless it is added', (name) => {
	const displayOptions = { show: { mode: ['all'] } };
	const bounds = [whole(1, undefined, { name, default: 50, displayOptions })];
	expect(read(bounds, { mode: 'all' })).toEqual({ [name]: Infinity });
	expect(read(bounds, { mode: 'all', [name]: 1 })).toEqual({ [name]: 1 });
	expect(read(bounds, { [name]: 50 })).toEqual({ [name]: Infinity });
});

describe('a fixed collection', () => {
	const [, skipRows] = tableOptions;
	const given = (...rule: object[]) => ({ skipRows: { rule } });
	const readRules = (options: object, saved?: unknown) =>
		read([skipRows], options, { '/dataMode': 'binary' }, saved);

	it('has all parts of its entries, and nothing unknown or hidden', () => {
		const rule = { column: 'Campaign', when: 'isEmpty' };
		const blank = { column: '', when: 'beginsWith', text: '' };
		const rules = given({ ...rule, text: '' }, blank, { ...blank, text: 'Total' });
		expect(readRules(given({ ...rule, text: 5 }, {}, { text: 'Total', later: 1 }))).toEqual(rules);
		expect(check(skipRows, { later: [{ a: 1 }] })).toEqual({ rule: [] });
		expect(readRules({})).toEqual(given());
	});

	it.each<[object, label: string, told: string]>([
		[{ text: ['a'] }, 'Text', 'a text, but is a list'],
		[{ when: 'ends' }, 'When Its Value', 'one of beginsWith, isEmpty, but is the text "ends"'],
	])('names the place of a refused part: %j', (wrong, label, told) => {
		const message = `"${label}" in entry 2 of "Rows to Skip" must be ${told}`;
		expect(refusal(() => readRules(given({}, wrong))).message).toBe(message);
	});

	it.each<unknown>([
		'={{ $json.options }}',
		{ skipRows: '={{ ({ rule: [] }) }}' },
		given({}, { column: '={{ $json.column }}' }),
		given({ text: 'a {{ $json.text }}' }),
	])('takes no expression: %j', (saved) => {
		const { message } = refusal(() => readRules(given(), saved));
		expect(message).toBe('"Rows to Skip" takes no expression');
		expect(readRules({}, { other: '={{ $json.a }}' })).toEqual(given());
	});
});
