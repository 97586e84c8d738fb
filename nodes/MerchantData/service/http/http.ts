import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { Limits } from '../../lib/waitBudget';
import { answerValue, receiptProblem, rowErrors } from '../answers/goodAnswer';
import { problemText } from '../answers/serverText';
import type { Connection } from '../auth/credentials';
import type { Endpoint } from '../endpoints';
import { rowOf } from '../errors/errorTable';
import { CANCELLED, readError } from '../errors/noAnswer';
import type { Answer, Attempt } from '../errors/retryPolicy';
import { withoutPersonalData } from './personalData';
import { LONGEST_MS, within } from '../../lib/pause';
import type { Redactor } from '../../lib/redact';
import type { NodeStream } from '../nodeStream';
import type { RequestContext } from '../requestContext';
import { inTime, newDecoder, readAll, readLater, type WaitFor } from './body';

export interface HttpRequest {
	limits: Limits;
	body?: Buffer;
	/** The rows of a push in the body. */
	rows?: readonly unknown[];
	/** `stream`: a good answer is left to be read by the caller. */
	answer?: 'text' | 'stream';
	/** Personal data, which must not come back with the answer. */
	confidential?: readonly string[];
}

/** The time for the whole attempt, or for the headers of a stream, and then for each part of it. */
export function timeoutMs({ timeout, endsAt = Infinity }: Limits): number {
	const leftMs = Math.max(1, endsAt - performance.now());
	return Math.round(Math.min(timeout * 1_000, leftMs, LONGEST_MS));
}

/** The longest wait for the body of an error. */
const ERROR_BODY_MS = 5_000;
const JSON_TYPE = 'application/json';

/** The one HTTP call with a credential. It does not throw, whatever the status: after a 401, n8n would refresh the token. */
export async function sendRequest(
	{ n8n, redactor, cancelSignal }: RequestContext,
	connection: Connection,
	endpoint: Endpoint,
	request: HttpRequest,
): Promise<Attempt> {
	if (cancelSignal?.aborted) return CANCELLED;
	const { body, limits } = request;
	const timeout = timeoutMs(limits);
	// A push is not cancelled: half of its answer would leave its rows in doubt.
	const cancel = endpoint.repeatable ? cancelSignal : undefined;
	const waitFor = inTime(timeout, cancel);
	const over = new AbortController();
	// n8n takes these from `this`: a signal that is not the execution's, and the fields that belong to the address.
	const caller = Object.create(n8n, {
		getExecutionCancelSignal: { value: () => over.signal },
		getCredentials: { value: async () => await Promise.resolve(connection.fields()) },
	}) as typeof n8n;
	const options: IHttpRequestOptions = {
		method: endpoint.method,
		url: connection.address + endpoint.path,
		headers: { accept: JSON_TYPE, ...(body && { 'content-type': JSON_TYPE }) },
		// A buffer, because axios parses a JSON string again before it sends it.
		...(body && { body }),
		// Without it n8n would set its own. It bounds nothing ({@link inTime}).
		timeout,
		// Every answer comes as it is: n8n neither parses it, nor waits for its last byte, nor follows it.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: connection.fields().ignoreSSLIssues === true,
	};
	const attempt = async () => {
		const send = n8n.helpers.httpRequestWithAuthentication;
		const response = await send.call(caller, connection.credential, options);
		return await readAnswer(response, endpoint, request, redactor, waitFor);
	};
	try {
		return await waitFor(attempt());
	} catch (error) {
		over.abort();
		return readError(error);
	}
}

async function readAnswer(
	response: IN8nHttpFullResponse,
	{ repeatable, carries }: Endpoint,
	{ answer, limits, rows, confidential = [] }: HttpRequest,
	redactor: Redactor,
	waitFor: WaitFor,
): Promise<Answer> {
	const { statusCode: status } = response;
	const body = response.body as NodeStream;
	const headers = response.headers as Answer['headers'];
	const isGood = status >= 200 && status < 300;
	const accepted = { kind: 'accepted', status, headers } as const;
	if (isGood && answer === 'stream')
		return { ...accepted, text: '', stream: readLater(body, waitFor, redactor) };
	// The status of an error counts, even if its body breaks off or stalls.
	const ms = Math.min(ERROR_BODY_MS, timeoutMs(limits) / 2);
	const read = await (isGood ? readAll(body) : within(readAll(body), ms).catch(() => undefined));
	if (!read) body.destroy();
	const bytes = read ?? Buffer.of();
	// The reader of the answer checks it for contradictions.
	if (isGood && repeatable)
		return { ...accepted, text: redactor.redact(newDecoder()(bytes, true)) };
	const said = redactor.redact(new TextDecoder().decode(bytes));
	// What an answer says is decided before it is cleaned for showing.
	const value = answerValue(said);
	const problem = isGood ? receiptProblem(value, carries === 'rows' ? rows?.length : 0) : undefined;
	const isAccepted = isGood && problem === undefined;
	// Only errors keep U+FFFD, and only without personal data: half of a name would not be recognized.
	const isLeftOut = (isAccepted || confidential.length > 0) && said.includes('\ufffd');
	const text = isLeftOut ? '' : withoutPersonalData(said, confidential);
	if (isAccepted) return { ...accepted, text };
	const contradiction = problem && problemText(problem, text);
	const row = rowOf(status, said, carries);
	// Some services list other errors in the same way.
	const errors = carries === 'rows' && row.next === 'rows' ? rowErrors(value) : [];
	return { kind: 'failedAnswer', row, status, headers, text, contradiction, rowErrors: errors };
}
