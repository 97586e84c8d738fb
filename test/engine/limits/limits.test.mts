import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxNameOf } from '../../kit/endpoints.mts';
import { isRead, parametersOf } from '../../kit/operations.mts';
import { push, rows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Stop and time-outs. Waits and parallel executions are in the unit tests of the client and in real n8n. */

const stage = sharedStage();

it.each(['grantedShops', 'sql', 'createDeletionRequest', 'pushAds'] as const)(
	'Stop aborts what only reads, and leaves anything else to finish: %s',
	async (operation) => {
		const endpoint = sandboxNameOf(operation);
		const { sandbox } = stage;
		// Far longer than even a busy machine takes to open all requests.
		const fault = isRead(operation) ? 'timeout' : { delayMs: 3_000 };
		sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
		const [most, options] = operation === 'pushAds' ? [16, { batchSize: 1 }] : [1, {}];
		const stop = new AbortController();
		const running = stage.run({
			parameters: parametersOf(operation, options),
			items: rows(40),
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
		if (operation === 'pushAds') expect(sent).toBe(most);
	},
);

it('a timeout of years is not one of a millisecond', async () => {
	const { run, sandbox } = stage;
	sandbox.fail('ads', { delayMs: 50 });
	await run({ parameters: push({ timeout: 99_999_999 }), items: rows(1), onError: 'stopWorkflow' });
	expect(sandbox.requests('ads').map(({ status }) => status)).toEqual([200]);
});
