import type { IHttpRequestOptions } from 'n8n-workflow';
import type { RenewalFailure } from './accessToken';
import type { Connection, RequestContext } from './connection';
import type { Endpoint } from './endpoints';
import { withoutPeople } from './people';
import type { Redactor } from './redact';
import { situationOfStatus } from './retryPolicy';

export interface HttpRequest {
	/** The body as it goes over the wire. */
	body?: Buffer;
	/** Milliseconds until an answer must be there. */
	timeout: number;
	/** People's data in the body, which must not come back with the answer. */
	confidential?: readonly string[];
	/** `stream`: a good answer's body is left to be read by the caller. */
	answer?: 'text' | 'stream';
}

/** The service answered, with whatever status. */
export interface Answer {
	status: number;
	headers: Record<string, string | undefined>;
	/** Secrets removed. Empty where the body was asked for as a stream. */
	text: string;
	/** Secrets removed. */
	stream?: NodeJS.ReadableStream;
	/** Why no new access token could be had after this 401. */
	renewalFailure?: RenewalFailure;
}

/** No answer came. */
export interface NoAnswer {
	/** The error code of Node.js or its TLS layer, such as ECONNRESET. */
	code: string;
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

/**
 * The one HTTP call of this package. It resolves whatever happens: with every status, 401 included,
 * so that `Retry-After` is readable and refreshing the token stays in our hands on both host lines,
 * or with the code of the error that kept an answer from coming.
 */
export async function send(
	context: RequestContext,
	connection: Connection,
	endpoint: Endpoint,
	request: HttpRequest,
	redactor: Redactor,
): Promise<Answer | NoAnswer> {
	const options: IHttpRequestOptions = {
		method: endpoint.method,
		url: connection.address + endpoint.path,
		headers: { accept: 'application/json' },
		timeout: request.timeout,
		// As text, so that numbers, errors and HTML arrive as they were sent.
		encoding: request.answer ?? 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: connection.ignoreSslIssues,
	};
	if (request.body !== undefined) {
		// A buffer, because axios parses a JSON string again before it sends it.
		options.body = request.body;
		options.headers = { ...options.headers, 'content-type': 'application/json' };
	}
	let response: FullResponse;
	let text = '';
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			connection.credential,
			options,
		)) as FullResponse;
		if (isGoodStream(response)) {
			const { statusCode: status, headers, body } = response;
			return { status, headers, text, stream: redactor.redactStream(body) };
		}
		text = isStream(response.body) ? await readAll(response.body) : textOf(response.body);
	} catch (error) {
		return { code: errorCode(error) };
	}
	const { statusCode: status, headers } = response;
	text = withoutPeople(redactor.redact(text), request.confidential ?? []);
	return { status, headers, text };
}

function isGoodStream(
	response: FullResponse,
): response is FullResponse & { body: NodeJS.ReadableStream } {
	return situationOfStatus(response.statusCode) === 'accepted' && isStream(response.body);
}

function isStream(body: unknown): body is NodeJS.ReadableStream {
	return typeof (body as { pipe?: unknown } | null)?.pipe === 'function';
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
	return Buffer.concat(chunks).toString('utf8');
}

function textOf(body: unknown): string {
	if (body === undefined || body === null) return '';
	if (typeof body === 'string') return body;
	return Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
}

/** The error's own code; n8n's NodeApiError keeps it in `httpCode` on 1.x, where it has no cause. */
function errorCode(error: unknown): string {
	const { code, httpCode, cause } = error as {
		code?: unknown;
		httpCode?: unknown;
		cause?: { code?: unknown };
	};
	for (const candidate of [cause?.code, code, httpCode]) {
		if (typeof candidate === 'string' && candidate !== '') return candidate;
	}
	return 'UNKNOWN';
}
