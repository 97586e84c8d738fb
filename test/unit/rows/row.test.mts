import { fieldsForPeople, Row, rowOf, unsendable } from '../../../nodes/MerchantData/rows/row.ts';
import { namedValues } from '../../../nodes/MerchantData/rows/columns.ts';
import { columnsOf } from '../delivery/road.mts';

const place = { item: 2, ordinal: 0, shop: 'a.example.com' };
const newRow = () => new Row(2, 0, place.shop);
const newColumns = () =>
	columnsOf([], { numberColumns: ['spend'], ignored: ['note', 'store'], emptyValues: ['-'] });
function read(fields: object, columns = newColumns()) {
	columns.isTable = true;
	return rowOf(newRow(), namedValues(fields), columns);
}

it('a row keeps its place, and writes itself; a name of all objects is that of a field', () => {
	const fields = JSON.parse('{"__proto__":"p","constructor":"c"}') as object;
	const more = { spend: '12.50', note: 'n', gone: undefined, store: 'b.example.com' };
	expect(read({ ...more, ...fields })).toEqual({
		...place,
		json: '{"spend":12.50,"__proto__":"p","constructor":"c"}',
		bytes: 49,
	});
	expect(read({ note: 'n', name: '-' })).toBeUndefined();
});

it('a row that cannot be sent holds what it was given, and why; columns behind that are known', () => {
	const columns = newColumns();
	const row = read({ spend: '1,5', name: 'x', none: '', big: 5n }, columns)!;
	expect(row.json).toBe('{"spend":"1,5","name":"x","big":"5"}');
	expect(row.problem?.message).toBe('"spend" holds "1,5", which is not a number');
	expect(columns.refusal()!.remedy).toContain('The columns of the file: spend, name, none, big.');
});

it.each([
	['Shop_Domain', 'https://B.example.com/', 'https://B.example.com/'],
	['shop', ` https://b.example.com/${'x'.repeat(100)}`, `https://b.example.com/${'x'.repeat(78)}`],
])('a row that names another shop in %s is not sent', (name, value, shown) => {
	expect(read({ [name]: value })!.problem).toMatchObject({
		message: `"${name}" is ${shown}, but the row would go to a.example.com`,
		remedy: `By ${name}, not a.example.com.`,
	});
	expect(read({ name: value })!.problem).toBeUndefined();
});

it.each([
	...['a.example.com', 'A.example.com', 'https://a.example.com/', '', 'Berlin', 'St. Gallen'],
	...['a b.example.com', '12.50', 12.5, null],
])('%j names no other shop', (shop) => {
	expect(read({ shop, n: 1 })!.problem).toBeUndefined();
});

it('a row of more than 8 MiB is not sent, and not shown', () => {
	const ofBytes = (bytes: number) => {
		const text = 'ü'.repeat((bytes - '{"text":""}'.length) / 2);
		return read({ text: text + 'x'.repeat(bytes - Buffer.byteLength(`{"text":"${text}"}`)) })!;
	};
	const most = 8 * 1_024 * 1_024;
	expect(ofBytes(most)).toMatchObject({ bytes: most, problem: undefined });
	const message = 'The row is larger than 8 MiB';
	const remedy = 'Leave out fields, or make their values shorter.';
	expect(ofBytes(most + 1)).toMatchObject({ json: '', problem: { message, remedy } });
});

it('a row may be wrong in words that are not ours', () => {
	const problem = { message: 'broken' };
	expect(unsendable(newRow(), undefined, new Error('broken'))).toMatchObject({ json: '', problem });
});

it('people get no fields of a row that could not be read, and long numbers as text', () => {
	expect(fieldsForPeople(newRow())).toBeNull();
	expect(fieldsForPeople(Object.assign(newRow(), { json: '{"id":12345678901234567890}' }))).toEqual(
		{
			id: '12345678901234567890',
		},
	);
});
