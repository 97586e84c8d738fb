import { InspectionBuilder } from '../../../nodes/MerchantData/rows/source.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { refused, row } from '../delivery/road.mts';

it('counts rows, and names the first ten that cannot be sent', () => {
	const builder = new InspectionBuilder();
	const bad = Array.from({ length: 11 }, (_, item) => refused(item));
	for (const each of [row(20), ...bad, row(21)]) builder.see(each);
	const counts = { total: 13, left: 0, refused: 11 };
	expect(builder).toMatchObject({ ...counts, first: bad.slice(0, 10), hints: [] });
});

it('counts the rows of an input item that has several, or none', () => {
	const builder = new InspectionBuilder();
	const refusal = new InvalidInput('It is no good');
	for (const item of [0, 1, 1, 1]) builder.see(row(item));
	builder.seeInput(1, { fingerprint: 'a' });
	builder.seeInput(2, { fingerprint: 'b', refusal });
	builder.see(row(3));
	builder.see(row(3));
	builder.seeInput(3, { fingerprint: 'c' });
	expect([...builder.inputs]).toEqual([
		[1, { rows: 3, fingerprint: 'a' }],
		[2, { rows: 0, fingerprint: 'b', refusal }],
		[3, { rows: 2, fingerprint: 'c' }],
	]);
});

it('counts as many rows as are to be sent, whatever is wrong with the others, and those left', () => {
	const builder = new InspectionBuilder(3);
	for (const each of [row(0), row(1), row(1), row(1), refused(2)]) builder.see(each);
	builder.seeInput(1, { fingerprint: '3 rows' });
	expect(builder).toMatchObject({ total: 3, left: 2, refused: 0, first: [] });
	expect(builder.inputs.get(1)).toEqual({ rows: 2, fingerprint: '3 rows' });
});
