import type { IDataObject } from 'n8n-workflow';
import { processedData } from '../../kit/engine.mts';
import { assignments } from '../../kit/columns.mts';
import { fromAi } from '../../kit/fromAi.mts';
import {
	ascending,
	FIRST,
	numbers,
	push,
	RETRY,
	rows,
	SECOND,
	sentRows,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';
import { shop, sharedStage } from '../../kit/stage.mts';

/**
 * "Skip Rows Already Sent" in the engines. test/unit/delivery/claims.test.mts has it as a model, and a scenario
 * of real n8n a sheet that is pushed day by day.
 */

const stage = sharedStage();
afterEach(() => processedData.forgetAll());

const skipping = (options: IDataObject = {}, others: IDataObject = {}) =>
	push(options, { skipSentRows: true, ...others });

it('tries and "Retry execution" send what was refused, and count what was accepted', async () => {
	stage.sandbox.fail('ads', 'ok', 400, 400, 400, 400);
	const failed = await stage.run({
		parameters: skipping({ batchSize: 2, maxParallelRequests: 1 }),
		items: rows(6),
		...RETRY,
	});
	expect(failed.thrown?.message).toMatch(/Of 6 rows: 2 accepted, 2 rejected, 2 not sent/);
	expect(failed.thrown?.description).toContain('execute again: as "Skip Rows Already Sent" is on');
	stage.sandbox.fail('ads');
	const { success } = await stage.engine.retry(failed);
	expect(success).toHaveLength(3);
	expect(ascending(storedNumbers(stage))).toEqual(numbers(0, 6));
});

it('an added field that holds an expression changes no content, one that is set does', async () => {
	const run = async (value: string, name = 'pushed.at') =>
		await stage.run({
			parameters: skipping({}, { fieldsToAdd: assignments({ [name]: value }) }),
			items: rows(2),
		});
	await run('={{ $now.toMillis() }}');
	await run('={{ $now.toMillis() + 1 }}');
	expect(sentRows(stage)).toEqual([2]);
	await run('EUR', 'currency');
	await run('USD', 'currency');
	await run('USD', 'currency');
	expect(sentRows(stage)).toEqual([2, 2, 2]);
});

it('the other endpoint, another shop and another credential are others', async () => {
	const items = rows(1);
	await stage.run({ parameters: skipping(), items });
	await stage.run({ parameters: skipping({}, { shop: shop(SECOND) }), items });
	await stage.run({ parameters: skipping({}, { resource: 'emailSmsData' }), items });
	stage.renew();
	await stage.run({ parameters: skipping(), items });
	expect(sentRows(stage)).toEqual([1, 1, 1]);
	expect(stage.sandbox.pushed('emailSms')).toHaveLength(1);
});

it('a workflow that was never saved is told before anything is sent', async () => {
	const run = async (onError: 'stopWorkflow' | 'continueErrorOutput') =>
		await stage.run({ parameters: skipping(), items: rows(2), onError, isUnsaved: true });
	const { thrown } = await run('stopWorkflow');
	expect(thrown?.message).toMatch(/^Not sent, because n8n could not note the rows as sent: /);
	expect(thrown?.description).toContain('If the workflow was never saved, save it.');
	expect((await run('continueErrorOutput')).error).toHaveLength(2);
	expect(sentRows(stage)).toEqual([]);
});

it(`an agent's calls one after another send each row once`, async () => {
	const call = { Rows: rows(2) };
	const tool = skipping({}, { dataMode: 'json', rowsJson: fromAi('Rows', 'json') });
	await stage.run({ parameters: tool, toolCalls: [call] });
	const again = await stage.run({ parameters: tool, toolCalls: [call] });
	expect(sentRows(stage)).toEqual([2]);
	expect(JSON.stringify(again.success)).toContain('2 of 2 rows were sent before');
	expect(storedRows(stage, FIRST)).toHaveLength(2);
});
