import type { IDataObject, INode } from 'n8n-workflow';
import type { PushEndpoint } from '../../../sandbox/index.mts';
import { endpoints, PUSHES, sandboxNameOf } from '../../kit/endpoints.mts';
import { fromAi, fromAiInList, SQL_TOOL } from '../../kit/fromAi.mts';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone } from '../../kit/leaks.mts';
import { sharedStage } from '../../kit/stage.mts';
import { create, FIRST, sentRows, storedNumbers } from '../../kit/pushing.mts';

const stage = sharedStage();

/** What the agent's model is given: the tool answers with a text, or throws. */
type Answer = { response?: string; error?: string };

function answers({ success }: RunResult): unknown[] {
	return success.map(({ json }) => {
		const { response, error } = json as Answer;
		if (response === undefined) throw new Error(`The tool threw: ${error}`);
		return JSON.parse(response) as unknown;
	});
}

/** The answer to one call of the tool: its items. */
async function ask(
	parameters: IDataObject,
	call: IDataObject,
	settings: Partial<Pick<INode, 'onError' | 'retryOnFail'>> = {},
): Promise<IDataObject[]> {
	const result = await stage.run({ parameters, toolCalls: [call], ...settings });
	return answers(result)[0] as IDataObject[];
}

/** The pushes as a user sets them up for an agent: the editor saves no defaults. */
const pushTool = (resource = 'adData', others: IDataObject = {}): IDataObject => ({
	resource,
	operation: 'push',
	shop: fromAiInList('Shop'),
	rowsJson: fromAi('Rows', 'json'),
	...others,
});
const THREE = [{ n: 0 }, { n: 1 }, { n: 2 }];

const deletionTool = (options: IDataObject = {}): IDataObject =>
	create(options, {
		shopDomain: fromAi('Shop'),
		emails: fromAi('Emails'),
		phones: fromAi('Phones'),
	});
const ANN = { Shop: FIRST, Emails: 'ann@example.com', Phones: '' };

const JUNE = {
	Shop: FIRST,
	Query: 'SELECT count(*) > 0 AS some FROM orders WHERE date BETWEEN @startDate AND @endDate',
	Start_Date: '2026-06-01',
	End_Date: '2026-06-30',
};

describe('an AI tool whose fields the model fills by their names alone', () => {
	it.each(PUSHES)('pushes rows: %s', async (name) => {
		const tool = pushTool(endpoints[name].usedFor!.value, { shopDomain: fromAi('Shop') });
		const [receipt] = await ask(tool, { Shop: FIRST, Rows: THREE });
		expect(receipt).toMatchObject({ shop: FIRST, rows: 3, status: 200 });
		expect(
			stage.sandbox.pushed(sandboxNameOf(name) as PushEndpoint).map(({ shop, row }) => [shop, row]),
		).toEqual(THREE.map((row) => [FIRST, row]));
	});

	it('runs SQL', async () => {
		const [row, { notes }] = await ask(SQL_TOOL, JUNE);
		expect(row).toEqual({ some: 1 });
		expect(notes).toEqual([expect.stringContaining('2026-06-01 to 2026-06-30')]);
		expect(stage.sandbox.requests('sql').map(({ body }) => body)).toEqual([
			{
				shopId: FIRST,
				query: JUNE.Query,
				period: { startDate: JUNE.Start_Date, endDate: JUNE.End_Date },
			},
		]);
	});

	it.each([
		['shop', 'getAll', 'shop'],
		['apiKey', 'get', 'scopes'],
		['integration', 'getLink', 'url'],
	])('needs no field: %s: %s', async (resource, operation, field) => {
		expect((await ask({ resource, operation }, {}))[0]).toHaveProperty(field);
	});

	it('requests a deletion', async () => {
		const [receipt] = await ask(deletionTool({ allowAsTool: true }), ANN);
		expect(receipt).toMatchObject({ status: 200 });
		expect(stage.sandbox.requests('compliance').map(({ body }) => body)).toEqual([
			{ shop: FIRST, emails: ['ann@example.com'] },
		]);
	});
});

describe('what an agent gets of a failure', () => {
	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'is one result with status, meaning and remedy: %s',
		async (onError) => {
			stage.connect({ scopes: ['read_data'] });
			const given = await ask(pushTool(), { Shop: FIRST, Rows: THREE }, { onError });
			expect(given).toEqual([
				{
					failed: true,
					outcome: 'rejected',
					status: 403,
					message: expect.stringContaining('3 rejected'),
					whatToDo: expect.stringMatching(/scope "Ads: Write".*in the credential/),
				},
			]);
			expectNone(given, stage.secrets());
		},
	);

	it.each([
		['stopWorkflow', 500, 'unknown', 'Do not send the unknown rows (1) again'],
		['stopWorkflow', 400, 'rejected', 'Do not send the accepted rows (2) again.'],
	] as const)(
		'is a result, so that no try and no retry sends rows twice: %s, %i',
		async (onError, status, outcome, whatToDo) => {
			stage.sandbox.fail('ads', 'ok', status);
			const parameters = pushTool('adData', { options: { batchSize: 2, maxParallelRequests: 1 } });
			const call = { Shop: FIRST, Rows: THREE };
			const [failure] = await ask(parameters, call, { onError, retryOnFail: true });
			expect(failure).toMatchObject({ failed: true, outcome, status });
			expect(failure!.message).toContain(`2 accepted, 1 ${outcome}`);
			expect(failure!.whatToDo).toContain(whatToDo);
			expect(sentRows(stage)).toEqual([2, 1]);
		},
	);
});

/** n8n's agent runs calls side by side if its batch size is above 1. */
it('keeps calls side by side apart: each sends its own people and rows', async () => {
	const calls = ['ann', 'bob', 'eve'].map((name) => ({ ...ANN, Emails: `${name}@example.com` }));
	await stage.run({ parameters: deletionTool({ allowAsTool: true }), toolCalls: calls });
	const asked = stage.sandbox.deletionRequests().map(({ emails }) => emails);
	expect(asked.sort()).toEqual(calls.map(({ Emails }) => [Emails]));

	const toolCalls = THREE.map((row) => ({ Shop: FIRST, Rows: [row] }));
	await stage.run({ parameters: pushTool(), toolCalls });
	expect(storedNumbers(stage).sort()).toEqual([0, 1, 2]);
});
