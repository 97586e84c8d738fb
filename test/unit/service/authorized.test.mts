import { FRESH_FOR_MS } from '../../../nodes/MerchantData/service/auth/credentials.ts';
import type { EndpointName } from '../../../nodes/MerchantData/service/endpoints.ts';
import { ended, FIRST_TOKEN, type Reply, type Script } from '../../kit/execution.mts';
import { LIMITS, start } from '../../kit/client.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const expired: Reply = { status: 401, body: 'token expired' };
const REFUSED = { throws: { body: { error: 'invalid_grant' } } };
const [SECOND, THIRD] = ['access-token-2', 'access-token-3'];

/** An execution whose token is stored with the time at which it expires, as n8n 2.x does. */
function startWithExpiry(expiresInMs: number, script: Script) {
	const run = start(script);
	run.stored.merchantDataOAuth2Api.oauthTokenData = {
		access_token: FIRST_TOKEN,
		expires_in: '3600',
		n8n_expires_at: String(Date.now() + expiresInMs),
	};
	return run;
}

/** So many requests at once. */
async function many({ client }: ReturnType<typeof start>, count: number, name: EndpointName) {
	const all = Array.from({ length: count }, () => client.call(name, { limits: LIMITS }));
	return (await ended(Promise.all(all))).value!;
}

const tokensOf = ({ requests }: ReturnType<typeof start>) => requests.map(({ token }) => token);

describe('a token that was refused', () => {
	it('to sixteen requests at once is one token call', async () => {
		const replies = [...Array<Reply>(16).fill({ ...expired, afterMs: 50 }), {}];
		const run = start({ replies, tokenReplies: [{ stores: SECOND, afterMs: 300 }] });
		const results = await many(run, 16, 'pushAds');
		expect(results.map(({ outcome }) => outcome)).toEqual(Array(16).fill('accepted'));
		expect(run.tokenCalls).toHaveLength(1);
		expect(tokensOf(run).slice(16)).toEqual(Array(16).fill(SECOND));
	});

	it('to executions side by side is one token call for each credential', async () => {
		const script: Script = {
			replies: [{ ...expired, afterMs: 50 }, {}],
			tokenReplies: [{ stores: SECOND, afterMs: 300 }],
		};
		const one = start(script);
		const runs = [one, start({ ...script, number: one.number }), start(script)];
		const call = { limits: LIMITS };
		await ended(Promise.all(runs.map(async ({ client }) => await client.call('pushAds', call))));
		expect(runs.map(({ tokenCalls }) => tokenCalls.length)).toEqual([1, 0, 1]);
	});

	it('late, when there is a new one, is not refreshed', async () => {
		const run = start({
			replies: [{ ...expired, afterMs: 100 }, { ...expired, afterMs: 2_000 }, {}],
			tokenReplies: [{ stores: SECOND }, { stores: THIRD }],
		});
		const results = await many(run, 2, 'pushAds');
		expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
		expect(run.tokenCalls).toEqual([100]);
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, FIRST_TOKEN, SECOND, SECOND]);
	});

	it('when it is new is not refreshed again, by who comes late neither', async () => {
		const run = start({
			replies: [{ ...expired, afterMs: 100 }, { ...expired, afterMs: 2_000 }, expired],
			tokenReplies: [{ stores: SECOND }, { stores: THIRD }],
		});
		const results = await many(run, 2, 'pushAds');
		expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
		expect(run.tokenCalls).toHaveLength(1);
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, FIRST_TOKEN, SECOND, SECOND]);
	});

	it('when it is new is refreshed no more by forty requests at once', async () => {
		const tokenReplies = [{ stores: SECOND, afterMs: 300 }, { stores: THIRD }];
		const run = start({ replies: [{ ...expired, afterMs: 50 }], tokenReplies });
		const results = await many(run, 40, 'pushAds');
		expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']));
		expect(run.tokenCalls).toHaveLength(1);
	});

	it('stored by another process, is not refreshed for the same request', async () => {
		const run = start({ replies: [{ ...expired, afterMs: 100 }] });
		let stored = 0;
		const store = setInterval(() => {
			const oauthTokenData = { access_token: `theirs-${++stored}` };
			run.stored.merchantDataOAuth2Api.oauthTokenData = oauthTokenData;
		}, 60);
		const { error } = await run.call('pushAds');
		clearInterval(store);
		expect(error).toMatchObject({ status: 401, outcome: 'rejected' });
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, 'theirs-1']);
		expect(run.tokenCalls).toEqual([]);
	});

	it('is sent nothing more with where the address changed during its refresh', async () => {
		const run = start({
			replies: [expired, {}],
			tokenReplies: [{ stores: SECOND, afterMs: 1_000 }],
		});
		setTimeout(() => (run.stored.merchantDataOAuth2Api.baseUrl = 'https://other.example'), 500);
		const { error } = await run.call('pushAds');
		expect(error).toMatchObject({ outcome: 'notSent' });
		expect(error!.message).toContain('its address was changed');
		expect(run.requests).toHaveLength(1);
	});
});

