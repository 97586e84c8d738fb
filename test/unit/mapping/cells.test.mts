import {
	type CellType,
	jsonForPeople,
	writeCell,
} from '../../../nodes/MerchantData/mapping/cells.ts';
import {
	DATE_FORMATS,
	type DateFormat,
	DateReader,
} from '../../../nodes/MerchantData/mapping/dateFormat.ts';
import { parseJsonExactly } from '../../../nodes/MerchantData/lib/exactNumbers.ts';
import {
	NUMBER_FORMATS,
	type NumberFormat,
} from '../../../nodes/MerchantData/mapping/numberFormat.ts';
import { refusal } from '../../kit/refusal.mts';

const typed = (
	type: CellType | undefined,
	value: unknown,
	number: NumberFormat = 'plain',
	date: Exclude<DateFormat, 'custom'> = 'iso',
) => writeCell('v', value, type, { number, date: new DateReader(date, 'Europe/Berlin') });

const LONG_ID = parseJsonExactly('120208123456780124');

it.each([
	['number', ' 12.50 ', '12.50'],
	['number', null, 'null'],
	['number', LONG_ID, '120208123456780124'],
	['boolean', 'Yes', 'true'],
	['boolean', 0, 'false'],
	['object', '{"id": 12345678901234567890}', '{"id":12345678901234567890}'],
	['object', { a: 1 }, '{"a":1}'],
	['array', '[1, "a"]', '[1,"a"]'],
	['array', [1], '[1]'],
	['string', ' 12.50 ', '" 12.50 "'],
	['string', 12.5, '"12.5"'],
	['string', undefined, undefined],
	['string', LONG_ID, '"120208123456780124"'],
	['date', ' 2026-11-20 14:22', '"2026-11-20"'],
	['date', '2026-11-20T23:30:00Z', '"2026-11-21"'],
	['date', new Date('2026-11-20T23:30:00Z'), '"2026-11-21"'],
	['json', ' {"id": 12345678901234567890, "a": [1.50]} ', '{"id":12345678901234567890,"a":[1.5]}'],
	['json', false, 'false'],
	['percent', ' 8.14 % ', '8.14'],
	['percent', '-%8.10', '-8.10'],
	['percent', 8.14, '8.14'],
	['fraction', '8.14%', '0.0814'],
	['fraction', '-12.5', '-0.125'],
	['fraction', 0.1, '0.001'],
	['fraction', '12345678901234567890.5%', '123456789012345678.905'],
	['fraction', '1.5e+3', '1.5e1'],
	['micros', '12500000', '12.5'],
	['micros', '-1', '-0.000001'],
	['micros', '€ 0', '0'],
	['micros', '12500000.0', '12.5'],
	['micros', 1057142.857142857, '1.057142857142857'],
	['micros', '2e+06', '2e0'],
	['micros', LONG_ID, '120208123456.780124'],
	// Unchanged.
	[undefined, 'text', '"text"'],
	[undefined, 1.5, '1.5'],
	[undefined, new Date(0), '"1970-01-01T00:00:00.000Z"'],
	[undefined, { a: [1, undefined] }, '{"a":[1,null]}'],
	[undefined, '\ud800', '"\\ud800"'],
] as const)('the type %s writes %p as %s', (type, value, json) => {
	expect(typed(type, value)).toBe(json);
	// Only a text needs a format.
	if (typeof value !== 'string') expect(typed(type, value, 'pointComma', 'dayDots')).toBe(json);
});

it.each([
	['="0123"', '0123'],
	['="say ""hi"""', 'say "hi"'],
	["'120208123456780125", '120208123456780125'],
	["'0", '0'],
	[' ="0123"', '0123'],
	// Other formulas and apostrophes are the text of somebody.
	...['="a"&"b"', '="a', '=A1', "'", "''1", "'tis", "1'", ' =', '=', '"0123"', "5'11"].map(
		(text) => [text, text],
	),
])('the type "text" sends %j as %j, and other types send it unchanged', (text, sent) => {
	expect(typed('text', text)).toBe(JSON.stringify(sent));
	expect(typed('string', text)).toBe(JSON.stringify(text));
	expect(typed(undefined, text)).toBe(JSON.stringify(text));
});

const AMOUNT = 'If it is an amount already, choose "Number".';
const UNCHANGED = 'Give it as text, or null for no value.';
const CORRECT =
	'Correct it, or send it as text. In a table, add it to "Values That Mean Empty" in the options if it means "no value", or leave out its row with "Rows to Skip" if that is not data, such as a total.';
