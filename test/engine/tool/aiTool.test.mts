import type { IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../kit/engine.mts';
import type { PushEndpoint } from '../../../sandbox/index.mts';
import { endpoints, PUSHES, sandboxNameOf } from '../../kit/endpoints.mts';
import { fromAi, PUSH_TOOL, SQL_TOOL } from '../../kit/fromAi.mts';
import { expectNone } from '../../kit/leaks.mts';
import { sharedStage } from '../../kit/stage.mts';
import { create, FIRST, sentRows, storedNumbers } from '../../kit/pushing.mts';

const stage = sharedStage();

/** The answer to one call of the tool, which is a text: its items. If it throws, there is none. */
async function ask(parameters: IDataObject, call: IDataObject, settings: Partial<RunOptions> = {}) {
	const { success } = await stage.run({ parameters, toolCalls: [call], ...settings });
	return JSON.parse(success[0]!.json.response as string) as IDataObject[];
}

/** The pushes as a user sets them up for an agent: the editor saves no defaults. */
const pushTool = (resource = 'adData', others: IDataObject = {}) => {
	return { ...PUSH_TOOL, resource, ...others };
};
const THREE = [{ n: 0 }, { n: 1 }, { n: 2 }];

describe('an AI tool whose fields the model fills by their names alone', () => {
	it.each(PUSHES)('pushes rows: %s', async (name) => {
		const tool = pushTool(endpoints[name].usedFor!.value, { shopDomain: fromAi('Shop') });
		const [receipt] = await ask(tool, { Shop: FIRST, Rows: THREE });
		expect(receipt).toMatchObject({ shop: FIRST, rows: 3, status: 200 });
		const pushed = stage.sandbox.pushed(sandboxNameOf(name) as PushEndpoint);
		expect(pushed).toMatchObject(THREE.map((row) => ({ shop: FIRST, row })));
	});

	it('runs SQL', async () => {
		const query =
			'SELECT count(*) > 0 AS some FROM orders WHERE date BETWEEN @startDate AND @endDate';
		const [startDate, endDate] = ['2026-06-01', '2026-06-30'];
		const call = { Shop: FIRST, Query: query, Start_Date: startDate, End_Date: endDate };
		const [row, { notes }] = await ask(SQL_TOOL, call);
		expect(row).toEqual({ some: 1 });
		expect(notes).toEqual([expect.stringContaining('2026-06-01 to 2026-06-30')]);
		const body = { shopId: FIRST, query, period: { startDate, endDate } };
		expect(stage.sandbox.requests('sql')).toMatchObject([{ body }]);
	});
});

describe('a failure of an AI tool', () => {
	const ON_ERROR = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;
	it.each(ON_ERROR)('is one result with what it means and what to do: %s', async (onError) => {
		stage.connect({ scopes: ['read_data'] });
		const given = await ask(pushTool(), { Shop: FIRST, Rows: THREE }, { onError });
		const failure = {
			failed: true,
			outcome: 'rejected',
			status: 403,
			code: 'service.scopeMissing',
		};
		const message = expect.stringContaining('3 were rejected') as string;
		const whatToDo = expect.stringMatching(/scope "Ads: Write".*in the credential/) as string;
		expect(given).toEqual([{ ...failure, message, whatToDo }]);
		expectNone(given, stage.secrets());
	});

	it('is a result, so that no retry sends rows twice', async () => {
		stage.sandbox.fail('ads', 'ok', 500);
		const parameters = pushTool('adData', { options: { batchSize: 2, maxParallelRequests: 1 } });
		// The second row is left out, because it is empty.
		const call = { Shop: FIRST, Rows: [THREE[0]!, {}, ...THREE.slice(1)] };
		const [failure] = await ask(parameters, call, { onError: 'stopWorkflow', retryOnFail: true });
		expect(failure).toMatchObject({ failed: true, outcome: 'unknown', status: 500 });
		expect(failure!.whatToDo).toContain(
			`Do not send again: rows 1 to 3 of ${FIRST} (accepted); row 4 of ${FIRST} (may have arrived).`,
		);
		expect(sentRows(stage)).toEqual([2, 1]);
	});
});

/** n8n's agent runs calls in parallel if its batch size is above 1. */
it('an AI tool keeps parallel calls apart: each sends its own people and rows', async () => {
	const fields = { shopDomain: fromAi('Shop'), emails: fromAi('Emails'), phones: fromAi('Phones') };
	const deletion = create({ allowAsTool: true }, fields);
	const calls = ['ann', 'bob', 'eve'].map((name) => ({
		Shop: FIRST,
		Emails: `${name}@example.com`,
		Phones: '',
	}));
	await stage.run({ parameters: deletion, toolCalls: calls });
	const asked = stage.sandbox.deletionRequests().map(({ emails }) => emails);
	expect(asked.sort()).toEqual(calls.map(({ Emails }) => [Emails]));

	const toolCalls = THREE.map((row) => ({ Shop: FIRST, Rows: [row] }));
	await stage.run({ parameters: pushTool(), toolCalls });
	expect(storedNumbers(stage).sort()).toEqual([0, 1, 2]);
});
