import { InspectionBuilder } from '../../../nodes/MerchantData/rows/source.ts';
import { refused, row } from '../delivery/road.mts';

it('counts rows, and names the first ten that cannot be sent', () => {
	const builder = new InspectionBuilder();
	const bad = Array.from({ length: 11 }, (_, item) => refused(item));
	for (const each of [row(20), ...bad, row(21)]) builder.see(each);
	const counts = { total: 13, left: 0, refused: 11 };
	expect(builder).toMatchObject({ ...counts, first: bad.slice(0, 10), hints: [] });
});
