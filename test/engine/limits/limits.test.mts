import { setTimeout as sleep } from 'node:timers/promises';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	isRead,
	onStage,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/**
 * Executions side by side share what one of them learned of the service, and what Stop ends of one. How long
 * each waits is in the unit tests of the limiter, and how soon it ends is measured by `npm run bench`.
 */

const stage = sharedStage();

// How well it is used is measured by `npm run bench`, and in virtual time by `npm run simulate`.
it(
	'a quota of 10 requests a second takes all rows of 10 executions with 5 requests each, once',
	onStage(
		async ({ run, sandbox }) => {
			const parameters = parametersOf('push', { batchSize: 1 });
			const items = Array.from({ length: 5 }, (_, number) => ({ number }));
			const pushes = Array.from({ length: 10 }, async () => await run({ parameters, items }));
			for (const { thrown } of await Promise.all(pushes)) expect(thrown).toBeUndefined();
			expect(sandbox.pushed('ads')).toHaveLength(50);
		},
		{ quotas: { ads: { limit: 10, windowMs: 1_000 } } },
	),
	120_000,
);

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

it.each(['push', 'shops'] as const)(
	'Stop ends the waits of all requests in a cool-down: %s',
	async (operation) => {
		const endpoint = ENDPOINT_OF[operation];
		const closed = { status: 429, headers: { 'retry-after': '60' } };
		stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [closed] });
		/** What was under way when the cool-down began has come to its end. */
		const isClosed = () => {
			const [last] = stage.sandbox.requests(endpoint).slice(-1);
			return last !== undefined && Date.now() - last.time > 1_000;
		};
		await stopped(operation, 40, isClosed);
	},
);

it.each(ALL_OPERATIONS)(
	'Stop aborts what only reads, and leaves anything else to finish: %s',
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
