import { setTimeout as wait } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, errorAnswer } from './errors.mts';
import { ELSEWHERE, faultAnswer } from './faults.mts';
import { type LoggedEndpoint, PATHS } from './literals.mts';
import type { LogEntry } from './log.mts';
import { registerReceived } from './received.mts';
import { isObject } from './routes/body.mts';
import { ROUTES } from './routes/index.mts';
import type { Answer, Received, Service } from './service.mts';
import { sendSpoilt } from './spoiltBody.mts';

/** Larger bodies are answered 413 by fastify itself. */
const BODY_LIMIT = 512 * 1024 * 1024;

interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
	service: Service;
}

export function createServer(service: Service, tls: { key: string; cert: string } | null) {
	const app = fastify({
		https: tls,
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		// A client that keeps connections open, or waits for a silent fault, must not delay the end.
		forceCloseConnections: true,
	} as object) as unknown as FastifyInstance;
	app.removeAllContentTypeParsers();
	app.register(formbody, { bodyLimit: BODY_LIMIT });
	app.addContentTypeParser(
		'*',
		{ parseAs: 'buffer' },
		async (_request: unknown, body: unknown) => body,
	);

	app.addHook('preClose', async () => service.closing.abort());

	for (const { endpoint, method, handle } of ROUTES) {
		app.route({
			method,
			url: PATHS[endpoint],
			handler: async (request, reply) =>
				await serve({ request, reply, service }, endpoint, async (entry) => {
					const { headers } = request;
					const query = request.query as Received['query'];
					return await handle({ entry, endpoint, query, headers, body: entry.body }, service);
				}),
		});
	}
	registerReceived(app, service);
	app.setNotFoundHandler(async (request, reply) => {
		const endpoint = request.url.startsWith(ELSEWHERE) ? 'elsewhere' : 'unknown';
		return await serve({ request, reply, service }, endpoint, () => {
			throw new ApiError(404, `No endpoint answers ${request.method} ${request.url.split('?')[0]}`);
		});
	});
	return app;
}

/** Logs a request, applies its fault, lets `answer` carry it out, and sends what comes of it. */
async function serve(
	{ request, reply, service }: Exchange,
	endpoint: LoggedEndpoint,
	answer: (entry: LogEntry) => Answer | Promise<Answer>,
): Promise<unknown> {
	const { settings, closing } = service;
	const { entry, problem } = logEntry(request, endpoint, service);
	closeAtEnd(reply, entry, service);
	const known = endpoint !== 'unknown' && endpoint !== 'elsewhere';
	const fault = known ? service.faults.next(endpoint) : undefined;
	entry.fault = fault?.label ?? null;
	if (fault?.delayMs) await wait(fault.delayMs, undefined, { signal: closing.signal });
	if (fault?.state) service.oauth[fault.state]();

	const spoilt = fault?.connection !== undefined || fault?.status !== undefined;
	let outcome: Answer = { status: 500 };
	if (!spoilt || fault?.taken) {
		try {
			if (problem) throw problem;
			outcome = await answer(entry);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			outcome = errorAnswer(error);
		}
	}
	if (!settings.logRows && isObject(entry.body)) {
		entry.body = { ...entry.body, data: undefined };
	}
	if (fault?.connection) return spoil(request, reply, fault.connection);
	if (fault?.status !== undefined) {
		const { headers } = request;
		const sent = { headers, body: entry.body };
		outcome = faultAnswer({ ...fault, status: fault.status }, sent);
	}
	entry.status = outcome.status;
	entry.durationMs = Date.now() - entry.time;
	if (fault?.spoiltBody) {
		reply.hijack();
		return await sendSpoilt(reply.raw, outcome, fault.spoiltBody, closing.signal);
	}
	return send(reply, outcome);
}

/** An answer has finished before the client can have it; a connection that breaks just closes. */
function closeAtEnd(reply: FastifyReply, entry: LogEntry, { log }: Service): void {
	let isOpen = true;
	const end = () => {
		if (isOpen) log.close(entry);
		isOpen = false;
	};
	reply.raw.once('finish', end).once('close', end);
}

function logEntry(request: FastifyRequest, endpoint: LoggedEndpoint, service: Service) {
	const { body, problem } = readBody(request.body);
	const fields = isObject(body) ? body : {};
	const entry = service.log.add({
		time: Date.now(),
		endpoint,
		query: request.query as LogEntry['query'],
		headers: request.headers,
		body,
		text: service.settings.logRows && Buffer.isBuffer(request.body) ? request.body.toString() : '',
		bytes: Number(request.headers['content-length'] ?? 0),
		rows: Array.isArray(fields.data) ? fields.data.length : null,
		grantType: endpoint === 'token' ? String(fields.grant_type ?? '') : null,
		status: null,
		fault: null,
		durationMs: null,
	});
	return { entry, problem };
}

/** A form is parsed already; everything else is taken for JSON, whatever its content type says. */
function readBody(body: unknown): { body?: unknown; problem: ApiError | null } {
	if (!Buffer.isBuffer(body)) return { body: body ?? undefined, problem: null };
	try {
		return {
			body: body.length === 0 ? undefined : JSON.parse(body.toString('utf8')),
			problem: null,
		};
	} catch {
		return { problem: new ApiError(400, 'The body is not valid JSON') };
	}
}

/** Gives no answer: closes the connection at once (TCP reset), or leaves it open. */
function spoil(request: FastifyRequest, reply: FastifyReply, connection: 'reset' | 'silent'): void {
	reply.hijack();
	if (connection === 'silent') return;
	const { socket } = request.raw;
	// A TLS socket cannot be reset, only closed.
	if ('encrypted' in socket) socket.destroy();
	else socket.resetAndDestroy();
}

function send(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
	// Node's own date ignores a clock that a test has stopped.
	reply.code(status).headers({ date: new Date().toUTCString(), ...headers });
	if (typeof body === 'string' || body === undefined) return reply.send(body);
	return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
