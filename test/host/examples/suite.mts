import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_FILES } from '../../../scripts/examples.mts';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { fromAi } from '../../kit/fromAi.mts';
import { closing } from '../../kit/host.mts';
import { check, type Results, type Suite } from '../suite.mts';
import { digest } from './digestCase.mts';
import { refusedRowsForm } from './formCase.mts';
import { csvForm, deletionForm, webhookRows } from './hookCases.mts';
import { orderMessages, watch } from './messageCases.mts';
import { totalsOf } from './months.mts';
import { takePictures } from './pictures.mts';
import { contacts, mornings } from './reportCases.mts';
import { ordersByDay, pushSheet } from './sheetCases.mts';
import {
	type ExampleCheck,
	type ExampleStage,
	SHOP,
	sqlBodies,
	startExampleStage,
} from './stage.mts';

/** Every workflow of `examples/` in a real n8n, as it is in the editor. */

const LIMIT_MS = 300_000;

/** Pushes the file, or shows what it would send; a file that is not there is an error, and nothing is sent. */
const pushes =
	(read: string): ExampleCheck =>
	async (stage, file) => {
		const { production, folder } = stage;
		const workflow = await stage.load(file);
		const isPreview = workflow.nodes.some(({ parameters }) => parameters.preview === true);
		await stage.run(workflow);
		assert.equal(production.log.length > 0, !isPreview);
		production.clearLog();
		const path = join(folder, read);
		rmSync(path);
		const failure = await stage.fails(await stage.load(file));
		const says = `Stop: no such file: There is no file ${path}, or n8n cannot read it. Check the folder and the name of the file.`;
		assert.equal(failure, says);
		assert.deepEqual(production.log, []);
	};

async function monthFiles(stage: ExampleStage, file: string): Promise<void> {
	const before = readdirSync(stage.folder);
	await stage.run(await stage.load(file));
	const written = readdirSync(stage.folder).filter((name) => !before.includes(name));
	const { shops } = stage.production;
	assert.ok(written.length >= shops.length, `It wrote ${written.join()}`);
	assert.deepEqual(new Set(sqlBodies(stage).map(({ shopId }) => shopId)), new Set(shops));
}

/** The weekly check keeps the connection alive, and fails once a key has stopped working. */
async function weekAfterWeek(stage: ExampleStage, file: string): Promise<void> {
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
}

const QUERY = 'SELECT count(*) AS orders\nFROM orders\nWHERE date BETWEEN @startDate AND @endDate';
const PERIOD = { startDate: '2026-06-01', endDate: '2026-06-30' };

/** What the model knows, by the names in the schemas of its tools; as models write code. */
const KNOWLEDGE = {
	...PERIOD,
	query: `\`\`\`sql\n${QUERY}\n\`\`\``,
	shop: SHOP,
	emails: 'ann@example.com',
	phones: '',
};

