import { createPerShopQueue } from '../../../nodes/MerchantData/push/perShopQueue.ts';
import { ended } from '../../kit/execution.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

/** Jobs that take so long, with when each began. */
function createJobs() {
	const turns = createPerShopQueue();
	const started = Date.now();
	const begun: Array<[name: string, at: number]> = [];
	return {
		begun,
		take: async (name: string, ms: number, error?: Error) =>
			await turns.take(name, async () => {
				begun.push([name, Date.now() - started]);
				await new Promise((resolve) => setTimeout(resolve, ms));
				if (error) throw error;
				return `${name} after ${ms}`;
			}),
	};
}

it('lets jobs of a name go one after another, as they asked, and others beside them', async () => {
	const { take, begun } = createJobs();
	const all = Promise.all([take('a', 300), take('a', 100), take('b', 50), take('a', 0)]);
	const given = ['a after 300', 'a after 100', 'b after 50', 'a after 0'];
	expect(await ended(all)).toEqual({ value: given, tookMs: 400 });
	expect(begun).toEqual([
		['a', 0],
		['b', 0],
		['a', 300],
		['a', 400],
	]);
});

it('gives a job that asks later no more to wait for than there is', async () => {
	const { take, begun } = createJobs();
	await ended(take('a', 300));
	await ended(take('a', 100));
	expect(begun).toEqual([
		['a', 0],
		['a', 300],
	]);
});

it('goes on after a job that breaks, whose error is its own', async () => {
	const { take, begun } = createJobs();
	const broken = new Error('broken');
	const ends = await ended(Promise.allSettled([take('a', 200, broken), take('a', 100)]));
	expect(ends.value).toEqual([
		{ status: 'rejected', reason: broken },
		{ status: 'fulfilled', value: 'a after 100' },
	]);
	expect(begun[1]).toEqual(['a', 200]);
});
