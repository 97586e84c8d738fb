import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Answer, NotSent } from '../answers/attempt';
import type { Connection, RequestContext } from '../auth/credentials';
import type { Endpoint } from '../endpoints';
import { CANCELLED, whyUnusable } from '../errors/failure';
import { type NoAnswer, readError } from '../errors/noAnswer';
import { situationOfStatus } from '../errors/retryPolicy';
import { withoutPersonalData } from '../redaction/personalData';
import { withoutProxyLogin } from '../redaction/proxyLogin';
import type { Redactor } from '../redaction/redact';
import { isStream, readLater, readText } from './body';
import { charsetOf, lenientText, textIfAny, textOf } from './charset';
import { createWatch, type Watch } from './deadline';

export interface HttpRequest {
	/** The body as it goes over the wire. */
	body?: Buffer;
	/**
	 * Milliseconds for the whole exchange. Of a stream: until its headers are there, and then for
	 * as long as no byte comes.
	 */
	timeout: number;
	/** The execution's cancel signal. Only what may be repeated is given up for it. */
	signal?: AbortSignal;
	/** People's data in the body, which must not come back with the answer. */
	confidential?: readonly string[];
	/** `stream`: a good answer's body is left to be read by the caller. */
	answer?: 'text' | 'stream';
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

/**
 * The one HTTP call that carries a credential. It resolves whatever happens: with every status, 401 included,
 * so that `Retry-After` is readable and refreshing the token stays in our hands on both host lines,
 * with what kept an answer from coming, or with why it was not sent.
 */
export async function send(
	context: RequestContext,
	connection: Connection,
	endpoint: Endpoint,
	request: HttpRequest,
	redactor: Redactor,
): Promise<Answer | NoAnswer | NotSent> {
	if (request.signal?.aborted) return CANCELLED;
	// A push is left to finish: half of its answer would leave its rows in doubt.
	const watch = createWatch(request.timeout, endpoint.repeatable ? request.signal : undefined);
	const signing = signingFor(context, connection, watch.signal);
	let exchange: Answer | NoAnswer | NotSent;
	try {
		const answered = context.helpers.httpRequestWithAuthentication.call(
			signing.caller,
			connection.credential,
			optionsFor(connection, endpoint, request),
		) as Promise<FullResponse>;
		exchange = await readAnswer(await watch.within(answered), endpoint, request, watch, redactor);
	} catch (error) {
		exchange = signing.isUnsigned()
			? whyUnusable(signing.failure() ?? error, redactor)
			: readError(error, redactor);
	}
	if (!('stream' in exchange)) watch.close();
	return exchange;
}

/** Every answer is a result, as it came: n8n neither parses it, nor waits for its last byte, nor follows it. */
export const AS_IT_CAME = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const satisfies Partial<IHttpRequestOptions>;

function optionsFor(
	connection: Connection,
	endpoint: Endpoint,
	{ body, timeout }: HttpRequest,
): IHttpRequestOptions {
	const options: IHttpRequestOptions = {
		method: endpoint.method,
		url: connection.address + endpoint.path,
		headers: { accept: 'application/json' },
		// Without it n8n would set its own. It counts idle time; the watch is what bounds the exchange.
		timeout,
		...AS_IT_CAME,
		skipSslCertificateValidation: connection.ignoreSslIssues,
	};
	if (body === undefined) return options;
	// A buffer, because axios parses a JSON string again before it sends it.
	return { ...options, body, headers: { ...options.headers, 'content-type': 'application/json' } };
}

/**
 * What n8n takes from `this` when it sends a request: the signal that ends it, which would
 * otherwise be the execution's for pushes too, and the credential that signs it.
 */
function signingFor(context: RequestContext, connection: Connection, signal: AbortSignal) {
	let isUnsigned = false;
	let failure: unknown;
	const getCredentials = async () => {
		isUnsigned = true;
		const fields = await connection.sign().catch(async (error: Error) => {
			failure = error;
			return await Promise.reject(error);
		});
		isUnsigned = false;
		return fields;
	};
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
		getCredentials: { value: getCredentials },
	}) as RequestContext;
	return {
		caller,
		/** Whether n8n asked for a credential and has none, so that it sends nothing. */
		isUnsigned: () => isUnsigned,
		/** Why it has none, before n8n puts it in other words. */
		failure: () => failure,
	};
}

async function readAnswer(
	{ statusCode: status, headers, body }: FullResponse,
	{ repeatable }: Endpoint,
	{ answer, confidential = [] }: HttpRequest,
	watch: Watch,
	redactor: Redactor,
): Promise<Answer> {
	const charset = charsetOf(headers['content-type']);
	const isGood = situationOfStatus(status) === 'accepted';
	if (answer === 'stream' && isGood && isStream(body)) {
		const stream = readLater(body, watch, charset, (source) => redactor.redactStream(source));
		return { status, headers, text: '', stream };
	}
	const clean = (latin1: string) => redactor.redact(latin1);
	let isUndecodable = false;
	const decode = (bytes: Uint8Array): string => {
		if (isGood && repeatable) return textOf(bytes, charset, clean);
		const text = textIfAny(bytes, charset, clean);
		if (text !== undefined) return text;
		isUndecodable = isGood;
		// A half of a name would not be known again.
		return isGood || confidential.length > 0 ? '' : lenientText(bytes, charset, clean);
	};
	const text = await watch.within(readText(body, decode));
	const said = isGood ? text : withoutProxyLogin(text);
	const known = withoutPersonalData(redactor.redact(said), confidential);
	return { status, headers, text: known, ...(isUndecodable ? { isUndecodable } : {}) };
}