/** Runs the agent in a version of its node, with one more tool, which is not allowed. */
async function askAgent(stage: ExampleStage, file: string, version: number): Promise<void> {
	const { client, model, production } = stage;
	const workflow = await stage.load(file, {}, ({ nodes, connections }) => {
		const [agent, query] = ['Analyst', "Query the shop's data"].map(
			(wanted) => nodes.find(({ name }) => name === wanted)!,
		);
		agent!.typeVersion = version;
		const fields = { shopDomain: 'Shop', emails: 'Emails', phones: 'Phones' };
		const asked = Object.entries(fields).map(([name, label]) => [name, fromAi(label)]);
		const parameters = { resource: 'deletionRequest', operation: 'create' };
		nodes.push({
			...query!,
			id: randomUUID(),
			name: 'Delete',
			parameters: { ...parameters, ...Object.fromEntries(asked) },
		});
		connections.Delete = connections[query!.name];
	});
	model.requests.splice(0);
	production.clearLog();
	const chatInput = 'How many orders were there in June?';
	const said = { sessionId: '1', action: 'sendMessage', chatInput };
	const execution = await client.run(workflow, 'When chat message received', said);
	assert.equal(failureOf(execution), null);

	const { messages, tools = [] } = model.requests.at(-1)!;
	const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
	const toolOf = (part: string) => tools.findIndex(({ function: { name } }) => name.includes(part));
	const answerOf = (part: string) =>
		(JSON.parse(String(answers[toolOf(part)])) as Array<Record<string, unknown>>)[0];
	const offered = tools[toolOf('Query')]?.function;
	assert.match(offered?.description ?? '', /^Runs one read-only SQL query/);
	const names = Object.keys(offered?.parameters.properties ?? {});
	assert.deepEqual(names.sort(), ['endDate', 'query', 'startDate']);
	assert.deepEqual(sqlBodies(stage), [{ shopId: SHOP, query: QUERY, period: PERIOD }]);
	const orders = totalsOf(production, PERIOD.startDate, PERIOD.endDate, SHOP).at(-1);
	assert.equal(String(answerOf('Query')?.orders), orders);

	const refused = answerOf('Delete');
	assert.equal(refused?.failed, true);
	assert.match(String(refused?.message), /as an AI tool is not allowed/);
	assert.match(String(refused?.whatToDo), /turn on "Allow as AI Tool"/);
	assert.deepEqual(production.requests('compliance'), []);
}

/** Version 2 makes something else of a tool's failure. */
async function agent(stage: ExampleStage, file: string): Promise<void> {
	for (const version of [2.2, 3]) await askAgent(stage, file, version);
}

/** What the examples promise, from the first click on. */
const CHECKS: ReadonlyArray<[file: string, check: ExampleCheck]> = [
	['connection-check.json', weekAfterWeek],
	['contacts-to-deletion-requests.json', pushes('contacts.csv')],
	['corrected-ad-spend-to-ads.json', pushes('ad-spend.csv')],
	['google-ads-to-ads.json', pushes('google-ads-report.csv')],
	['meta-ads-to-ads.json', pushes('meta-ads-report.csv')],
	['month-of-orders-per-shop.json', monthFiles],
	['corrected-ad-spend-to-ads.json', mornings],
	['contacts-to-deletion-requests.json', contacts],
	['google-sheet-to-ads.json', pushSheet],
	['orders-by-day-to-google-sheet.json', ordersByDay],
	['crm-form-to-deletion.json', deletionForm],
	['csv-form-to-ads.json', csvForm],
	['webhook-to-email-sms-rows.json', webhookRows],
	['monday-digest.json', digest],
	['unusual-day-to-message.json', watch],
	['new-orders-to-messages.json', orderMessages],
	['refused-rows-form.json', refusedRowsForm],
	['ai-agent-asks-sql.json', agent],
];

/** @param only parts of names, separated by commas */
const isWanted = (name: string, only: string) =>
	only.split(',').some((part) => name.includes(part));

const runVersion = async (n8n: N8n, only: string, pictures?: boolean): Promise<Results> =>
	await closing(async (closers) => {
		const stage = await startExampleStage(closers, n8n, KNOWLEDGE, pictures);
		const results: Results = [];
		for (const [name, run] of CHECKS) {
			const work = async () => {
				await stage.reset();
				return await run(stage, name);
			};
			if (isWanted(name, only)) results.push(await check(name, LIMIT_MS, work, n8n));
		}
		const files = EXAMPLE_FILES.filter((file) => isWanted(file, only));
		if (stage.takesPictures) await takePictures(stage, files);
		return results;
	});

export const examples: Suite = async ({ only, versions, pictures }) => {
	const untested = EXAMPLE_FILES.filter((file) => !CHECKS.some(([name]) => name === file));
	if (untested.length > 0) throw new Error(`No test runs ${untested.join(', ')}`);

	const runs = versions.map(async (n8n) => await runVersion(n8n, only, pictures));
	return (await Promise.all(runs)).flat();
};
