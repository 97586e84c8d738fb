import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINT_OF, isRead, onStage, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Parallel executions, and Stop. Waits are in the unit tests of the client and in real n8n. */

const stage = sharedStage();

it(
	'5 executions with 5 requests each send all rows once within a quota of 10 a second',
	onStage(
		async ({ run, sandbox }) => {
			const parameters = parametersOf('pushAds', { batchSize: 1 });
			const items = Array.from({ length: 5 }, (_, number) => ({ number }));
			const pushes = Array.from({ length: 5 }, async () => await run({ parameters, items }));
			for (const { thrown } of await Promise.all(pushes)) expect(thrown).toBeUndefined();
			expect(sandbox.pushed('ads')).toHaveLength(25);
		},
		{ quotas: { ads: { limit: 10, windowMs: 1_000 } } },
	),
	120_000,
);

it.each(['grantedShops', 'sql', 'createDeletionRequest', 'pushAds'] as const)(
	'Stop aborts what only reads, and leaves anything else to finish: %s',
	async (operation) => {
		const endpoint = ENDPOINT_OF[operation];
		const { sandbox } = stage;
		// Far longer than even a busy machine takes to open all requests.
		const fault = isRead(operation) ? 'timeout' : { delayMs: 3_000 };
		sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
		const isPush = operation.startsWith('push');
		const most = isPush ? 16 : 1;
		const stop = new AbortController();
		const running = stage.run({
			parameters: parametersOf(operation, isPush ? { batchSize: 1 } : {}),
			items: Array.from({ length: isPush ? 40 : 3 }, (_, number) => ({ number })),
			onError: 'continueErrorOutput',
			signal: stop.signal,
		});
		while (sandbox.openRequests(endpoint) < most) await sleep(5);
		await sleep(50);
		stop.abort();
		expect((await running).status).toBe('canceled');
		const sent = sandbox.requests(endpoint).length;
		while (sandbox.openRequests(endpoint) > 0) await sleep(5);
		await sleep(400);
		// Nothing is sent later.
		const statuses = sandbox.requests(endpoint).map(({ status }) => status);
		expect(statuses).toEqual(Array(sent).fill(isRead(operation) ? null : 200));
		if (isPush) expect(sent).toBe(most);
	},
);
