import fc from 'fast-check';
import { JsonRow } from '../../../../nodes/MerchantData/push/files/fileRows.ts';
import { SentRows } from '../../../../nodes/MerchantData/push/files/sentRows.ts';
import { bodyOf, writtenRows } from '../../../../nodes/MerchantData/push/rows/requestBody.ts';
import type { PlacedRow } from '../../../../nodes/MerchantData/push/rows/row.ts';
import { jsonOf } from '../../../kit/pushRows.mts';

const SHOP = 'a.example';
const PLACE = { item: 2, ordinal: 5, shop: SHOP, line: 7 };

/** Records between which others may stand, and what is held of them. */
function sent(count: number) {
	const records = Array.from({ length: count }, (_, index) => {
		const place = { ...PLACE, ordinal: 5 + index * index, line: 7 + 3 * index };
		return new JsonRow(place, `{"id": 1234567890123456789${index}, "t": "é"}`, undefined);
	});
	const texts = records.map(jsonOf);
	return { records, rows: SentRows.of(records, writtenRows(SHOP, bodyOf(SHOP, texts))) };
}

const told = (record: PlacedRow | undefined) =>
	record && {
		item: record.item,
		ordinal: record.ordinal,
		shop: record.shop,
		line: record.line,
		row: record.row(),
	};

it('gives rows as the request holds them, in their places', () => {
	const { records, rows } = sent(3);
	expect(rows).toHaveLength(3);
	expect(Array.from(rows, told)).toEqual(records.map(told));
});

it('gives parts as a list does', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 9 }),
			fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(12), { nil: undefined })), { maxLength: 3 }),
			(count, cuts) => {
				const { records, rows } = sent(count);
				let list: PlacedRow[] = records;
				let part = rows;
				for (const [start, end] of cuts) {
					const from = Math.min(start, list.length);
					const to = end === undefined ? undefined : Math.max(end, from);
					[list, part] = [list.slice(from, to), part.slice(from, to)];
				}
				expect(part).toHaveLength(list.length);
				expect(Array.from(part, told)).toEqual(list.map(told));
				for (let index = -10; index <= 10; index++)
					expect(told(part.at(index))).toEqual(told(list.at(index)));
			},
		),
	);
});

it('reads the body when a row is asked for its text, and holds no record', () => {
	const read: number[] = [];
	const record = new JsonRow(PLACE, '{"secret":1}', undefined);
	const rows = SentRows.of([record, record], {
		at(index) {
			read.push(index);
			return '{}';
		},
	});
	const all = [...rows.slice(1)];
	expect(read).toEqual([]);
	expect(all[0]!.row()).toEqual({});
	expect(read).toEqual([1]);
	expect(JSON.stringify(rows)).not.toContain('secret');
});
