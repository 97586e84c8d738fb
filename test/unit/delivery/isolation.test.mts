import { createIsolation } from '../../../nodes/MerchantData/delivery/isolation.ts';
import type { Settled } from '../../../nodes/MerchantData/delivery/kind.ts';
import { row } from './road.mts';

const rows = (count: number) => Array.from({ length: count }, (_, item) => row(item));
const refusal = (message: string, count = 1, status = 400) =>
	({
		shop: 'a',
		rows: rows(count),
		outcome: 'rejected',
		status,
		error: { message },
	}) as unknown as Settled;
const acceptance: Settled = { shop: 'a', rows: rows(5), outcome: 'accepted', receipt: {} };
const times = (count: number, settled: Settled) => Array<Settled>(count).fill(settled);

describe('halving is worth its requests', () => {
	it.each<[string, Settled[], boolean]>([
		['at first', [], true],
		['after 99 rows', times(99, refusal('no')), true],
		['no more after 100', times(100, refusal('no')), false],
		['after requests of several rows', times(200, refusal('no', 2)), true],
		['after other failures', times(200, refusal('no', 1, 422)), true],
		['after an acceptance', [...times(100, refusal('no')), acceptance], true],
		['after 99 and another reason', [...times(99, refusal('no')), refusal('never')], true],
		[
			'no more where only numbers differ',
			Array.from({ length: 100 }, (_, n) => refusal(`row ${n}, request a${n}f: no`)),
			false,
		],
	])('%s', (_, said, expected) => {
		const isolation = createIsolation();
		for (const each of said) isolation.note('a', each);
		expect([isolation.isWorthwhile('a'), isolation.isWorthwhile('b')]).toEqual([expected, true]);
	});
});
