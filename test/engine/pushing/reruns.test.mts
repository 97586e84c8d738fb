import { parse, stringify } from 'flatted';
import type { IDataObject, INode, IRunExecutionData } from 'n8n-workflow';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import { createStage, sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';
import { FIRST, IN_TURN, links, push, rows } from '../../kit/pushing.mts';

const stage = sharedStage();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const sent = () => stage.sandbox.requests('ads').map((request) => request.rows);
const stored = () => stage.sandbox.pushed('ads').map(({ row }) => (row as { n: number }).n);
const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
const numbers = (from: number, to: number) => links(from, to).map(({ item }) => item);

/** Six rows, two per request. */
const run = async (
	more: Partial<RunOptions> = {},
	options: IDataObject = {},
	others: IDataObject = {},
) =>
	await stage.run({
		parameters: push({ batchSize: 2, ...IN_TURN, ...options }, others),
		items: rows(6),
		...more,
	});

describe('Retry On Fail', () => {
	it('sends what was refused again, and nothing that was accepted', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const { success, thrown } = await run(RETRY);
		expect(thrown).toBeUndefined();
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2, 2]);
		// The output of the request that an earlier try sent is there as if this one had sent it.
		const bytes = stage.sandbox.requests('ads')[0]!.bytes;
		const json = { shop: FIRST, rows: 2, bytes, status: 200, response: { success: true, rows: 2 } };
		expect(success).toEqual([0, 2, 4].map((from) => ({ json, pairedItem: links(from, from + 2) })));
	});

	it('gives the rows of earlier tries too', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const { success } = await run(RETRY, { output: 'rows' });
		expect(success).toEqual(
			rows(6).map((row, item) => ({
				json: { row, outcome: 'accepted', shop: FIRST, status: 200 },
				pairedItem: { item },
			})),
		);
	});

	it('does not send again what may have arrived, sends the rest, and says so', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer');
		const { thrown } = await run(RETRY);
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2]);
		expect(thrown?.message).toMatch(
			/^Sent by an earlier try .*, so it was not sent again\. Of 6 rows: 4 accepted, 2 unknown\. First unknown: row 3\./,
		);
	});

	it('with the error output: a rerun doubles nothing', async () => {
		stage.sandbox.fail('ads', 'lostAnswer', 400, 400);
		const { success, error } = await run({ ...RETRY, onError: 'continueErrorOutput' });
		// All rows failed, so n8n ran the node again.
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2, 2, 2]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(2, 4), links(4, 6)]);
		expect(error.map(({ json }) => [json.n, (json.error as IDataObject).outcome])).toEqual([
			[0, 'unknown'],
			[1, 'unknown'],
		]);
	});

	it('with the error output: rows that cannot be sent among the others end no request', async () => {
		stage.sandbox.fail('ads', 'lostAnswer', 400);
		const items = [0, 1, 'x', 3, 'y', 5].map((n) => ({ n }));
		const given = { ...RETRY, items, onError: 'continueErrorOutput' } as const;
		const { success, error } = await run(given, {}, { numberColumns: 'n' });
		// All rows failed, so n8n ran the node again.
		expect(sent()).toEqual([2, 2, 2]);
		expect(stored()).toEqual([0, 1, 3, 5]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 3 }, { item: 5 }]]);
		expect(error.map(({ json }) => [json.n, (json.error as IDataObject).outcome])).toEqual([
			[0, 'unknown'],
			[1, 'unknown'],
			['x', 'rejected'],
			['y', 'rejected'],
		]);
	});

	it('with the error output: a failed first row does not rerun the node', async () => {
		stage.sandbox.fail('ads', 400);
		const { success, error } = await run({ ...RETRY, onError: 'continueErrorOutput' });
		expect(sent()).toEqual([2, 2, 2]);
		expect(success).toHaveLength(2);
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual(links(0, 2));
	});

	it.each(['requests', 'rows'])('a data column named error reruns nothing (%s)', async (output) => {
		const items = rows(6).map((row) => ({ ...row, error: `text ${row.n}` }));
		const { status } = await run({ ...RETRY, items }, { output });
		expect(status).toBe('success');
		expect(sent()).toEqual([2, 2, 2]);
		await run({ ...RETRY, items }, { output }, { preview: true });
		expect(sent()).toEqual([2, 2, 2]);
	});

	it('a 413 between two tries changes nothing', async () => {
		const items = rows(24).map((row) => ({ ...row, text: 'x'.repeat(100) }));
		stage.sandbox.set({ maxBodyBytes: 1_000 });
		// 24, 12 and 6 rows, of which the last are taken; then a refusal.
		stage.sandbox.fail('ads', 'ok', 'ok', 'ok', 400);
		const { thrown } = await stage.run({ parameters: push(), items, ...RETRY });
		expect(thrown).toBeUndefined();
		expect(stored()).toEqual(numbers(0, 24));
	});

	it('a bisect between two tries changes nothing', async () => {
		stage.sandbox.set({ rejectRows: { field: 'bad' } });
		const items = rows(16).map((row) => (row.n === 9 ? { ...row, bad: 1 } : row));
		const parameters = push({ isolateRejectedRows: true });
		const { thrown } = await stage.run({ parameters, items, ...RETRY });
		expect(ascending(stored())).toEqual(numbers(0, 16).filter((n) => n !== 9));
		expect(thrown?.message).toContain('Of 16 rows: 15 accepted, 1 rejected');
		// The bad row alone is tried again.
		expect(sent().slice(-2)).toEqual([1, 1]);
	});

	it('goes by place: $now in a field changes nothing', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer', 400);
		const assignments = [
			{ id: '1', name: 'n', type: 'number', value: '={{ $json.n }}' },
			{ id: '2', name: 'at', type: 'number', value: '={{ $now.toMillis() + Math.random() }}' },
		];
		await run({
			...RETRY,
			parameters: push(
				{ batchSize: 2, ...IN_TURN },
				{ dataMode: 'defineBelow', fields: { assignments } },
			),
		});
		expect(stored()).toEqual(numbers(0, 6));
	});

	it('knows the rows of an item that holds many', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer', 400);
		const items = [{ rows: rows(5) }, { rows: [{ n: 5 }, { n: 6 }] }];
		await run({
			...RETRY,
			items,
			parameters: push(
				{ batchSize: 2, ...IN_TURN },
				{ dataMode: 'json', rowsJson: '={{ $json.rows }}' },
			),
		});
		expect(stored()).toEqual(numbers(0, 7));
		expect(sent()).toEqual([2, 2, 2, 2, 1]);
	});
});