const MICROS = 'which is not a number of micros';
const BOOLEAN = 'which is not true, false, yes, no, 1 or 0';

it.each<[type: CellType, value: unknown, problem: string, remedy: string]>([
	['number', true, 'contains true, which is not a number', ''],
	['boolean', 'maybe', `contains "maybe", ${BOOLEAN}`, CORRECT],
	['boolean', 'not true', `contains "not true", ${BOOLEAN}`, CORRECT],
	['boolean', 'nothing', `contains "nothing", ${BOOLEAN}`, CORRECT],
	['boolean', 5, `contains 5, ${BOOLEAN}`, CORRECT],
	['boolean', LONG_ID, `contains 120208123456780124, ${BOOLEAN}`, ''],
	['micros', '12.5', `contains "12.5", ${MICROS}`, AMOUNT],
	['micros', 0.5, `contains 0.5, ${MICROS}`, AMOUNT],
	['micros', 'x', `contains "x", ${MICROS}`, CORRECT],
	['micros', 1e21, 'is 1e+21, which JSON would change', UNCHANGED],
	['array', '[1', 'contains "[1", which is not a JSON list such as ["a", "b"]', CORRECT],
	['string', [1], 'contains a list, which is not a text', ''],
	['date', new Date(NaN), 'contains an object, which is not a date', ''],
	['json', '{a: 1}', 'contains "{a: 1}", which is not JSON', CORRECT],
])('the type %s refuses %p', (type, value, problem, remedy) => {
	expect(refusal(() => typed(type, value))).toEqual({ message: `"v" ${problem}`, remedy });
});

const SIGNS =
	'Write it without brackets, and with the minus first, as in -12.50. Or send it as text.';
const percentOr = (percent: string, fraction: string) =>
	`In "Columns", choose "Percent" to send ${percent}, or "Fraction" to send ${fraction}. In a field without a column, write it without the sign.`;
const withPattern = (day: string, pattern: string) =>
	`Set "Date Format" to "Custom Pattern", and "Date Pattern" to "${pattern}" to read it as ${day}. The format applies to all columns.`;
const zone = (name: string) =>
	`"${name}" after the time is not read, because it may mean several time zones. Write an offset such as -05:00 instead, or remove it.`;
const OTHER_DATE =
	'If it is a date, set "Date Format" to "Custom Pattern", and "Date Pattern" to how it is written. Otherwise correct it, or send it as text.';
const FORMATS = { ...NUMBER_FORMATS, ...DATE_FORMATS };
const setTo = (what: string, readings: string) =>
	`Set "${what} Format" ${readings}. The format applies to all columns.`;
const asRead = (value: string, formats: string) => `to ${formats} to read it as ${value}`;
const asNumber = (value: string, formats: string) => setTo('Number', asRead(value, formats));
const asDay = (value: string, format: string) => setTo('Date', asRead(value, `"${format}"`));

const WITH_COMMA = '"1234,56" or "1.234,56" or "1 234,56"';
const EITHER = `${asRead('2026-10-11', '"01/31/2026"')}, or ${asRead('2026-11-10', '"31/01/2026"')}`;
type Type = 'date' | 'fraction' | 'number' | 'percent';

