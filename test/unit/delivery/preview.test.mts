import { preview } from '../../../nodes/MerchantData/delivery/preview.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import { formatOf, refused, row, sourceOf, startRoad } from './road.mts';

it('a preview of batches shows what would be sent and what is wrong, and sends nothing', async () => {
	const bad = refused(4, { problem: new InvalidInput('file.noTable', 'It is bad') });
	const good = [row(0), row(0, { ordinal: 1 })];
	const rows = [...good, refused(1), row(2), row(3, { shop: 'b' }), bad];
	const { execution, output, items, hints, requests } = startRoad({ continues: false });
	const format = formatOf({ limit: { rows: 500, size: 20 } });
	const describeRows = (some: readonly Row[]) => ({ shop: some[0]!.shop, rows: some.length });
	await preview(execution, output, format, sourceOf(rows), describeRows);
	const previews = [
		[1, { problem: 'row 2: No 1', shop: 'a', rows: 1 }],
		[4, { problem: 'row 5: It is bad', shop: 'a', rows: 1 }],
		[0, { problem: '', shop: 'a', rows: 2 }],
		[2, { problem: '', shop: 'a', rows: 1 }],
		[3, { problem: '', shop: 'b', rows: 1 }],
	] as const;
	expect(items()).toEqual(
		previews.map(([item, json]) => ({ json: { preview: true, ...json }, pairedItem: [{ item }] })),
	);
	expect(Object.keys(items()[0]!.json)[0]).toBe('problem');
	expect(hints()).toEqual([
		'Nothing was sent: "Preview" is on',
		'2 of 6 rows cannot be sent. First, row 2: No 1. Mend it.',
	]);
	expect(requests).toEqual([]);
});