describe('identical rows', () => {
	const same = Array.from({ length: 4 }, () => ({ n: 7 }));

	it('in one run are all sent', async () => {
		await run({ items: same });
		expect(stored()).toEqual([7, 7, 7, 7]);
	});

	it('in each loop iteration are all sent, with and without tries between', async () => {
		await run({ items: same, loops: 3 });
		expect(stored()).toHaveLength(12);
		stage.sandbox.fail('ads', 'ok', 400, 'ok', 'ok', 400, 'ok', 'ok');
		const { thrown } = await run({ ...RETRY, items: same, loops: 3 });
		expect(thrown).toBeUndefined();
		expect(stored()).toHaveLength(24);
	});

	it('in another node are all sent', async () => {
		const first = await run({ items: same });
		const { nodes, connections } = structuredClone(first.workflow);
		const node = nodes.find(({ type }) => type.endsWith('.merchantData'))!;
		const other: INode = { ...node, id: 'other', name: 'Other', position: [400, 600] };
		const start = connections[START]!.main[0]!;
		start.push({ ...start[0]!, node: 'Other' });
		stage.sandbox.reset();
		stage.connect();
		const workflow = { nodes: [...nodes, other], connections, settings: first.workflow.settings };
		await stage.engine.runWorkflow(workflow, START, same);
		expect(stored()).toHaveLength(8);
	});
});

