import { PATHS } from '../../../sandbox/literals.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';

const { sandbox, call } = sharedSandbox();

async function token(fields: Record<string, string>): Promise<[number, Record<string, unknown>]> {
	const client = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
	const body = new URLSearchParams({ ...client, ...fields });
	const answer = await fetch(sandbox.url + PATHS.token, { method: 'POST', body });
	return [answer.status, (await answer.json()) as Record<string, unknown>];
}

const exchange = async (code: string) =>
	await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
const refresh = async (refreshToken: unknown) =>
	await token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) });

async function shopsStatus(accessToken: unknown): Promise<number> {
	const headers = { authorization: `Bearer ${String(accessToken)}` };
	return (await call('GET', PATHS.grantedShops, headers)).status;
}

const INVALID_GRANT = [400, expect.objectContaining({ error: 'invalid_grant' })];

it('grants a code, a token and a refresh, each usable once', async () => {
	const asked = new URLSearchParams({
		client_id: sandbox.clientId,
		redirect_uri: CALLBACK,
		response_type: 'code',
		scope: 'read_data ads:write',
		state: 'a b+c/=',
		account_id: sandbox.accountId,
	});
	const url = `${sandbox.url}${PATHS.consent}?${asked}`;
	const html = await (await fetch(url)).text();
	expect(html).toMatch(/read_data.*ads:write.*id="deny".*id="approve"/s);

	const body = new URLSearchParams({ decision: 'approve' });
	const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
	const { href, searchParams: granted } = new URL(answer.headers.get('location') ?? '');
	expect(href.startsWith(`${CALLBACK}?`)).toBe(true);
	expect(granted.get('state')).toBe('a b+c/=');
	const code = granted.get('code') ?? '';
	const [status, first] = await exchange(code);
	expect(status).toBe(200);
	const [access_token, refresh_token] = [expect.any(String), expect.any(String)];
	expect(first).toEqual({ access_token, token_type: 'Bearer', expires_in: 3600, refresh_token });
	expect(await exchange(code)).toEqual(INVALID_GRANT);
	expect(await shopsStatus(first.access_token)).toBe(200);

	sandbox.expireAccessTokens();
	expect(await shopsStatus(first.access_token)).toBe(401);
	const [, second] = await refresh(first.refresh_token);
	expect(await refresh(first.refresh_token)).toEqual(INVALID_GRANT);
	// Reuse of a spent token harms nothing that was issued after it.
	expect(await shopsStatus(second.access_token)).toBe(200);
	expect((await refresh(second.refresh_token))[0]).toBe(200);
});
