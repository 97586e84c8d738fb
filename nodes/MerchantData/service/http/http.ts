import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { answerValue, oddity } from '../answers/goodAnswer';
import type { Limits } from '../../shared/fields';
import type { Connection } from '../auth/credentials';
import type { Endpoint } from '../endpoints';
import { CANCELLED, readError } from '../errors/noAnswer';
import { type Answer, type Attempt, situationOfStatus } from '../errors/retryPolicy';
import { withoutPersonalData } from '../redaction/personalData';
import type { Redactor } from '../redaction/redact';
import type { N8nContext, RequestContext } from '../requestContext';
import { decoderOf, inTime, isStream, readAll, readLater, type WaitFor } from './body';

export interface HttpRequest {
	limits: Limits;
	body?: Buffer;
	/** `stream`: a good answer is left to be read by the caller. */
	answer?: 'text' | 'stream';
	/** Personal data in the body, which must not come back with the answer. */
	confidential?: readonly string[];
}

/** Milliseconds for the whole attempt; of a stream for its headers, and then for each part. */
export const timeoutMs = ({ timeout }: Limits): number => Math.round(timeout * 1_000);

/**
 * The one HTTP call that carries a credential. It does not throw: it gives an answer with any status, 401
 * included, because n8n shall not refresh the token by itself; or why there is none; or why it was not sent.
 * @param connection where the request goes, and what n8n signs it with
 */
export async function sendRequest(
	context: RequestContext,
	connection: Connection,
	endpoint: Endpoint,
	request: HttpRequest,
): Promise<Attempt> {
	const { n8n, redactor, cancelSignal } = context;
	if (cancelSignal?.aborted) return CANCELLED;
	// A push is left to finish: half of its answer would leave its rows in doubt.
	const cancel = endpoint.repeatable ? cancelSignal : undefined;
	const waitFor: WaitFor = async (promise) =>
		await inTime(promise, timeoutMs(request.limits), cancel);
	const over = new AbortController();
	const attempt = async () => {
		const response = (await n8n.helpers.httpRequestWithAuthentication.call(
			callerFor(n8n, connection, over.signal),
			connection.credential,
			optionsFor(connection, endpoint, request),
		)) as IN8nHttpFullResponse;
		return await readAnswer(response, endpoint, request, redactor, waitFor);
	};
	try {
		return await waitFor(attempt());
	} catch (error) {
		over.abort();
		return readError(error, redactor);
	}
}

function optionsFor(
	connection: Connection,
	endpoint: Endpoint,
	{ body, limits }: HttpRequest,
): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: endpoint.method,
		url: connection.address + endpoint.path,
		headers: { accept: 'application/json' },
		// Without it n8n would set its own. It counts idle time, so it bounds nothing ({@link inTime}).
		timeout: timeoutMs(limits),
		// Every answer is a result, as it came: n8n neither parses it, nor waits for its last byte, nor follows it.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: connection.ignoreSslIssues,
	};
	if (body === undefined) return options;
	// A buffer, because axios parses a JSON string again before it sends it.
	return { ...options, body, headers: { ...options.headers, 'content-type': 'application/json' } };
}

/**
 * What n8n takes from `this` when it sends a request: the signal that ends it, which would be the
 * execution's for pushes, too, and the credential, from the same reading as the address.
 */
const callerFor = (n8n: N8nContext, connection: Connection, signal: AbortSignal) =>
	Object.create(n8n, {
		getExecutionCancelSignal: { value: () => signal },
		getCredentials: { value: async () => await Promise.resolve(connection.fields()) },
	}) as N8nContext;

/** The answer to a request: a good one that was asked for as a stream as such, every other as a text. */
async function readAnswer(
	{ statusCode: status, headers: received, body }: IN8nHttpFullResponse,
	{ repeatable }: Endpoint,
	{ answer, confidential }: HttpRequest,
	redactor: Redactor,
	waitFor: WaitFor,
): Promise<Answer> {
	const situation = situationOfStatus(status);
	const isGood = situation === 'accepted';
	const headers = received as Answer['headers'];
	const contentType = headers['content-type'];
	if (isGood && answer === 'stream' && isStream(body)) {
		const stream = readLater(body, waitFor, decoderOf(contentType), redactor.redactPieces);
		return { status, situation, headers, text: '', stream };
	}
	const bytes = await readAll(body);
	const decoded = () => decoderOf(contentType)(bytes, true);
	// Whoever reads looks at the answer anyway.
	if (isGood && repeatable) return { status, situation, headers, text: redactor.redact(decoded()) };
	let readable: string;
	try {
		readable = decoded();
	} catch {
		// An error is given with U+FFFD in it, but half of a name would not be recognized.
		readable = isGood || confidential?.length ? '' : new TextDecoder().decode(bytes);
	}
	const clean = redactor.redact(readable);
	const text = confidential ? withoutPersonalData(clean, confidential) : clean;
	const odd = isGood ? oddity(answerValue(text)) : undefined;
	if (odd !== undefined) return { status, situation: 'saidNo', headers, text, odd };
	return { status, situation, headers, text };
}