describe('a token that is known to expire soon', () => {
	it('is refreshed before anything is sent', async () => {
		const run = startWithExpiry(59_000, { tokenReplies: [{ stores: SECOND, afterMs: 300 }] });
		expect((await run.call('pushAds')).value).toMatchObject({ status: 200 });
		expect(tokensOf(run)).toEqual([SECOND]);
		expect(run.tokenCalls).toHaveLength(1);
	});

	it('is refreshed by one token call, whatever runs at once', async () => {
		const run = startWithExpiry(-1, { tokenReplies: [{ stores: SECOND, afterMs: 300 }] });
		await many(run, 16, 'pushAds');
		expect(tokensOf(run)).toEqual(Array(16).fill(SECOND));
		expect(run.tokenCalls).toHaveLength(1);
	});

	it('is looked for in the credential again, before it is refreshed', async () => {
		const run = startWithExpiry(120_000, { tokenReplies: [{ stores: THIRD }] });
		await run.call('pushAds');
		run.stored.merchantDataOAuth2Api.oauthTokenData = { access_token: SECOND };
		await jest.advanceTimersByTimeAsync(90_000);
		await run.call('pushAds');
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, SECOND]);
		expect(run.tokenCalls).toEqual([]);
	});

	it('is not waited for in a cancelled execution, and nothing is sent', async () => {
		const abort = new AbortController();
		const run = startWithExpiry(30_000, {
			tokenReplies: [{ stores: SECOND, afterMs: 5_000 }],
			signal: abort.signal,
		});
		setTimeout(() => abort.abort(), 1_010);
		const { error, tookMs } = await run.call('pushAds');
		expect(error).toMatchObject({ outcome: 'notSent' });
		expect(error!.message).toContain('because the execution was cancelled');
		expect(tookMs).toBeLessThanOrEqual(1_110);
		expect(run.requests).toEqual([]);
	});

	it('is left alone while there is time', async () => {
		const run = startWithExpiry(61_000, {});
		await run.call('pushAds');
		expect(tokensOf(run)).toEqual([FIRST_TOKEN]);
		expect(run.tokenCalls).toEqual([]);
	});

	it('and is refused although it was refreshed just now, is not refreshed again', async () => {
		const run = startWithExpiry(0, {
			replies: [expired],
			tokenReplies: [{ stores: SECOND }, { stores: THIRD }],
		});
		expect((await run.call('pushAds')).error).toMatchObject({ status: 401 });
		expect(tokensOf(run)).toEqual([SECOND]);
		expect(run.tokenCalls).toHaveLength(1);
	});

	it('but cannot be refreshed is used as long as it is good, with one token call', async () => {
		const run = startWithExpiry(30_000, { tokenReplies: [REFUSED] });
		expect((await run.call('pushAds')).value).toMatchObject({ status: 200 });
		expect((await run.call('pushAds')).value).toMatchObject({ status: 200 });
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, FIRST_TOKEN]);
		expect(run.tokenCalls).toHaveLength(1);
	});

	it.each([
		['refused', REFUSED, /must be reconnected/, 1],
		['failed', { throws: { status: 503 } }, /did not give a good answer/, 2],
	])(
		'and whose refresh %s is not refreshed again after the 401',
		async (_, reply, message, calls) => {
			const run = startWithExpiry(0, { replies: [expired], tokenReplies: [reply] });
			const { error } = await run.call('pushAds');
			expect(error!.message).toMatch(message);
			expect(error).toMatchObject({ status: 401, outcome: 'rejected' });
			expect(run.requests).toHaveLength(1);
			expect(run.tokenCalls).toHaveLength(calls);
		},
	);

	it('is not sent where the address changed during its refresh', async () => {
		const run = startWithExpiry(0, { tokenReplies: [{ stores: SECOND, afterMs: 1_000 }] });
		setTimeout(() => (run.stored.merchantDataOAuth2Api.baseUrl = 'https://other.example'), 500);
		const { error } = await run.call('pushAds');
		expect(error!.message).toContain('its address was changed');
		expect(error).toMatchObject({ outcome: 'notSent' });
		expect(run.requests).toEqual([]);
	});
});

