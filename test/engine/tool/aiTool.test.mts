import type { IDataObject, INode } from 'n8n-workflow';
import type { PushEndpoint } from '../../../sandbox/index.mts';
import { endpoints, PUSHES, sandboxNameOf } from '../../kit/endpoints.mts';
import { fromAi, fromAiInList, SQL_TOOL } from '../../kit/fromAi.mts';
import type { RunResult } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { create, expectNobodyIn } from '../deleting/deleting.mts';
import { FIRST, push, sentRows, storedNumbers } from '../../kit/pushing.mts';

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

	it('is not told of texts that look like numbers, which it might push once more', async () => {
		const told = await ask(pushTool(), { Shop: FIRST, Rows: { spend: '17,35' } });
		expect(told).toMatchObject([{ rows: 1, status: 200 }]);
		expect(JSON.stringify(told)).not.toContain('look like numbers');
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

	it('says so where there are no rows, and where rows were left out', async () => {
		const none = await ask(SQL_TOOL, { ...JUNE, Query: 'SELECT 1 AS one WHERE 1 = 2' });
		expect(none).toEqual([
			{ results: 0, notes: expect.arrayContaining([expect.stringContaining('no rows')]) },
		]);
		const some = await ask(
			{ ...SQL_TOOL, options: { limit: 1 } },
			{ ...JUNE, Query: 'SELECT date FROM orders' },
		);
		expect(some).toEqual([
			{ date: expect.any(String) },
			{ notes: expect.arrayContaining([expect.stringContaining('there may be more')]) },
		]);
	});

	it('gives 100 rows of a query at most, and says that there may be more', async () => {
		const rows = Array.from({ length: 90_000 }, (_, id) => ({ id }));
		stage.sandbox.fail('sql', { status: 200, body: rows });
		const given = await ask(SQL_TOOL, JUNE);
		const { notes } = given.pop()!;
		expect(given).toEqual(rows.slice(0, 100));
		expect(notes).toContainEqual(
			expect.stringMatching(/^Only the first 100 rows were returned, and there may be more: ask/),
		);
	});

	it('says how many rows a file has, and where it is', async () => {
		const query = 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate LIMIT 7';
		const tool = { ...SQL_TOOL, outputFormat: 'csv' };
		const [item, { notes }] = await ask(tool, { ...JUNE, Query: query });
		expect(item).toEqual({ period: expect.any(Object), rows: 7 });
		expect(notes).toContainEqual(
			expect.stringMatching(/^The rows are in a file, in the field "data" of the output/),
		);
	});

	it('lists the shops, and inspects the key', async () => {
		const shops = await ask({ resource: 'shop', operation: 'getAll' }, {});
		expect(shops.map(({ shop }) => shop)).toContain(FIRST);
		const [key] = await ask({ resource: 'apiKey', operation: 'get' }, {});
		expect(Object.keys(key!)).not.toEqual([]);
		expect(JSON.stringify(key)).not.toContain(stage.sandbox.apiKeys.full);
		const [link] = await ask({ resource: 'integration', operation: 'getLink' }, {});
		expect(link!.url).toMatch(/^http/);
	});

	it('requests a deletion', async () => {
		const [receipt] = await ask(deletionTool({ allowAsTool: true }), ANN);
		expect(receipt).toMatchObject({ status: 200 });
		expect(stage.sandbox.requests('compliance').map(({ body }) => body)).toEqual([
			{ shop: FIRST, emails: ['ann@example.com'] },
		]);
	});
});

describe('a deletion as an AI tool', () => {
	it('is refused unless the user has allowed it, and says how', async () => {
		const run = { parameters: deletionTool(), toolCalls: [ANN] };
		const refused = await stage.run(run);
		expect(answers(refused)).toEqual([
			[
				{
					failed: true,
					message: expect.stringContaining('as an AI tool is not allowed'),
					whatToDo: expect.stringMatching(/Nothing was sent.*"Allow as AI Tool"/),
				},
			],
		]);
		expectNobodyIn(refused);
		expect(stage.sandbox.log).toEqual([]);
	});
});

