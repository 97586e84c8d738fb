import { withoutProxyLogin } from '../../../../nodes/MerchantData/service/redaction/proxyLogin.ts';
import { leaks } from '../../../kit/leaks.mts';

const LOGIN = 'dXNlcjpwYXNz/+d29yZCEhISEhISE=';
const header = { 'Proxy-Authorization': `Basic ${LOGIN}`, host: 'service.example' };
const raw = `Proxy-Authorization: Basic ${LOGIN}\r\nHost: service.example`;
const entities = (text: string) =>
	text.replace(
		/[/+="]/g,
		(char) => `&#${char === '"' ? '34' : `x${char.charCodeAt(0).toString(16)}`};`,
	);

it.each<[string, string]>([
	['as it is', raw],
	['in JSON', JSON.stringify(header)],
	['in JSON within JSON', JSON.stringify({ message: JSON.stringify(header) })],
	['in JSON with escaped slashes', JSON.stringify(header).replaceAll('/', '\\/')],
	['in a list', JSON.stringify(['proxy-authorization', `Basic ${LOGIN}`])],
	['in HTML', entities(raw)],
	['in JSON within HTML', JSON.stringify(header).replaceAll('"', '&quot;')],
	["in the address of Squid's page", `<a href="mailto:x?body=${encodeURIComponent(raw)}">`],
	['of a form', new URLSearchParams(header).toString()],
	['of another scheme', raw.replace('Basic', 'NTLM')],
])('takes out the login %s', (_, text) => {
	expect(leaks([text], [LOGIN])).not.toEqual([]);
	const clean = withoutProxyLogin(text);
	expect(leaks([clean], [LOGIN, LOGIN.slice(0, 12), LOGIN.slice(13, 29)])).toEqual([]);
	expect(clean).toContain('[redacted]');
});

it('leaves the rest of the text', () => {
	expect(withoutProxyLogin(JSON.stringify(header))).toBe(
		'{"Proxy-Authorization":"Basic [redacted]","host":"service.example"}',
	);
	const innocent = 'Basic authentication is missing: send Proxy-Authorization';
	expect(withoutProxyLogin(innocent)).toBe(innocent);
});
