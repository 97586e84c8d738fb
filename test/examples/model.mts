import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message of a chat, as far as the script reads it. */
interface Message {
	role: string;
	content: unknown;
}

/** A request of an agent to its model. */
export interface ChatRequest {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: ToolParameters } }>;
	stream?: boolean;
}

interface ToolParameters {
	properties: Record<string, { type: string; description?: string }>;
	required?: string[];
}

/** A stand-in for a language model that speaks OpenAI's chat completions. */
export interface ScriptedModel {
	/** Base URL for n8n's OpenAI credential. */
	readonly url: string;
	/** What the agent sent, in order. */
	readonly requests: ChatRequest[];
	close(): Promise<void>;
}

/**
 * Starts a model on 127.0.0.1 that calls the one tool it is given with these arguments, and then
 * answers with what the tool gave.
 */
export async function startModel(toolArguments: Record<string, string>): Promise<ScriptedModel> {
	const requests: ChatRequest[] = [];
	const server = createServer((incoming, answer) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const request = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
			requests.push(request);
			answer.setHeader('content-type', 'application/json');
			answer.end(JSON.stringify(completion(request, toolArguments)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function completion({ messages, tools }: ChatRequest, toolArguments: Record<string, string>) {
	const given = messages.findLast(({ role }) => role === 'tool');
	const call = {
		id: 'call_1',
		type: 'function',
		function: { name: tools?.[0]?.function.name, arguments: JSON.stringify(toolArguments) },
	};
	const message =
		given === undefined
			? { role: 'assistant', content: null, tool_calls: [call] }
			: { role: 'assistant', content: `The tool gave ${JSON.stringify(given.content)}` };
	return {
		id: 'scripted',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: given === undefined ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
