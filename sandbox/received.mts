import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './errors.mts';
import type { FaultLike } from './faults.mts';
import { type Endpoint, PUSH_ENDPOINTS, PUSHES } from './literals.mts';
import type { LogEntry } from './log.mts';
import { errorPage, page } from './pages.mts';
import { isObject } from './routes/body.mts';
import type { Service } from './service.mts';

const NAMES: Partial<Record<string, string>> = {
	...Object.fromEntries(PUSH_ENDPOINTS.map((endpoint) => [endpoint, PUSHES[endpoint].name])),
	compliance: 'Deletion',
	sql: 'SQL',
};
const REQUESTS_SHOWN = 20;
const ROWS_SHOWN = 20;
/** So tight that a push of two requests meets it. */
const LIMIT = { limit: 1, windowMs: 10_000 };

interface Button {
	text: string;
	press(service: Service, endpoint: Endpoint): void;
}

const faultButton = (text: string, fault: FaultLike): Button => ({
	text,
	press: ({ faults }, endpoint) => faults.script(endpoint, [fault]),
});

const quotaButton = (text: string, quota: typeof LIMIT | undefined): Button => ({
	text,
	press({ settings }, endpoint) {
		settings.quotas = { ...settings.quotas, [endpoint]: quota };
	},
});

const FAULTS: Record<string, Button> = {
	refuse: faultButton('Refuse next (400)', 400),
	fail: faultButton('Fail next (500)', 500),
	lose: faultButton('Lose next answer', 'lostAnswer'),
	limit: quotaButton('Limit (429)', LIMIT),
	allow: quotaButton('Lift the limit', undefined),
};

const BUTTONS: Record<string, Button> = {
	...FAULTS,
	revoke: { text: 'Revoke', press: ({ oauth }) => oauth.removeApp() },
	empty: {
		text: 'Empty this page',
		press({ store, log }) {
			store.clear();
			log.clear();
		},
	},
};

/** Adds the page `/received` for people: what the service has received, and buttons that make requests fail. */
export function registerReceived(app: FastifyInstance, service: Service): void {
	app.get('/received', async (_request, reply) => {
		return await reply.type('text/html; charset=utf-8').send(receivedPage(service));
	});
	app.post('/received', async ({ body }, reply) => {
		const [[name, endpoint] = ['', '']] = Object.entries(isObject(body) ? body : {});
		const pressed = BUTTONS[name];
		if (!pressed || (name in FAULTS && NAMES[String(endpoint)] === undefined)) {
			const problem = errorPage('This page has no such button.');
			return await reply.code(400).type('text/html; charset=utf-8').send(problem);
		}
		pressed.press(service, endpoint as Endpoint);
		return await reply.redirect('/received', 303);
	});
}

function receivedPage(service: Service): string {
	const { log, store } = service;
	const { rows, replaced } = store.count();
	const shown = log.entries.filter(({ endpoint }) => endpoint in NAMES).slice(-REQUESTS_SHOWN);
	const requests = shown.reverse().map((entry) => requestLine(entry, service));
	const settings = Object.keys(NAMES).map((name) => endpointLine(name as Endpoint, service));
	const none = '<p>No request has come yet.</p>';
	return page(
		'Received',
		`
		<form method="post">
			<p>Rows: <strong>${rows}</strong>. Replaced: <strong>${replaced}</strong>.
			Deletion requests: <strong>${store.deletionRequests().length}</strong>.
			Reload to see what has come since. ${button('empty')}</p>
			<h2>What happens next</h2>
			<table id="settings">${settings.join('\n')}${consentLine(service)}</table>
		</form>
		<h2>The last requests, the newest first</h2>
		${requests.length > 0 ? `<table id="requests">${HEADER}${requests.join('\n')}</table>` : none}`,
		'wide',
	);
}

const HEADER =
	'<tr><th>No.</th><th>Time</th><th>What</th><th>Shop</th><th>Answer</th><th>Content</th></tr>';

function button(name: string, endpoint = ''): string {
	return `<button name="${name}" value="${endpoint}">${BUTTONS[name]?.text}</button>`;
}

function settingLine(name: string, buttons: string[], state: string): string {
	return `<tr><th>${name}</th><td>${buttons.join(' ')}</td><td>${escapeHtml(state)}</td></tr>`;
}

function endpointLine(endpoint: Endpoint, { faults, settings }: Service): string {
	const pending = faults.pendingOf(endpoint);
	const [quota] = [settings.quotas[endpoint] ?? []].flat();
	const buttons = ['refuse', 'fail', 'lose', quota ? 'allow' : 'limit'];
	const state = [
		pending.length > 0 ? `Next: ${pending.join(', ')}` : '',
		quota ? `Limit: ${quota.limit} in ${quota.windowMs / 1000} s` : '',
	];
	return settingLine(
		NAMES[endpoint] ?? endpoint,
		buttons.map((name) => button(name, endpoint)),
		state.filter(Boolean).join('. '),
	);
}

function consentLine({ oauth }: Service): string {
	const state = oauth.hasConsent ? 'Given' : 'None: pushes get 401 until a credential is connected';
	return settingLine('Consent', [button('revoke')], state);
}

function requestLine(entry: LogEntry, service: Service): string {
	const { id, time, endpoint, status, fault } = entry;
	const body = isObject(entry.body) ? entry.body : {};
	const answer = `${status ?? 'No answer'}${fault === null ? '' : ', as set'}`;
	const cells = [
		String(id),
		// As local time, in the form of ISO 8601.
		new Date(time).toLocaleString('sv'),
		NAMES[endpoint] ?? endpoint,
		String(body.shop ?? body.shopId ?? ''),
	].map((text) => `<td>${escapeHtml(text)}</td>`);
	const kind = status !== null && status < 400 ? 'done' : 'wrong';
	return `<tr>${cells.join('')}<td class="${kind}">${answer}</td><td>${content(entry, body, service)}</td></tr>`;
}

function content(entry: LogEntry, body: Record<string, unknown>, { store }: Service): string {
	const { endpoint, id, rows } = entry;
	const push = PUSH_ENDPOINTS.find((name) => name === endpoint);
	if (push === undefined) {
		const { shop: _shop, shopId: _shopId, ...asked } = body;
		return `<code>${escapeHtml(JSON.stringify(asked))}</code>`;
	}
	const stored = store.pushedBy(push, id, ROWS_SHOWN);
	const count = `${rows ?? 0} ${rows === 1 ? 'row' : 'rows'}`;
	if (stored.length === 0) return `${count}, none stored`;
	const lines = stored.map(({ row, replacedBy }) => {
		const code = `<code>${escapeHtml(JSON.stringify(row))}</code>`;
		return `<li>${replacedBy === null ? code : `<s>${code}</s> replaced by no. ${replacedBy}`}</li>`;
	});
	const more = rows !== null && rows > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} are shown` : '';
	return `<details open><summary>${count}${more}</summary><ol>${lines.join('')}</ol></details>`;
}
