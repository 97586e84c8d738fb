import { REPLACEMENT } from './encodings';

/** A character of a login, as it is or as JSON and HTML write it. */
const CHARACTER = String.raw`(?:[^\s"'<>&\\]|\\[/u]|&#\w+;)`;
/** The header, whatever stands around its name and its scheme: the colon, quotes, or %3A%20. */
const LOGIN = new RegExp(
	String.raw`(proxy-authorization.{0,30}?(?:basic|bearer|digest|negotiate|ntlm)(?:\s|\+|%20)+)${CHARACTER}+`,
	'gi',
);

/**
 * Takes out of an answer what n8n logs in to a proxy with ("Authentication", rule 1: no secret in
 * logs). Pages of proxies may repeat the request's headers. n8n reads the login from its environment
 * and does not tell it, so it is found by the name of its header.
 */
export function withoutProxyLogin(text: string): string {
	return text.replace(LOGIN, `$1${REPLACEMENT}`);
}