describe('"Retry execution"', () => {
	it('sends neither accepted nor unknown rows again', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer');
		const failed = await run();
		expect(failed.thrown?.message).toContain('2 accepted, 2 unknown, 2 not sent');
		const again = await stage.engine.retry(failed);
		expect(again.thrown?.message).toContain('4 accepted, 2 unknown');
		await stage.engine.retry(again);
		expect(stored()).toEqual(numbers(0, 6));
		expect(sent()).toEqual([2, 2, 2]);
	});

	it('sends what was refused', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const { success } = await stage.engine.retry(await run());
		expect(stored()).toEqual(numbers(0, 6));
		expect(success).toHaveLength(3);
	});

	it('counts what was accepted behind the row at which it stops, and does not say to execute again', async () => {
		// The second request is under way when the first is refused.
		stage.sandbox.fail('ads', { status: 400, delayMs: 60 }, { delayMs: 120 }, 400);
		const failed = await run({}, { maxParallelRequests: 2 });
		const counts = 'Of 6 rows: 2 accepted, 2 rejected, 2 not sent.';
		expect(failed.thrown?.message).toContain(counts);
		const data = parse(failed.stored) as IRunExecutionData;
		const { node } = data.executionData!.nodeExecutionStack[0]!;
		(node.parameters.options as IDataObject).maxParallelRequests = 1;
		const again = await stage.engine.retry({ ...failed, stored: stringify(data) });
		expect(again.thrown?.message).toContain(counts);
		expect(again.thrown?.description).toContain('Do not execute again');
		expect(stored()).toEqual([2, 3]);
	});

	it('sends everything again where the credential now points elsewhere', async () => {
		const elsewhere = await createStage();
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await run();
		expect(stored()).toEqual([0, 1]);
		// As a user does who notices that the credential was that of staging.
		const credential = stage.engine.credential(stage.oauth);
		stage.engine.updateCredential(stage.oauth, elsewhere.engine.credential(elsewhere.oauth));
		const again = await stage.engine.retry(failed);
		expect(again.thrown).toBeUndefined();
		expect(elsewhere.sandbox.pushed('ads').map(({ row }) => row)).toEqual(rows(6));
		expect(stored()).toEqual([0, 1]);

		// And back: what the first address has accepted is known.
		stage.engine.updateCredential(stage.oauth, credential);
		await stage.engine.retry(failed);
		expect(stored()).toEqual(numbers(0, 6));
		await elsewhere.close();
	});

	it('in a loop concerns the iteration that failed', async () => {
		stage.sandbox.fail('ads', 'ok', 'ok', 'ok', 'ok', 400);
		const failed = await run({ loops: 3 });
		expect(failed.thrown).toBeDefined();
		const again = await stage.engine.retry(failed);
		expect(again.thrown).toBeUndefined();
		expect(ascending(stored())).toEqual(numbers(0, 6).flatMap((n) => [n, n, n]));
	});

	it('takes what was in flight at a crash for unknown', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await run();
		const again = await stage.engine.retry(withInFlight(failed, '2.0 3.0', 2));
		expect(again.thrown?.message).toContain('4 accepted, 2 unknown');
		expect(stored()).toEqual([0, 1, 4, 5]);
	});
});

/** The stored execution as a crash leaves it while a request is under way. */
function withInFlight(failed: RunResult, ranges: string, count: number): RunResult {
	const data = parse(failed.stored) as IRunExecutionData;
	const context = data.executionData!.contextData['node:Merchant Data'] as {
		merchantDataLedger: { entries: Array<{ target: string }> };
	};
	const { entries } = context.merchantDataLedger;
	const { target } = entries[0]!;
	const inFlight = { target, shop: FIRST, ranges, count, state: 'inFlight' };
	entries.push(inFlight);
	return { ...failed, stored: stringify(data) };
}