it.each<[Type, keyof typeof FORMATS, remedy: string, ...values: unknown[]]>([
	['number', 'plain', asNumber('1234.50', '"1.234,56"'), '1.234,50'],
	['number', 'plain', asNumber('12.5', WITH_COMMA), ' 12,5 € '],
	// What people mean as thousands is never named as something a thousand times smaller.
	['number', 'decimalComma', asNumber('1234', '"1.234,56"'), '1.234'],
	['number', 'decimalComma', asNumber('-1234', '"1.234,56"'), '-€1.234'],
	['number', 'plain', asNumber('1234', '"1,234.56"'), '1,234'],
	['number', 'plain', asNumber('1.2345', WITH_COMMA), '1,2345'],
	['number', 'plain', SIGNS, '(12.50)', '(1,5)', '($1,234.50)', '12-', '1.5\u2212'],
	['number', 'plain', percentOr('8.14', '0.0814'), ' 8.14% ', '8,14 %', '%8.14'],
	['number', 'plain', percentOr('1234.5', '12.345'), '1.234,5 %'],
	['number', 'pointComma', percentOr('-7.48', '-0.0748'), '-7,48\u00a0%'],
	['fraction', 'plain', asNumber('7.48', WITH_COMMA), '7,48 %'],
	['percent', 'plain', CORRECT, 'x%', '8%14', '%8%'],
	['number', 'plain', CORRECT, '--', 'n/a', '%', '()', '> 90%', '12abc', '1e400', '(a1)', 'x%'],
	// A price without cents is not negative.
	['number', 'plain', CORRECT, '1.234,-'],
	['date', 'iso', asDay('2026-11-20', '31.01.2026'), '20.11.2026', '20. 11. 2026'],
	['date', 'dayDots', asDay('2026-11-20', '2026-01-31'), '2026-11-20'],
	['date', 'iso', setTo('Date', EITHER), '10/11/2026'],
	['date', 'iso', asDay('2026-11-20', '46053'), 46346],
	['date', 'iso', asDay('2026-11-20', '20260131'), '20261120', '20261120T142205Z'],
	['date', 'iso', asDay('2026-11-21', '01/31/2026'), '11/20/2026 23:30 +0000'],
	['date', 'iso', asDay('2026-11-20', '2026/01/31'), '2026/11/20', '2026. 11. 20.'],
	['date', 'iso', asDay('2026-11-20', '31-01-2026'), '20-11-2026'],
	['date', 'iso', asDay('2026-11-20', '31 Jan 2026'), '20-Nov-2026'],
	['date', 'iso', asDay('2026-11-20', 'Jan 31, 2026'), 'Friday, November 20, 2026'],
	['date', 'iso', withPattern('2026-11-20', 'M/d/yy'), '11/20/26'],
	['date', 'iso', withPattern('2026-11-20', 'd-MMM-yy'), '20-Nov-26'],
	['date', 'dayDots', withPattern('2026-11-20', 'd.M.yy'), '20.11.26'],
	['date', 'iso', zone('EST'), '2026-11-20 10:30 EST', '11/20/2026 10:30 EST'],
	['date', 'dayDots', zone('pst'), '2026-11-20 10:30 pst', 'Nov 20, 2026, 10:30 AM pst'],
	['date', 'iso', OTHER_DATE, '20 de nov. de 2026', '2026-11-20 20:00-21:00', '2026-13-01'],
	['date', 'iso', CORRECT, '--', 2026, '12', '17672256', '12345678', 'n/a'],
])('the type %s in the format %s, remedy %j, refuses %j', (type, format, remedy, ...values) => {
	const noun = type === 'date' ? type : 'number';
	for (const value of values) {
		const shown = `contains ${JSON.stringify(value)}, which is not a ${noun}`;
		const of = [format as NumberFormat, format as keyof typeof DATE_FORMATS] as const;
		expect(refusal(() => typed(type, value, ...of))).toEqual({
			message: `"v" ${shown} in the format "${FORMATS[format].example}"`,
			remedy,
		});
	}
});

it('an error shows only the beginning of a long value', () => {
	for (const long of ['x'.repeat(101), `1,${'5'.repeat(200)}`, `${'9'.repeat(101)},5%`])
		for (const type of ['boolean', 'number'] as const) {
			const { message, remedy } = refusal(() => typed(type, long));
			expect(message).toContain(`"${long.slice(0, 100)}…"`);
			expect(/(\w)\1{101}/.test(message + remedy)).toBe(false);
		}
});

it.each([
	[NaN, '"v" is NaN'],
	[2 ** 60, '"v" is 1152921504606847000'],
	[{ deep: { spend: Infinity } }, '"v … spend" is Infinity'],
	[new Date(NaN), '"v" is an invalid date'],
	[new Map(), '"v" is of the type Map'],
	[5n, '"v" is of the type BigInt'],
])('a value that JSON would change silently is refused: %p', (value, message) => {
	// A number that has lost its digits is not sent as another type either.
	const types = ['string', 'number', 'date', 'json', 'boolean'] as const;
	for (const type of [undefined, ...(typeof value === 'number' ? types : [])])
		expect(refusal(() => typed(type, value))).toEqual({
			message: `${message}, which JSON would change`,
			remedy: 'Give it as text, or null for no value.',
		});
});

it('an object that contains itself is refused, and not shown', () => {
	const circular: Record<string, unknown> = {};
	circular.self = circular;
	expect(refusal(() => typed(undefined, circular)).message).toBe(
		'"v" is nested too deeply, or contains itself',
	);
	expect(jsonForPeople(circular)).toBe('');
});