describe('what an agent gets of a failure', () => {
	const settings = [
		undefined,
		'continueRegularOutput',
		'continueErrorOutput',
	] as const satisfies Array<INode['onError']>;

	it.each(settings)('is one result with status, meaning and remedy: %s', async (onError) => {
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
	});

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'is a result, so that no try and no retry sends rows twice: %s',
		async (onError) => {
			stage.sandbox.fail('ads', 'ok', 500);
			const parameters = pushTool('adData', { options: { batchSize: 2, maxParallelRequests: 1 } });
			const call = { Shop: FIRST, Rows: THREE };
			const [failure] = await ask(parameters, call, { onError, retryOnFail: true });
			expect(failure).toMatchObject({ failed: true, outcome: 'unknown', status: 500 });
			expect(failure!.whatToDo).toContain('Do not send the unknown rows (1) again');
			expect(failure!.whatToDo).not.toMatch(/try again later/i);
			expect(sentRows(stage)).toEqual([2, 1]);
		},
	);

	it('keeps apart what was accepted, and is not repeated by Retry On Fail', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const parameters = pushTool('adData', {
			options: { batchSize: 2, maxParallelRequests: 1 },
		});
		const call = { Shop: FIRST, Rows: THREE };
		const [failure] = await ask(parameters, call, { retryOnFail: true });
		expect(failure).toMatchObject({ failed: true, outcome: 'rejected', status: 400 });
		expect(failure!.message).toContain('2 accepted, 1 rejected');
		expect(failure!.whatToDo).toContain('Do not send the accepted rows (2) again.');
		expect(sentRows(stage)).toEqual([2, 1]);
	});

	it.each([
		['a shop that is an address with a path', { Shop: 'https://a.example/b', Rows: THREE }],
		['rows that are none', { Shop: FIRST, Rows: [1] }],
	])('names the field: %s', async (_, call) => {
		const [failure] = await ask(pushTool(), call);
		expect(failure).toMatchObject({
			failed: true,
			message: expect.stringMatching(/Shop|Rows/),
			whatToDo: expect.stringMatching(/\w/),
		});
		expect(stage.sandbox.log).toEqual([]);
	});

	it('holds the text of the service where a query is wrong', async () => {
		const [failure] = await ask(SQL_TOOL, { ...JUNE, Query: 'SELECT total FROM nowhere' });
		expect(failure).toMatchObject({ failed: true, status: 400 });
		expect(failure!.message).toContain('no such table: nowhere');
	});

	it.each([
		['that says nothing', 500],
		['that repeats the request', { status: 500, echo: true as const }],
	])('holds nobody and no secret after a server error %s', async (_, fault) => {
		stage.sandbox.fail('compliance', fault);
		const result = await stage.run({
			parameters: deletionTool({ allowAsTool: true }),
			toolCalls: [ANN],
		});
		const [[failure]] = answers(result) as [[IDataObject]];
		expect(failure).toMatchObject({ failed: true, status: 500 });
		expect(JSON.stringify(failure)).not.toContain(stage.sandbox.apiKeys.full);
		expectNobodyIn(result);
		if (fault === 500) expect(JSON.stringify(failure).length).toBeLessThan(1_500);
	});
});

/** n8n's agent runs calls side by side where its batch size is above 1. */
it('keeps calls side by side apart: each sends its own people and rows', async () => {
	const names = ['ann', 'bob', 'eve'].map((name) => `${name}@example.com`);
	await stage.run({
		parameters: create(
			{ allowAsTool: true },
			{ emails: "={{ $fromAI('email', 'Email address') }}", phones: '' },
		),
		toolCalls: names.map((email) => ({ email })),
	});
	const asked = stage.sandbox.requests('compliance').map(({ body }) => body);
	expect(asked).toHaveLength(3);
	expect(asked).toEqual(
		expect.arrayContaining(names.map((email) => ({ shop: FIRST, emails: [email] }))),
	);

	await stage.run({
		parameters: push({}, { dataMode: 'json', rowsJson: "={{ $fromAI('rows', 'Rows', 'json') }}" }),
		toolCalls: [0, 1, 2].map((n) => ({ rows: [{ n }] })),
	});
	expect(storedNumbers(stage).sort()).toEqual([0, 1, 2]);
});
