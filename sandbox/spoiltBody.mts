import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './service.mts';

const TRICKLE_MS = 100;

/** What becomes of a body after its headers: each way writes what it will, and leaves the end open. */
const WAYS = {
	/** Half of it comes, and then nothing more. */
	stalls: async (response: ServerResponse, text: string) => {
		response.write(text.slice(0, text.length / 2));
	},
	/** A blank comes ten times a second, without end. */
	trickles: async (response: ServerResponse, _text: string, closing: AbortSignal) => {
		while (!response.destroyed && !closing.aborted) {
			response.write(' ');
			await wait(TRICKLE_MS);
		}
	},
};

export type SpoiltBody = keyof typeof WAYS;

/** Sends the status and headers of an answer, and spoils its body. */
export async function sendSpoilt(
	response: ServerResponse,
	{ status, headers, body }: Answer,
	way: SpoiltBody,
	closing: AbortSignal,
): Promise<void> {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.on('error', () => {});
	await WAYS[way](response, typeof body === 'string' ? body : JSON.stringify(body ?? {}), closing);
}
