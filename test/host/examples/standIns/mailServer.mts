import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** The user whom the mail server lets in. */
export const MAIL_USER = { user: 'digest', password: 'Local-only-4' };

/** A mail server that keeps what it is given. */
export interface MailServerStandIn {
	readonly port: number;
	/** The emails that came, read, the first one first. */
	readonly mails: ParsedMail[];
	close(): Promise<void>;
}

/** Starts it on 127.0.0.1, without encryption and for one user. */
export async function startMailServer(): Promise<MailServerStandIn> {
	const mails: ParsedMail[] = [];
	const server = new SMTPServer({
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
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.server.address() as AddressInfo).port,
		mails,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}
