import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { escapeHtml } from '../sandbox/errors.mts';
import { freePort } from './hosts/host.mts';

const MAIL_USER = { user: 'digest', password: 'Local-only-4' };

/** Where the messages and emails of recipes arrive: a page to look at, and what tests read. */
export type Inbox = Awaited<ReturnType<typeof startInbox>>;

function inboxPage(messages: string[], mails: ParsedMail[]): string {
	const file = ({ filename, contentType, content }: ParsedMail['attachments'][number]) =>
		`<p><a download="${escapeHtml(filename ?? '')}" href="data:${escapeHtml(contentType)};base64,${content.toString('base64')}">${escapeHtml(filename ?? '')}</a></p>`;
	const mail = ({ subject, html, textAsHtml = '', attachments }: ParsedMail) =>
		`<h3>${escapeHtml(subject ?? '')}</h3><iframe sandbox srcdoc="${escapeHtml(html || textAsHtml)}"></iframe>${attachments.map(file).join('')}`;
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title>
<style>body { max-width: 50rem; margin: 2rem auto; font: 16px/1.5 system-ui } iframe { width: 100%; height: 40rem; border: 1px solid #ccc }</style>
<h1>Inbox</h1><p>What the workflows have sent since the start. Reload to see more.</p>
<h2>Emails: ${mails.length}</h2>${mails.map(mail).join('')}
<h2>Messages: ${messages.length}</h2><ul>${messages.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul></html>`;
}

/** Starts both servers on 127.0.0.1, without encryption and, for emails, for one user. */
export async function startInbox(preferredPort = 0) {
	const [messages, mails]: [string[], ParsedMail[]] = [[], []];
	const web = createServer(async (incoming, answer) => {
		if (incoming.method === 'GET') {
			answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
			return answer.end(inboxPage(messages, mails));
		}
		const { text } = (await json(incoming)) as { text: string };
		const isRefused = inbox.refuses?.test(text) === true;
		if (!isRefused) messages.push(text);
		answer.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' });
		return answer.end('{}');
	});
	const mailServer = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		onAuth({ username, password }, _session, done) {
			const isKnown = username === MAIL_USER.user && password === MAIL_USER.password;
			if (isKnown) done(null, { user: username });
			else done(new Error('unknown user'));
		},
		onData(stream, _session, done) {
			simpleParser(stream).then((mail) => {
				mails.push(mail);
				done();
			}, done);
		},
	});
	const webPort = await freePort(preferredPort);
	await new Promise<void>((resolve) => web.listen(webPort, '127.0.0.1', resolve));
	await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
	const { port } = mailServer.server.address() as AddressInfo;
	const url = `http://127.0.0.1:${webPort}`;
	const inbox = {
		url,
		messagesUrl: `${url}/messages`,
		smtp: { ...MAIL_USER, host: '127.0.0.1', port, secure: false, disableStartTls: true },
		messages,
		mails,
		/** Messages that are refused with a 503. */
		refuses: undefined as RegExp | undefined,
		async close() {
			web.closeAllConnections();
			await new Promise((resolve) => web.close(resolve));
			await new Promise<void>((resolve) => mailServer.close(resolve));
		},
	};
	return inbox;
}
