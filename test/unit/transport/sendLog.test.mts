import { createSendLog } from '../../../nodes/MerchantData/transport/sendLog.ts';

function logOf(...times: number[]) {
	const log = createSendLog();
	const all = times.map((at) => ({ at }));
	all.forEach(log.add);
	return { log, all };
}

it('counts what was sent at a time, and later', () => {
	const { log } = logOf(10, 20, 20, 30);
	expect([9, 10, 20, 21, 31].map(log.countSince)).toEqual([4, 4, 3, 1, 0]);
});

it.each([
	[10, 30, 4],
	[11, 29, 2],
	[20, 20, 2],
	[31, 40, 0],
	[0, 9, 0],
])('counts from %d to %d, both included', (from, to, count) => {
	expect(logOf(10, 20, 20, 30).log.countBetween(from, to)).toBe(count);
});

it('knows when the last ones were sent', () => {
	const { log } = logOf(10, 20, 30);
	expect([1, 2, 3, 4].map(log.sentBefore)).toEqual([30, 20, 10, undefined]);
});

it('forgets what is taken out, once', () => {
	const { log, all } = logOf(10, 20, 30);
	log.remove(all[1]!);
	log.remove(all[1]!);
	expect(log.sentBefore(2)).toBe(10);
	expect(log.countSince(0)).toBe(2);
});

it('finds the window in which most was sent', () => {
	const { log } = logOf(0, 10, 11, 12, 20, 30);
	expect([1, 3, 11, 12, 100].map(log.mostIn)).toEqual([1, 3, 4, 4, 6]);
	expect(createSendLog().mostIn(5)).toBe(0);
});

it('remembers some thousands', () => {
	const { log } = logOf(...Array.from({ length: 8_193 }, (_, index) => index));
	expect(log.countSince(0)).toBe(4_096);
	expect(log.sentBefore(1)).toBe(8_192);
	expect(logOf(...Array.from({ length: 8_192 }, (_, index) => index)).log.countSince(0)).toBe(
		8_192,
	);
});
