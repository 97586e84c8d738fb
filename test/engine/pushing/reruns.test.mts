import type { IDataObject, INode } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import { createStage, sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';
import {
	ascending,
	changed,
	FIRST,
	IN_TURN,
	links,
	numbers,
	push,
	RETRY,
	rows,
	sentRows,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';

/** Examples of what properties.test.mts draws, and what n8n itself has a part in. */

const stage = sharedStage();

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

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
		const { bytes } = stage.sandbox.requests('ads')[0]!;
		const response = { success: true, message: 'Ad received' };
		const json = { shop: FIRST, rows: 2, bytes, status: 200, response };
		expect(success).toEqual([0, 2, 4].map((from) => ({ json, pairedItem: links(from, from + 2) })));
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
});

describe('identical rows', () => {
	const same = Array.from({ length: 4 }, () => ({ n: 7 }));

	it('in each loop iteration are all sent, with and without tries between', async () => {
		await run({ items: same, loops: 3 });
		expect(stored()).toHaveLength(12);
		stage.sandbox.fail('ads', 'ok', 400, 'ok', 'ok', 400, 'ok', 'ok');
		const { thrown } = await run({ ...RETRY, items: same, loops: 3 });
		expect(thrown).toBeUndefined();
		expect(stored()).toHaveLength(24);
	});

	it('in another node are all sent', async () => {
		const { workflow } = await run({ items: same });
		const { nodes, connections } = structuredClone(workflow);
		const node = nodes.find(({ type }) => type.endsWith('.merchantData'))!;
		const other: INode = { ...node, id: 'other', name: 'Other', position: [400, 600] };
		const start = connections[START]!.main[0]!;
		start.push({ ...start[0]!, node: 'Other' });
		stage.sandbox.reset();
		stage.connect();
		await stage.engine.runWorkflow(
			{ ...workflow, nodes: [...nodes, other], connections },
			START,
			same,
		);
		expect(stored()).toHaveLength(8);
	});
});

describe('"Retry execution"', () => {
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
		expect(storedRows(elsewhere)).toEqual(rows(6));
		expect(stored()).toEqual([0, 1]);

		// And back: what the first address has accepted is known.
		stage.engine.updateCredential(stage.oauth, credential);
		await stage.engine.retry(failed);
		expect(stored()).toEqual(numbers(0, 6));
		await elsewhere.close();
	});

	it('of an item of "Rows" that gives another number of rows sends nothing, and says why', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const items = [{ rows: rows(4) }, { rows: [{ n: 4 }, { n: 5 }] }];
		const parameters = push(
			{ batchSize: 2, ...IN_TURN },
			{ dataMode: 'json', rowsJson: '={{ $json.rows }}' },
		);
		const failed = await stage.run({ parameters, items });
		expect(failed.thrown?.message).toContain('Of 6 rows: 2 accepted, 2 rejected, 2 not sent.');
		const again = await stage.engine.retry(changed(failed, { rowsJson: '={{ $json.rows[0] }}' }));
		expect(again.thrown?.message).toMatch(
			/^Item 1: The input item gives another number of rows than at an earlier try/,
		);
		expect(storedNumbers(stage)).toEqual([0, 1]);
		// The same number of rows, even with other values, goes on where it ended.
		const rowsJson = '={{ $json.rows.map((row) => ({ ...row, of: "b" })) }}';
		const other = await stage.engine.retry(changed(failed, { rowsJson }));
		expect(other.thrown).toBeUndefined();
		expect(storedRows(stage)).toEqual([...rows(2), ...numbers(2, 6).map((n) => ({ n, of: 'b' }))]);
	});

	it('in a loop concerns the iteration that failed', async () => {
		stage.sandbox.fail('ads', 'ok', 'ok', 'ok', 'ok', 400);
		const failed = await run({ loops: 3 });
		expect(failed.thrown).toBeDefined();
		const again = await stage.engine.retry(failed);
		expect(again.thrown).toBeUndefined();
		expect(ascending(stored())).toEqual(numbers(0, 6).flatMap((n) => [n, n, n]));
	});
});
