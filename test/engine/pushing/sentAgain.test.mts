import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { processedData } from '../../kit/engine.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { root } from '../../kit/repository.mts';
import {
	changed,
	FIRST,
	IN_TURN,
	push,
	rows,
	SECOND,
	sentRows,
	storedRows,
} from '../../kit/pushing.mts';
import { shop, sharedStage } from '../../kit/stage.mts';

/** "If a Row Is Sent Again" and "Send Only What Changed" in the engines. */

const stage = sharedStage();
afterEach(() => processedData.forgetAll());

const replacing = (options: IDataObject = {}, others: IDataObject = {}) =>
	push({ maxWait: 30, ...options }, { ifSentAgain: 'replaces', ...others });
const comparing = (options: IDataObject = {}, others: IDataObject = {}) =>
	replacing(options, { onlyChanged: true, ...others });
/** Waits as short as they may be. */
const AT_ONCE = { 'retry-after': '0.1' };

const spends = () => storedRows(stage).map(({ id, spend }) => `${String(id)}: ${String(spend)}`);
const sheet = (...values: number[]) => values.map((spend, id) => ({ id, spend }));

describe('rows that replace', () => {
	it('are sent again after failures that may have lost them, three times in all', async () => {
		const failing = (status: number) => ({ status, headers: AT_ONCE });
		stage.sandbox.fail('ads', failing(502), failing(500), failing(503));
		const { success } = await stage.run({ parameters: replacing(), items: rows(2) });
		expect(success).toHaveLength(1);
		expect(sentRows(stage)).toEqual([2, 2, 2, 2]);
	});

	it('may not have arrived, and are named: the next run sends them', async () => {
		const gone = Array.from({ length: 4 }, () => ({ status: 502, headers: AT_ONCE }));
		stage.sandbox.fail('ads', ...gone);
		const { thrown } = await stage.run({ parameters: replacing(), items: rows(2) });
		expect(thrown?.description).toContain(
			`2 rows may not have arrived (rows 1 to 2 of ${FIRST}). The next run sends them.`,
		);
		expect((await stage.run({ parameters: replacing(), items: rows(2) })).thrown).toBeUndefined();
	});

	it('may be sent again by an agent', async () => {
		stage.sandbox.fail('ads', 400);
		const parameters = replacing({}, { dataMode: 'json', rowsJson: fromAi('Rows', 'json') });
		const { success } = await stage.run({ parameters, toolCalls: [{ Rows: rows(1) }] });
		expect(JSON.stringify(success)).toContain(
			'Call the tool again with the same rows: stored ones are replaced.',
		);
	});
});

/** A list, and three of the same length with which its push is retried. */
const LISTS = JSON.parse(
	readFileSync(join(root, 'test/data/inputs/retries.json'), 'utf8'),
) as Record<'first' | 'mendedInPlace' | 'oneOutOneInFront' | 'sorted', IDataObject[]>;

it.each([
	['mayDouble', 'sorted', 2],
	['replaces', 'mendedInPlace', 4],
] as const)('at a retry, if %s, other rows: %s', async (ifSentAgain, list, arrived) => {
	const parameters = (name: keyof typeof LISTS) =>
		push(
			{ ...IN_TURN, batchSize: 1 },
			{ ifSentAgain, dataMode: 'json', rowsJson: JSON.stringify(LISTS[name]) },
		);
	stage.sandbox.fail('ads', 'ok', 'ok', 400);
	const failed = await stage.run({ parameters: parameters('first'), items: [{}] });
	stage.sandbox.fail('ads');
	const { thrown } = await stage.engine.retry(changed(failed, parameters(list)));
	expect(storedRows(stage)).toHaveLength(arrived);
	if (arrived > 2) expect(thrown).toBeUndefined();
	else expect(thrown).toMatchObject({ code: 'sent.otherRows' });
});

describe('only what changed', () => {
	const run = async (items: IDataObject[], parameters = comparing()) =>
		await stage.run({ parameters, items });

	it('is sent, and a value that changes back as well', async () => {
		for (const spend of [10, 12, 10]) await run(sheet(1, spend));
		expect(spends()).toEqual(['0: 1', '1: 10', '1: 12', '1: 10']);
	});

	it('leaves one item if nothing has changed', async () => {
		await run(sheet(1, 2));
		const { success, hints } = await run(sheet(1, 2));
		expect(success).toMatchObject([{ json: { unchanged: 2 }, pairedItem: { item: 0 } }]);
		expect(JSON.stringify(hints)).toContain(
			'Nothing was sent: all 2 rows are the same as in the last run',
		);
		expect(sentRows(stage)).toEqual([2]);
	});

	it('is another for another endpoint, shop or credential', async () => {
		await run(sheet(1));
		await run(sheet(1), comparing({}, { shop: shop(SECOND) }));
		await run(sheet(1), comparing({}, { resource: 'emailSmsData' }));
		stage.renew();
		await run(sheet(1));
		expect(sentRows(stage)).toEqual([1, 1, 1]);
		expect(stage.sandbox.pushed('emailSms')).toHaveLength(1);
	});

	it('is everything in a workflow that was never saved, and a hint says so', async () => {
		const parameters = comparing();
		const unsaved = async () => await stage.run({ parameters, items: rows(2), isUnsaved: true });
		await unsaved();
		const { hints } = await unsaved();
		expect(JSON.stringify(hints)).toContain(
			'All rows were sent, because the workflow was never saved',
		);
		expect(sentRows(stage)).toEqual([2, 2]);
	});

	it('is noted of an execution that stops in the middle', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		await run(sheet(1, 2), comparing({ ...IN_TURN, batchSize: 1 }));
		await run(sheet(1, 2));
		expect(spends()).toEqual(['0: 1', '1: 2']);
	});
});
