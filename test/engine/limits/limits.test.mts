import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	failuresOf,
	hintsOf,
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

const rows = (count: number, of: string): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ of, number }));
const push = async (items: IDataObject[], options: IDataObject = {}, on = stage) =>
	await on.run({
		parameters: parametersOf('push', { batchSize: 1, ...options }),
		items,
		onError: 'continueErrorOutput',
	});

it('as many requests of others as the service accepts are waited for, in turn', async () => {
	// Of sixteen requests, each that is refused leaves one less.
	const refused = rows(14, 'refused');
	stage.sandbox.fail('ads', ...refused.map(() => 503 as const));
	await push(refused);
	stage.sandbox.fail('ads', ...Array<{ delayMs: number }>(4).fill({ delayMs: 700 }));
	const big = push(rows(8, 'big'));
	while (stage.sandbox.requests('ads').length < refused.length + 2) await new Promise(setImmediate);
	const small = await push(rows(1, 'small'));
	expect(failuresOf(small)).toEqual([]);
	expect(hintsOf(small)).toMatch(/^Waited 1 time, \d+\.\d s in all, for .*other executions/m);
	expect(failuresOf(await big)).toEqual([]);
	expect(hintsOf(await big)).not.toMatch(/Waited/);
	// It came behind the two that were open, not behind the six that were left.
	const order = stage.sandbox.pushed('ads').map(({ row }) => (row as IDataObject).of);
	expect(order.indexOf('small')).toBeGreaterThan(0);
	expect(order.indexOf('small')).toBeLessThan(5);
});

// How well it is used is measured by `npm run bench`, and in virtual time by `npm run simulate`.
it(
	'a quota of 10 requests a second takes all rows of 10 executions with 5 requests each, once',
	onStage(
		async (own) => {
			const pushes = Array.from({ length: 10 }, async () => await push(rows(5, 'quota'), {}, own));
			expect((await Promise.all(pushes)).flatMap(failuresOf)).toEqual([]);
			expect(own.sandbox.pushed('ads')).toHaveLength(50);
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

it('Stop ends the wait for a token that is being refreshed', async () => {
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
