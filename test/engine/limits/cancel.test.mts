import { setTimeout as sleep } from 'node:timers/promises';
import { sharedStage, type Stage } from '../../kit/stage.mts';
import { ENDPOINT_OF, onStage, type OperationName, parametersOf } from '../../kit/operations.mts';

/**
 * What Stop ends, and what it leaves to finish. What it ends would last for longer than a test may;
 * how soon it ends is measured by `npm run bench`.
 */

const stage = sharedStage();
const items = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));

/** Starts an operation, and stops it as soon as `when` says so. @returns how many requests went out */
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
	stop.abort();
	const { status } = await running;
	expect(status).toBe('canceled');
	const sent = sandbox.requests(ENDPOINT_OF[operation]).length;
	await sleep(400);
	// Nothing goes out behind its back.
	expect(sandbox.requests(ENDPOINT_OF[operation])).toHaveLength(sent);
	return sent;
}

const CLOSED = { status: 429, headers: { 'retry-after': '60' } };

it.each(['push', 'sql', 'compliance', 'shops'] as const)(
	'ends the waits of all requests in a cool-down: %s',
	async (operation) => {
		const endpoint = ENDPOINT_OF[operation];
		const { sandbox } = stage;
		sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [CLOSED] });
		/** What was under way when the cool-down began has come to its end. */
		const isClosed = () => {
			const [last] = sandbox.requests(endpoint).slice(-1);
			return last !== undefined && Date.now() - last.time > 200;
		};
		await stopped(stage, operation, 40, isClosed);
	},
);

it.each(['sql', 'shops', 'apiKey'] as const)('aborts what only reads: %s', async (operation) => {
	const endpoint = ENDPOINT_OF[operation];
	const { sandbox } = stage;
	sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: ['timeout'] });
	await stopped(stage, operation, 3, () => sandbox.requests(endpoint).length > 0);
	while (sandbox.openRequests(endpoint) > 0) await sleep(5);
});

it('ends the wait for a token that is being refreshed', async () => {
	stage.connect({ expired: true });
	stage.sandbox.set({ tokenDelayMs: 4_000 });
	const isAsked = () => stage.sandbox.requests('token').length > 0;
	await stopped(stage, 'shops', 2, isAsked);
	expect(stage.sandbox.openRequests('token')).toBe(1);
	// Its refresh token is used up, so the new one is stored all the same.
	while (stage.sandbox.openRequests('token') > 0) await sleep(5);
	const { thrown } = await stage.run({ parameters: parametersOf('shops') });
	expect(thrown).toBeUndefined();
	expect(stage.sandbox.requests('token')).toHaveLength(1);
});

it(
	'leaves pushes that are under way to finish',
	onStage(async (own) => {
		own.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: [{ delayMs: 700 }] });
		const sent = await stopped(own, 'push', 40, () => own.sandbox.openRequests('ads') === 16);
		while (own.sandbox.openRequests('ads') > 0) await sleep(5);
		expect(sent).toBe(16);
		expect(own.sandbox.pushed('ads')).toHaveLength(16);
		own.sandbox.clearFaults();
	}),
);
