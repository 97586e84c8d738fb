import assert from 'node:assert/strict';
import { fromAi, SQL_TOOL, TOOL_TYPE } from '../../kit/fromAi.mts';
import {
	addCredential,
	asNodeHolds,
	CLICK,
	dataNode,
	inARow,
	type Row,
	SHOP,
	TRIGGER,
} from '../../kit/workflows.mts';
import { type ScriptedModel, startModel } from '../examples/model.mts';
import type { Scenarios, World } from './world.mts';

/** n8n's own AI Agent with the node as its tools, and a scripted model that knows their schemas. */

const QUERY = 'SELECT count(*) AS orders\nFROM orders\nWHERE date BETWEEN @startDate AND @endDate';

const KNOWLEDGE = {
	shop: SHOP,
	// As models write code.
	query: `\`\`\`sql\n${QUERY}\n\`\`\``,
	startDate: '2026-06-01',
	endDate: '2026-06-30',
	emails: 'ann@example.com',
	phones: '',
};

/** By node name, as the editor saves them: without what is left at its default. */
const TOOLS: Record<string, Row> = {
	Query: SQL_TOOL,
	Refused: {
		resource: 'deletionRequest',
		operation: 'create',
		shopDomain: fromAi('Shop'),
		emails: fromAi('Emails'),
		phones: fromAi('Phones'),
	},
};

/** A workflow in which an agent has the tools. @param model id of its model's credential */
function agentWorkflow(agentVersion: number, model: string, { credentials }: World) {
	const langchain = (name: string, type: string, typeVersion: number, parameters: Row) => ({
		name,
		type: `@n8n/n8n-nodes-langchain.${type}`,
		typeVersion,
		parameters: { ...parameters, options: {} },
	});
	const text = 'Do what you can with every tool.';
	const tools = Object.entries(TOOLS).map(([name, parameters]) =>
		dataNode(parameters, credentials, { name, type: TOOL_TYPE }),
	);
	const chatModel = { __rl: true, mode: 'list', value: 'gpt-4.1-mini' };
	const workflow = inARow([
		CLICK,
		langchain('Agent', 'agent', agentVersion, { promptType: 'define', text }),
		{
			...langchain('Model', 'lmChatOpenAi', 1.2, { model: chatModel }),
			credentials: asNodeHolds({ openAiApi: model }),
		},
		...tools,
	]);
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const connections = {
		[TRIGGER]: to('main'),
		Model: to('ai_languageModel'),
		...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
	};
	return { ...workflow, connections };
}

function given({ requests }: ScriptedModel): Record<string, Row[]> {
	const { messages, tools = [] } = requests.at(-1)!;
	const answers = messages.filter(({ role }) => role === 'tool');
	const read = (index: number) => JSON.parse(String(answers[index]!.content)) as Row[];
	return Object.fromEntries(tools.map((tool, index) => [tool.function.name, read(index)]));
}

async function callEveryTool(world: World, agentVersion: number): Promise<void> {
	const { client, production } = world;
	const model = await startModel(KNOWLEDGE);
	try {
		const data = { apiKey: 'scripted', url: model.url, header: false };
		const id = await addCredential(world, { name: 'Model', type: 'openAiApi', data });
		const workflow = await client.saveWorkflow(agentWorkflow(agentVersion, id, world));
		const { status, data: ended } = await client.run(workflow, TRIGGER);
		assert.equal(status, 'success', ended.resultData.error?.message);

		const { Query, Refused } = given(model);
		const queries = production.requests('sql').map(({ body }) => (body as Row).query);
		assert.deepEqual(queries, [QUERY]);
		assert.equal(typeof Query?.[0]?.orders, 'number');

		assert.equal(Refused?.[0]?.failed, true);
		assert.match(String(Refused?.[0]?.message), /as an AI tool is not allowed/);
		assert.match(String(Refused?.[0]?.whatToDo), /turn on "Allow as AI Tool"/);
		assert.deepEqual(production.requests('compliance'), []);
	} finally {
		await model.close();
	}
}

/** Of n8n's node, 2.2 and 3: what they make of a failure differs. */
export const agentScenarios: Scenarios = {
	'AI Agent 2: runs SQL in a code fence, is refused a deletion and told why': async (world) =>
		await callEveryTool(world, 2.2),
	'AI Agent 3: runs SQL in a code fence, is refused a deletion and told why': async (world) =>
		await callEveryTool(world, 3),
};
