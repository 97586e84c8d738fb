import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { digestCase } from './digestCase.mts';
import { formCase } from './formCase.mts';
import { hookCases } from './hookCases.mts';
import { totalsOf } from './months.mts';
import { pageCase } from './pageCase.mts';
import { reportCases } from './reportCases.mts';
import { sheetCases } from './sheetCases.mts';
import { noFile, SHOP, sqlBodies, type ExampleCase, type ExampleStage } from './stage.mts';
import { messageCases } from './messageCases.mts';

const CSV_OF: Record<string, string> = {
	'contacts-to-deletion-requests.json': 'contacts.csv',
	'corrected-ad-spend-to-ads.json': 'ad-spend.csv',
	'google-ads-to-ads.json': 'google-ads-report.csv',
	'meta-ads-to-ads.json': 'meta-ads-report.csv',
};

/** A file that is not there is an error, and nothing is sent. */
const fileCases: ExampleCase[] = Object.entries(CSV_OF).map(([name, read]) => ({
	file: name,
	async run(stage, file) {
		const path = join(stage.folder, read);
		rmSync(path);
		const failure = await stage.fails(await stage.load(file));
		assert.equal(failure, noFile(path));
		assert.deepEqual(stage.production.log, []);
		return `without ${read} an error`;
	},
}));

/** The weekly check keeps the connection alive, and fails once a key has stopped working. */
async function weekAfterWeek(stage: ExampleStage, file: string): Promise<string> {
	const { production } = stage;
	const workflow = await stage.load(file);
	for (let week = 0; week < 2; week++) {
		production.expireAccessTokens();
		await stage.run(workflow);
	}
	const tokens = production.requests('token').map(({ body }) => body as Record<string, string>);
	const kinds = tokens.map(({ grant_type: grantType }) => grantType);
	assert.deepEqual(kinds, ['refresh_token', 'refresh_token']);
	assert.notEqual(tokens[0]?.refresh_token, tokens[1]?.refresh_token);

	const key = production.apiKeys.full ?? '';
	production.setApiKey({ key, name: 'full', scopes: [], revoked: true });
	const failure = await stage.fails(workflow);
	assert.match(failure, /The connection has 1 problem\. apiKey \(.*API key\)\): 401 Unauthorized/);
	assert.ok(!failure.includes(key));
	return `two weeks with an expired access token: two refreshes\nwith a revoked key: ${failure}`;
}

/** What the model asks the tool, as the service's log shows it afterwards. */
export const TOOL_ARGUMENTS = {
	query: 'SELECT count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate',
	startDate: '2026-06-01',
	endDate: '2026-06-30',
};

/** Beside a first click: what else the examples promise. */
export const CASES: readonly ExampleCase[] = [
	{ file: 'connection-check.json', run: weekAfterWeek },
	...fileCases,
	...reportCases,
	...sheetCases,
	...hookCases,
	pageCase,
	digestCase,
	...messageCases,
	formCase,
	{
		file: 'ai-agent-asks-sql.json',
		async run(stage, file) {
			const { client, model, production } = stage;
			const chatInput = 'How many orders were there in June?';
			const said = { sessionId: '1', action: 'sendMessage', chatInput };
			const workflow = await stage.load(file);
			const execution = await client.run(workflow, 'When chat message received', 60_000, said);
			assert.equal(failureOf(execution), null);

			const offered = model.requests[0]?.tools?.[0]?.function;
			assert.match(offered?.description ?? '', /^Runs one read-only SQL query/);
			const names = Object.keys(offered?.parameters.properties ?? {});
			assert.deepEqual(names.sort(), ['endDate', 'query', 'startDate']);
			const { query, startDate, endDate } = TOOL_ARGUMENTS;
			assert.deepEqual(sqlBodies(stage), [{ shopId: SHOP, query, period: { startDate, endDate } }]);
			const orders = totalsOf(production, startDate, endDate, SHOP).at(-1);
			const answer = String(outputOf(execution, 'Analyst')[0]?.json.output);
			assert.match(answer, new RegExp(`orders\\D+${orders}\\b`));
			return answer;
		},
	},
];
