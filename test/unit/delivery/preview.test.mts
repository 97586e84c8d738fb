import { preview } from '../../../nodes/MerchantData/delivery/preview.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { kindOf, refused, row, sourceOf, startRoad } from './road.mts';

async function previewed(rows: readonly Row[], noun = 'rows') {
	const road = startRoad();
	const kind = kindOf({ noun, limit: { rows: 2, size: 1_000 } });
	await preview(road.execution, road.output, kind, sourceOf(rows));
	expect(road.requests).toEqual([]);
	return { items: road.items(), hints: road.hints() };
}

it('shows each request that would be sent, linked to its input items', async () => {
	const rows = [row(0), row(0, { ordinal: 1 }), row(1), row(2, { shop: 'b' })];
	expect(await previewed(rows)).toEqual({
		items: [
			{ json: { preview: true, shop: 'a', rows: 2 }, pairedItem: [{ item: 0 }] },
			{ json: { preview: true, shop: 'a', rows: 1 }, pairedItem: [{ item: 1 }] },
			{ json: { preview: true, shop: 'b', rows: 1 }, pairedItem: [{ item: 2 }] },
		],
		hints: ['Nothing was sent: "Preview" is on'],
	});
});

it('shows each row that could not be sent, with what is wrong, and counts them first', async () => {
	const bad = refused(1, { problem: new InvalidInput('It is bad') });
	const { items, hints } = await previewed([row(0), bad, refused(2), row(3)], 'contacts');
	expect(items.map(({ json }) => Object.entries(json))).toEqual([
		[
			['preview', true],
			['shop', 'a'],
			['rows', 1],
		],
		[
			['preview', true],
			['problem', 'It is bad'],
			['shop', 'a'],
			['rows', 1],
		],
		[
			['preview', true],
			['problem', 'No 2. Mend it.'],
			['shop', 'a'],
			['rows', 1],
		],
		[
			['preview', true],
			['shop', 'a'],
			['rows', 1],
		],
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => [{ item }]));
	expect(hints).toEqual([
		'2 of 4 contacts cannot be sent: see "problem"',
		'Nothing was sent: "Preview" is on',
	]);
});

it('says that nothing was sent, however many hints there are', async () => {
	const { execution, output } = startRoad();
	for (const n of Array(20).keys()) execution.hint(`Hint ${n}`);
	await preview(execution, output, kindOf(), sourceOf([]));
	expect(execution.hints).toContain('Nothing was sent: "Preview" is on');
});
