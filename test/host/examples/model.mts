import { createServer } from 'node:http';
import { listen } from '../../kit/listen.mts';
import { jsonListener } from './standIns/gateway.mts';

/** A request of an agent to its model, as far as the script reads it. */
interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: ToolParameters } }>;
}

type ToolParameters = { properties: object };

/** What a scripted model can say, by the name of what it is asked for: `Start_Date` is `startDate`. */
export type Knowledge = Readonly<Record<string, unknown>>;

/** A model by OpenAI's chat completions: it calls each tool once, one after another, then says what the last one gave. */
export async function startModel(knowledge: Knowledge) {
	const requests: ChatRequest[] = [];
	const answer = jsonListener(({ body }) => {
		requests.push(body as ChatRequest);
		return [200, completion(body as ChatRequest, knowledge)];
	});
	const { url, close } = await listen(createServer(answer));
	return { url: `${url}/v1`, requests, close };
}

function completion({ messages, tools = [] }: ChatRequest, knowledge: Knowledge) {
	const given = messages.filter(({ role }) => role === 'tool');
	const next = tools[given.length]?.function;
	const call = (name: string, parameters: ToolParameters) => ({
		id: `call_${given.length}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(argumentsFor(parameters, knowledge)) },
	});
	const message =
		next === undefined
			? { role: 'assistant', content: `The tool gave ${JSON.stringify(given.at(-1)?.content)}` }
			: { role: 'assistant', content: null, tool_calls: [call(next.name, next.parameters)] };
	return {
		id: 'scripted',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: next === undefined ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** A value for each property of the schema; a model that knows none gives an empty text. */
function argumentsFor({ properties }: ToolParameters, knowledge: Knowledge) {
	const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
	const known = new Map(Object.entries(knowledge).map(([name, value]) => [plain(name), value]));
	return Object.fromEntries(
		Object.keys(properties).map((name) => [name, known.get(plain(name)) ?? '']),
	);
}
