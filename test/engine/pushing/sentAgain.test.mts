import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { processedData } from '../../kit/engine.mts';
import { root } from '../../kit/repository.mts';
import { changed, IN_TURN, push, rows, SECOND, sentRows, storedRows } from '../../kit/pushing.mts';
import { shop, sharedStage } from '../../kit/stage.mts';

/** "If a Row Is Sent Again" and "Send Only What Changed" in the engines. */

const stage = sharedStage();
afterEach(() => processedData.forgetAll());

const replacing = (options: IDataObject = {}, others: IDataObject = {}) =>
	push({ maxWait: 30, ...options }, { ifSentAgain: 'replaces', ...others });
const comparing = (options: IDataObject = {}, others: IDataObject = {}) =>
	replacing(options, { onlyChanged: true, ...others });
const spends = () => storedRows(stage).map(({ id, spend }) => `${String(id)}: ${String(spend)}`);
const sheet = (...values: number[]) => values.map((spend, id) => ({ id, spend }));

/** Lists of rows for "Rows": the first one, and others for a retry. */
const LISTS = JSON.parse(
	readFileSync(join(root, 'test/data/inputs/retries.json'), 'utf8'),
) as Record<'first' | 'mendedInPlace' | 'sorted', IDataObject[]>;

it.each([
	['mayDouble', 'sorted', 2],
	['replaces', 'mendedInPlace', 4],
] as const)('a retry of "%s" with other rows: %s', async (ifSentAgain, list, arrived) => {
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

	it('is sent, also a value that changes back', async () => {
		for (const spend of [10, 12, 10]) await run(sheet(1, spend));
		expect(spends()).toEqual(['0: 1', '1: 10', '1: 12', '1: 10']);
	});

	it('is everything for another endpoint, shop or credential', async () => {
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
			'Rows were not compared with the last run, because the workflow was never saved',
		);
		expect(sentRows(stage)).toEqual([2, 2]);
	});
});
