import type { N8nContext } from '../requestContext';
import { readText } from './body';
import { createWatch } from './deadline';
import { AS_IT_CAME } from './http';

/** What n8n hands over of an answer whose body is asked for as a stream. */
interface StreamedAnswer {
	/** On 1.x it is Node's own message, which has its socket. */
	body?: { socket?: { getPeerCertificate?(): { valid_to?: string } | null } };
}

/**
 * When the certificate of the service ends (ms since the epoch). n8n shows it nowhere, but on 1.x the
 * stream of an answer has the socket, and 2.x passes a check of the server's name on to TLS, which
 * gets the certificate. That check lets every name pass, so this request carries no credential;
 * the name is checked by the requests that do.
 * @param url an https address, which is asked with GET
 * @param timeout milliseconds
 * @returns undefined where it cannot be seen; it does not throw
 */
export async function certificateEnd(
	n8n: N8nContext,
	url: string,
	timeout: number,
): Promise<number | undefined> {
	const watch = createWatch(timeout, undefined);
	let end: string | undefined;
	try {
		const answer = (await watch.within(
			n8n.helpers.httpRequest({
				url,
				// A body that is compressed would hide the socket.
				headers: { accept: 'application/json', 'accept-encoding': 'identity' },
				timeout,
				...AS_IT_CAME,
				agentOptions: {
					checkServerIdentity: (_, certificate) => void (end = certificate.valid_to),
				},
			}) as Promise<unknown>,
		)) as StreamedAnswer;
		end ??= answer.body?.socket?.getPeerCertificate?.()?.valid_to;
		await watch.within(readText(answer.body));
	} catch {
		// Whether the service can be reached is not asked here.
	} finally {
		watch.close();
	}
	const time = Date.parse(end ?? '');
	return Number.isNaN(time) ? undefined : time;
}
