import type { FaultLike } from '../../../sandbox/index.mts';
import { sharedSandbox, SHOP } from '../../kit/sandbox.mts';

const { sandbox, post } = sharedSandbox();

/** Pushes one numbered row; gives the status, or the error's code when there was no answer. */
const push = async (n: number) =>
	await post('ads', { shop: SHOP, data: [{ n }] }).then(
		({ status }) => status,
		({ cause }: { cause: { code: string } }) => cause.code,
	);

async function pushed(count: number) {
	const outcomes = [];
	for (let n = 0; n < count; n++) outcomes.push(await push(n));
	return outcomes;
}

const stored = () => sandbox.pushed('ads').map(({ row }) => (row as { n: number }).n);

it('applies scripted faults in order, one per request', async () => {
	const script: Array<[FaultLike, unknown]> = [
		[500, 500],
		['ok', 200],
		['reset', 'ECONNRESET'],
		['lostAnswer', 'ECONNRESET'],
		['redirect', 302],
		[{ status: 502, taken: true }, 502],
		[{ status: 204, headers: { 'x-extra': '1' }, taken: true }, 204],
		['expireToken', 401],
	];
	sandbox.fail('ads', ...script.map(([fault]) => fault));
	expect(await pushed(script.length)).toEqual(script.map(([, outcome]) => outcome));
	// Taken: the one that passed, the lost answer, and the two that say so.
	expect(stored()).toEqual([1, 3, 5, 6]);
	expect(sandbox.pendingFaults).toBe(0);
	const told = sandbox.requests('ads').map(({ fault, status }) => `${fault}: ${status}`);
	expect(told.slice(0, 4)).toEqual(['500: 500', 'ok: 200', 'reset: null', 'lostAnswer: null']);
});

it('repeats the faults of a seed', async () => {
	const run = async (seed: number) => {
		sandbox.chaos({ endpoints: ['ads'], probability: 0.5, faults: [429, 'lostAnswer'], seed });
		return await pushed(20);
	};
	const first = await run(7);
	expect(new Set(first)).toEqual(new Set([200, 429, 'ECONNRESET']));
	expect(await run(7)).toEqual(first);
	expect(await run(8)).not.toEqual(first);
});

it('keeps a quota per endpoint and credential, and says when its window ends', async () => {
	sandbox.set({ quotas: { ads: { limit: 2, windowMs: 1_500 } } });
	expect([await push(1), await push(2), await push(3)]).toEqual([200, 200, 429]);
	// A refreshed token has the quota of the one before.
	const { headers } = await post('ads', {});
	expect(headers.get('retry-after')).toBe('2');
});
