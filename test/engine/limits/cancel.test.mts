import { setTimeout as sleep } from 'node:timers/promises';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	isRead,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/**
 * What Stop ends, and what it leaves to finish. What it ends would last for longer than a test may;
 * how soon it ends is measured by `npm run bench`.
 */

const stage = sharedStage();

/** Starts an operation, and stops it as soon as `when` says so. @returns how many requests went out */
async function stopped(operation: OperationName, count: number, when: () => boolean) {
	const { run, sandbox } = stage;
	const stop = new AbortController();
	const running = run({
		parameters: parametersOf(operation, operation.startsWith('push') ? { batchSize: 1 } : {}),
		items: Array.from({ length: count }, (_, number) => ({ number })),
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
			return last !== undefined && Date.now() - last.time > 1_000;
		};
		await stopped(operation, 40, isClosed);
	},
);

it.each(ALL_OPERATIONS)(
	'aborts what only reads, and leaves anything else to finish: %s',
	async (operation) => {
		const endpoint = ENDPOINT_OF[operation];
		const { sandbox } = stage;
		const fault = isRead(operation) ? 'timeout' : { delayMs: 700 };
		sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
		const isPush = operation.startsWith('push');
		const most = isPush ? 16 : 1;
		const isOpen = () => sandbox.openRequests(endpoint) >= most;
		const sent = await stopped(operation, isPush ? 40 : 3, isOpen);
		while (sandbox.openRequests(endpoint) > 0) await sleep(5);
		const statuses = sandbox.requests(endpoint).map(({ status }) => status);
		expect(statuses).toEqual(Array(sent).fill(isRead(operation) ? null : 200));
		if (isPush) expect(sent).toBe(most);
	},
);

it('ends the wait for a token that is being refreshed', async () => {
	stage.connect({ expired: true });
	stage.sandbox.set({ tokenDelayMs: 4_000 });
	const isAsked = () => stage.sandbox.requests('token').length > 0;
	await stopped('shops', 2, isAsked);
	expect(stage.sandbox.openRequests('token')).toBe(1);
	// Its refresh token is used up, so the new one is stored all the same.
	while (stage.sandbox.openRequests('token') > 0) await sleep(5);
	const { thrown } = await stage.run({ parameters: parametersOf('shops') });
	expect(thrown).toBeUndefined();
	expect(stage.sandbox.requests('token')).toHaveLength(1);
});