it('a credential is read once for all requests of a moment', async () => {
	const run = start({});
	await many(run, 1, 'pushAds');
	await many(run, 5, 'pushAds');
	expect(run.reads).toHaveLength(1);
	await jest.advanceTimersByTimeAsync(FRESH_FOR_MS);
	await many(run, 5, 'pushAds');
	expect(run.reads).toHaveLength(2);
	expect(tokensOf(run)).toEqual(Array(11).fill(FIRST_TOKEN));
});

describe('the credential that a request is sent with', () => {
	type Change = (run: ReturnType<typeof start>) => void;

	/** Sends a request some time after the execution has read the credential for another one. */
	const callAfter = async (change: Change, replies: Reply[] = [{}]) => {
		const run = start({ replies: [{}, ...replies] });
		await run.call('sql');
		change(run);
		await jest.advanceTimersByTimeAsync(FRESH_FOR_MS);
		return { ...(await run.call('sql')), requests: run.requests.slice(1) };
	};

	it('is known as a secret before anything is sent', async () => {
		const { error } = await callAfter(
			({ stored }) => (stored.merchantDataApi.apiKey = 'a-new-key-0001'),
			[{ status: 400, body: 'bad a-new-key-0001' }],
		);
		expect(error!.message).toContain('bad [redacted]');
	});

	it('never goes to the address of an older one', async () => {
		const { error, requests } = await callAfter(({ stored }) => {
			stored.merchantDataApi.baseUrl = 'https://other.example';
		});
		expect(error).toMatchObject({
			message: 'Credential "Key": its address was changed while this node was running',
			description: 'Nothing was sent after that. Change an address only while no workflow uses it.',
			outcome: 'notSent',
		});
		expect(requests).toEqual([]);
	});

	it('may be gone, and then nothing is sent', async () => {
		const { error, requests } = await callAfter(({ context }) => {
			context.getCredentials = async () => await Promise.reject(new Error('It does not exist'));
		});
		expect(error).toMatchObject({ message: 'It does not exist', outcome: 'notSent' });
		expect(requests).toEqual([]);
	});

	it('may be missing without a word, and then nothing is sent', async () => {
		const { error, tookMs, requests } = await callAfter(({ context }) => {
			context.getCredentials = async () => await new Promise(() => {});
		});
		const message = 'Not sent, because n8n did not give the credential within 30 s';
		expect(error).toMatchObject({ message, outcome: 'notSent' });
		expect(tookMs).toBe(30_000);
		expect(requests).toEqual([]);
	});

	it('makes no difference to what fails later', async () => {
		const { outcome, requests } = await callAfter(() => {}, [{ status: 500 }, {}]);
		expect(outcome).toBe('accepted');
		expect(requests).toHaveLength(2);
	});
});

it('an API key has no token to refresh', async () => {
	const { call, tokenCalls, requests } = start([expired]);
	await call('inspectApiKey');
	expect(tokenCalls).toEqual([]);
	expect(requests).toHaveLength(1);
});
