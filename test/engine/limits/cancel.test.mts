import { setTimeout as sleep } from 'node:timers/promises';
import { sharedStage, type Stage } from '../../kit/stage.mts';
import { ENDPOINT_OF, onStage, type OperationName, parametersOf } from '../../kit/operations.mts';

/** What Stop ends at once, and what it leaves to finish. */

const stage = sharedStage();
const items = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));
/** Rule 4 says 100 ms; a machine that runs other tests is slower. */
const AT_ONCE_MS = 300;

/** Starts an operation, stops it as soon as `when` says so, and tells how long it took to end. */
async function stopped(
	{ run, sandbox }: Stage,
	operation: OperationName,
	count: number,
	when: () => boolean,
) {
	const stop = new AbortController();
	const running = run({
		parameters: parametersOf(operation, operation.startsWith('push') ? { batchSize: 1 } : {}),
		items: items(count),
		onError: 'continueErrorOutput',
		signal: stop.signal,
	});
	while (!when()) await sleep(5);
	await sleep(50);
	const at = Date.now();
	stop.abort();
	const { status } = await running;
	expect(status).toBe('canceled');
	const tookMs = Date.now() - at;
	const sent = sandbox.requests(ENDPOINT_OF[operation]).length;
	await sleep(400);
	// Nothing goes out behind its back.
	expect(sandbox.requests(ENDPOINT_OF[operation])).toHaveLength(sent);
	return { tookMs, sent };
}

const CLOSED = { status: 429, headers: { 'retry-after': '60' } };

it.each(['push', 'sql', 'compliance', 'shops'] as const)(
	'ends the waits of all requests in a closed lane: %s',
	async (operation) => {
		const endpoint = ENDPOINT_OF[operation];
		const { sandbox } = stage;
		sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [CLOSED] });
		/** What was under way when the lane closed has come to its end. */
		const isClosed = () => {
			const [last] = sandbox.requests(endpoint).slice(-1);
			return last !== undefined && Date.now() - last.time > 200;
		};
		const { tookMs } = await stopped(stage, operation, 40, isClosed);
		expect(tookMs).toBeLessThan(AT_ONCE_MS);
	},
);

it.each(['sql', 'shops', 'apiKey'] as const)('aborts what only reads: %s', async (operation) => {
	const endpoint = ENDPOINT_OF[operation];
	const { sandbox } = stage;
	sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: ['timeout'] });
	const { tookMs } = await stopped(
		stage,
		operation,
		3,
		() => sandbox.requests(endpoint).length > 0,
	);
	expect(tookMs).toBeLessThan(AT_ONCE_MS);
	expect(sandbox.openRequests(endpoint)).toBe(0);
});

it('ends the wait for a token that is being refreshed', async () => {
	stage.connect({ expired: true });
	stage.sandbox.set({ tokenDelayMs: 2_000 });
	const isAsked = () => stage.sandbox.requests('token').length > 0;
	const { tookMs } = await stopped(stage, 'shops', 2, isAsked);
	expect(tookMs).toBeLessThan(AT_ONCE_MS);
	// Its refresh token is used up, so the new one is stored all the same.
	await sleep(2_000);
	const { thrown } = await stage.run({ parameters: parametersOf('shops') });
	expect(thrown).toBeUndefined();
	expect(stage.sandbox.requests('token')).toHaveLength(1);
});

it(
	'leaves pushes that are under way to finish',
	onStage(async (own) => {
		own.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [{ delayMs: 700 }] });
		const { sent } = await stopped(own, 'push', 40, () => own.sandbox.openRequests('ads') === 12);
		while (own.sandbox.openRequests('ads') > 0) await sleep(5);
		expect(sent).toBe(12);
		expect(own.sandbox.pushed('ads')).toHaveLength(12);
		own.sandbox.clearFaults();
	}),
);
