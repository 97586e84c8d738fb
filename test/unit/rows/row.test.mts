import { fieldsForPeople, rowOf, unsendable } from '../../../nodes/MerchantData/rows/row.ts';
import { columnsOf } from '../delivery/road.mts';

const place = { item: 2, ordinal: 0, shop: 'a.example.com' };
const newColumns = () =>
	columnsOf([], { numberColumns: ['spend'], ignored: ['note', 'store'], emptyValues: ['-'] });
function read(fields: object, isTable = true, columns = newColumns()) {
	columns.isTable = isTable;
	return rowOf(place, fields, columns);
}

it('a row keeps its place, and writes itself', () => {
	const fields = { name: 'x', spend: '12.50', note: 'n', gone: undefined, store: 'b.example.com' };
	expect(read(fields)).toEqual({ ...place, json: '{"name":"x","spend":12.50}' });
});

it('a field named like a property of all objects is a field', () => {
	const fields = JSON.parse('{"__proto__":"p","constructor":"c"}') as object;
	expect(read(fields)!.json).toBe('{"__proto__":"p","constructor":"c"}');
});

it.each([{}, { note: 'n' }, { name: '' }, { name: '-' }, { name: undefined }])(
	'%j has no value to send',
	(fields) => {
		expect(read(fields)).toBeUndefined();
	},
);

it('a row that cannot be sent holds what it was given, and why', () => {
	const row = read({ spend: '1,5', name: 'x', big: 5n })!;
	expect(row.json).toBe('{"spend":"1,5","name":"x","big":"5"}');
	expect(row.problem?.message).toBe('"spend" holds "1,5", which is not a number');
});

it('a row that names another shop is not sent', () => {
	const row = read({ Shop_Domain: 'https://B.example.com/' })!;
	expect(row.problem).toMatchObject({
		message: '"Shop_Domain" is https://B.example.com/, but the row would go to a.example.com',
		remedy: 'By Shop_Domain, not a.example.com.',
	});
	expect(read({ name: 'b.example.com' })!.problem).toBeUndefined();
	const long = read({ shop: ` https://b.example.com/${'x'.repeat(100)}` })!;
	expect(long.problem!.message).toBe(
		`"shop" is https://b.example.com/${'x'.repeat(78)}, but the row would go to a.example.com`,
	);
});

it.each([
	'a.example.com',
	'A.example.com',
	'https://a.example.com/',
	'',
	'Berlin',
	'St. Gallen',
	'a b.example.com',
	'12.50',
	12.5,
	null,
])('%j names no other shop', (shop) => {
	expect(read({ shop, n: 1 })!.problem).toBeUndefined();
});

it('a row of more than 8 MiB is not sent, and not shown', () => {
	expect(read({ text: 'x'.repeat(8 * 1_024 * 1_024) })).toMatchObject({
		json: '',
		problem: {
			message: 'The row is larger than 8 MiB',
			remedy: 'Leave out fields, or make their values shorter.',
		},
	});
	const text = 'x'.repeat(8 * 1_024 * 1_024 - '{"text":""}'.length);
	expect(read({ text })!.problem).toBeUndefined();
});

it('the columns behind a wrong value are known, too', () => {
	const columns = newColumns();
	read({ spend: 'x', behind: 1 }, true, columns);
	expect(columns.names()).toEqual(['spend', 'behind']);
});

it('what could not be read is empty', () => {
	expect(unsendable(place, undefined, new Error('broken'))).toMatchObject({
		json: '',
		problem: { message: 'broken' },
	});
});

it('people get no fields of a row that could not be read, and long numbers as text', () => {
	expect(fieldsForPeople({ ...place, json: '' })).toBeNull();
	expect(fieldsForPeople({ ...place, json: '{"id":12345678901234567890}' })).toEqual({
		id: '12345678901234567890',
	});
});
