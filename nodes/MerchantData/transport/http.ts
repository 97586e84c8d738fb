import type { IHttpRequestOptions } from 'n8n-workflow';
import type { RenewalFailure } from './accessToken';
import { apiAddress } from './addresses';
import { isStream, readLater, readText } from './body';
import { type Connection, readCredential, type RequestContext } from './connection';
import type { Endpoint } from './endpoints';
import { type NoAnswer, readError } from './noAnswer';
import { withoutPeople } from './people';
import type { Redactor } from './redact';
import { situationOfStatus } from './retryPolicy';
import { createWatch, type Watch } from './watch';

export type { NoAnswer } from './noAnswer';

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

/** The service answered, with whatever status. */
export interface Answer {
	status: number;
	headers: Record<string, string | undefined>;
	/** Secrets removed. Empty where the body was asked for as a stream. */
	text: string;
	/** Secrets removed. Whoever reads it meets an error where it breaks or stalls. */
	stream?: NodeJS.ReadableStream;
	/** Why no new access token could be had after this 401. */
	renewalFailure?: RenewalFailure;
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, string | undefined>;
	body: unknown;
}

/**
 * The one HTTP call of this package. It resolves whatever happens: with every status, 401 included,
 * so that `Retry-After` is readable and refreshing the token stays in our hands on both host lines,
 * or with what kept an answer from coming.
 */
export async function send(
	context: RequestContext,
	connection: Connection,
	endpoint: Endpoint,
	request: HttpRequest,
	redactor: Redactor,
): Promise<Answer | NoAnswer> {
	if (request.signal?.aborted) {
		const message = 'the execution was cancelled';
		return { code: 'ERR_CANCELED', message, situation: 'cancelledBefore' };
	}
	// A push is left to finish: half of its answer would leave its rows in doubt.
	const watch = createWatch(request.timeout, endpoint.repeatable ? request.signal : undefined);
	const signing = signingFor(context, connection, watch.signal, redactor);
	let exchange: Answer | NoAnswer;
	try {
		const answered = context.helpers.httpRequestWithAuthentication.call(
			signing.caller,
			connection.credential,
			optionsFor(connection, endpoint, request),
		) as Promise<FullResponse>;
		exchange = await readAnswer(await watch.within(answered), request, watch, redactor);
	} catch (error) {
		exchange = readError(error, redactor);
		if (signing.isUnsigned()) exchange.situation = 'notSendable';
	}
	if (!('stream' in exchange)) watch.close();
	return exchange;
}

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
		// The bytes as they were sent: n8n neither parses them nor waits for the last one.
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
 * What n8n takes from `this` when it sends a request: the signal that ends it, which would
 * otherwise be the execution's for pushes too, and the credential that signs it. That is read again
 * for each request, so it is held against the address that the request goes to.
 */
function signingFor(
	context: RequestContext,
	{ credential, address }: Connection,
	signal: AbortSignal,
	redactor: Redactor,
) {
	let isUnsigned = false;
	const getCredentials = async () => {
		isUnsigned = true;
		const fields = await readCredential(context, credential, redactor);
		if (apiAddress(fields) !== address) {
			throw new Error('the address in the credential was changed while this node was running');
		}
		isUnsigned = false;
		return fields;
	};
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
		getCredentials: { value: getCredentials },
	}) as RequestContext;
	/** Whether n8n asked for a credential and got none, so that it sent nothing. */
	return { caller, isUnsigned: () => isUnsigned };
}

async function readAnswer(
	{ statusCode: status, headers, body }: FullResponse,
	{ answer, confidential = [] }: HttpRequest,
	watch: Watch,
	redactor: Redactor,
): Promise<Answer> {
	if (answer === 'stream' && situationOfStatus(status) === 'accepted' && isStream(body)) {
		const stream = readLater(body, watch, (source) => redactor.redactStream(source));
		return { status, headers, text: '', stream };
	}
	const text = await watch.within(readText(body));
	return { status, headers, text: withoutPeople(redactor.redact(text), confidential) };
}
