import {
	type Evidence,
	gatherEvidence,
} from '../../../../nodes/MerchantData/resources/connection/evidence.ts';
import { BASE_URL, ended, type Reply, type Script } from '../../../kit/execution.mts';
import { createExecution, INPUT } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';

/** @param stored changes to what is stored in the credential */
async function evidenceWith(credential: typeof OAUTH | typeof KEY, script: Script, stored = {}) {
	const n8n = createExecution(script);
	Object.assign(n8n.stored[credential], stored);
	const gathering = gatherEvidence(n8n.execution, credential, INPUT.limits, 0);
	const { value, error } = await ended(gathering);
	if (!value) throw error;
	return { ...n8n, evidence: value };
}

it.each([
	[OAUTH, '/api/v2/auth/oauth2/granted'],
	[KEY, '/api/v2/users/api-keys/me'],
] as const)('asks one question with %s', async (credential, path) => {
	const { evidence, requests } = await evidenceWith(credential, {
		replies: [{ body: '{"id":7}' }],
	});
	expect(requests.map((request) => [request.path, request.options.method])).toEqual([
		[expect.stringContaining(path.split('/').pop()!), 'GET'],
	]);
	expect(evidence).toMatchObject({
		address: BASE_URL,
		odd: undefined,
		answer: { id: 7 },
		stuckAt: undefined,
		isRefreshed: false,
	});
});

it.each<[what: string, reply: Reply, stuckAt: Evidence['stuckAt']]>([
	['a good answer', {}, undefined],
	['a page', { body: '<html></html>' }, 'address'],
	['an answer that says no', { body: '{"success":false}' }, 'credential'],
	['a text', { body: 'Please log in' }, 'credential'],
	['a redirect', { status: 302 }, 'address'],
	['the last of the redirects', { status: 399 }, 'address'],
	['a bad request', { status: 400 }, 'credential'],
	['401', { status: 401 }, 'credential'],
	['404', { status: 404 }, 'address'],
	['a service that is down', { status: 503 }, 'credential'],
	[
		'a certificate that is not trusted',
		{ throws: Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) },
		'address',
	],
	['no answer', { throws: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }, 'address'],
])('after %s, the step that failed is told', async (_, reply, stuckAt) => {
	const { evidence } = await evidenceWith(KEY, { replies: [reply] });
	expect(evidence.stuckAt).toBe(stuckAt);
});

it('an address that is refused is told by its step, and gets no request', async () => {
	const { evidence, requests } = await evidenceWith(KEY, {}, { baseUrl: 'http://api.example' });
	expect(evidence).toMatchObject({ stuckAt: 'address', answer: undefined });
	expect(requests).toEqual([]);
});

it('a key that is empty is told by its step, and gets no request', async () => {
	const { evidence, requests } = await evidenceWith(KEY, {}, { apiKey: '' });
	expect(evidence).toMatchObject({ stuckAt: 'credential', answer: undefined });
	expect(requests).toEqual([]);
});

it('knows whether the access token was refreshed', async () => {
	const { evidence } = await evidenceWith(OAUTH, {
		replies: [{ status: 401 }, {}],
		tokenReplies: [{ stores: 'access-token-2' }],
	});
	expect(evidence).toMatchObject({
		isRefreshed: true,
		fields: { oauthTokenData: { access_token: 'access-token-2' } },
		stuckAt: undefined,
	});
});

it('does not throw where the credential cannot be read', async () => {
	const n8n = createExecution();
	Object.assign(n8n.context, { getCredentials: () => Promise.reject(new Error('gone')) });
	const { value } = await ended(gatherEvidence(n8n.execution, KEY, INPUT.limits, 0));
	expect(value).toMatchObject({ fields: {}, result: { outcome: 'notSent' }, isRefreshed: false });
	expect(n8n.requests).toEqual([]);
});
