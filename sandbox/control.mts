import type { FastifyInstance } from 'fastify';
import { NAMED_FAULTS } from './faults.mts';
import type { Chaos, FaultLike } from './faults.mts';
import { ACCOUNT_ID, CLIENT_ID, PATHS } from './literals.mts';
import type { ApiKey, Endpoint, LoggedEndpoint, PushEndpoint } from './literals.mts';
import { STATE_CHANGES } from './oauth.mts';
import type { StateChange } from './oauth.mts';
import type { Service } from './service.mts';
import { changeSettings } from './settings.mts';
import type { Settings } from './settings.mts';

interface Control {
	/** The JSON body; any part of it may be missing. */
	body: Record<string, unknown>;
	query: Record<string, string | undefined>;
	path: string | undefined;
}

/**
 * The control calls, `METHOD path` to what they do. An error is answered 400 with its message.
 * None of them is logged.
 */
function controls(service: Service, reset: () => void): Record<string, (call: Control) => unknown> {
	const { settings, oauth, faults, log, store, apiKeys } = service;
	return {
		'GET /': () => ({
			clientId: CLIENT_ID,
			clientSecret: oauth.clientSecret,
			accountId: ACCOUNT_ID,
			apiKeys: [...apiKeys.values()],
			endpoints: PATHS,
			faults: Object.keys(NAMED_FAULTS),
			pendingFaults: faults.pending,
			settings,
		}),
		'PATCH /settings': ({ body }) => {
			changeSettings(settings, body as Partial<Settings>);
			return settings;
		},
		'POST /faults': ({ body }) => {
			const { endpoint, sequence } = body as { endpoint: Endpoint; sequence: FaultLike[] };
			faults.script(endpoint, sequence);
			return { pendingFaults: faults.pending };
		},
		'POST /chaos': ({ body }) => faults.chaos(body as unknown as Chaos),
		'DELETE /faults': () => faults.clear(),
		'POST /state/:name': ({ path }) => {
			const change = STATE_CHANGES.find((name) => name === path);
			if (!change) throw new Error(`The sandbox has no state change "${path}"`);
			return { clientSecret: oauth[change satisfies StateChange]() ?? oauth.clientSecret };
		},
		'POST /tokens': ({ body }) => oauth.issueTokens(body),
		'PUT /keys': ({ body }) => {
			const key = body as unknown as ApiKey;
			apiKeys.set(key.key, key);
			return key;
		},
		'GET /log': ({ query }) => ({
			dropped: log.dropped,
			entries: log.of(query.endpoint as LoggedEndpoint | undefined),
		}),
		'DELETE /log': () => log.clear(),
		'GET /rows/:name': ({ path, query }) => store.pushed(path as PushEndpoint, query.shop),
		'GET /deletion-requests': () => store.deletionRequests(),
		'DELETE /rows': () => store.clear(),
		'POST /reset': reset,
	};
}

/** Adds the control calls under `/_sandbox`, for whoever cannot reach the sandbox in-process. */
export function registerControl(app: FastifyInstance, service: Service, reset: () => void): void {
	for (const [call, run] of Object.entries(controls(service, reset))) {
		const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
		app.route<{ Params: { name?: string }; Querystring: Control['query'] }>({
			method,
			url: `/_sandbox${path === '/' ? '' : path}`,
			handler: async (request, reply) => {
				try {
					const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
					const body = text === '' ? {} : JSON.parse(text);
					const result = run({ body, query: request.query, path: request.params.name });
					return await reply.send(result ?? { done: true });
				} catch (error) {
					return await reply.code(400).send({ message: (error as Error).message });
				}
			},
		});
	}
}
