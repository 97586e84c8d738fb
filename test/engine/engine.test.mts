import { stopClock } from '../kit/clock.mts';
import type { Engine } from '../kit/engine.mts';
import { createEngine, line } from '../kit/engine.mts';
import { Proof, ProofApi, ProofOAuth2Api, startProofService } from '../kit/proof.mts';

let service: Awaited<ReturnType<typeof startProofService>>;
let engine: Engine;
let credential: string;

const items = ['alpha.example', 'bad', 'gamma.example'].map((shop, row) => ({ shop, row }));
const parameters = { shop: '={{ $json.shop }}' };

const connect = (accessToken: string) =>
	engine.addCredential('proofOAuth2Api', {
		url: service.url,
		clientId: 'client-1',
		clientSecret: 'secret-1',
		oauthTokenData: { access_token: accessToken, refresh_token: 'refresh-1' },
	});

beforeEach(async () => {
	service = await startProofService();
	engine = createEngine(Proof, [ProofOAuth2Api, ProofApi]);
	credential = connect('access-1');
});

afterEach(() => {
	jest.useRealTimers();
	service.close();
});

it('refreshes an expired token, stores it and repeats the request', async () => {
	const expired = connect('access-0');
	const result = await engine.run({ parameters, items: [items[0]!], credentials: [expired] });
	expect(result.thrown).toBeUndefined();
	expect(result.success).toEqual([
		{ json: { stored: 'alpha.example', run: 1 }, pairedItem: { item: 0 } },
	]);
	expect(service.received).toEqual([{ shop: 'alpha.example', auth: 'Bearer access-2' }]);
	expect(service.state.tokenCalls).toBe(1);
	expect(engine.credential(expired)).toMatchObject({
		clientSecret: 'secret-1',
		oauthTokenData: { access_token: 'access-2', refresh_token: 'refresh-2' },
	});
});

it('merges error items with their input items on the error branch', async () => {
	const result = await engine.run({
		parameters,
		items,
		credentials: [credential],
		onError: 'continueErrorOutput',
	});
	expect(result.success.map(({ json, pairedItem }) => [json.stored, pairedItem])).toEqual([
		['alpha.example', { item: 0 }],
		['gamma.example', { item: 2 }],
	]);
	expect(result.error).toMatchObject([
		{ json: { shop: 'bad', row: 1, error: { shop: 'bad' } }, pairedItem: { item: 1 } },
	]);
	expect(result.runData.Error).toHaveLength(1);
	expect(result.hints).toMatchObject([{ message: '3 items' }]);
});

it('keeps error items on the one branch with continueRegularOutput', async () => {
	const result = await engine.run({
		parameters,
		items,
		credentials: [credential],
		onError: 'continueRegularOutput',
	});
	expect(result.success).toHaveLength(3);
	expect(result.error).toEqual([]);
});

it('stops with the error, and retries the execution from its saved data', async () => {
	service.state.failNext = 1;
	const failed = await engine.run({ parameters, items: [items[0]!], credentials: [credential] });
	expect(failed.status).toBe('error');
	expect(failed.thrown).toMatchObject({ name: 'NodeApiError', httpCode: '500' });
	expect(failed.errorWorkflowInput).toContain('NodeApiError');
	expect(failed.stored).not.toContain('access-1');
	const retried = await engine.retry(failed);
	expect(retried.status).toBe('success');
	expect(retried.success[0]!.json).toEqual({ stored: 'alpha.example', run: 2 });
	expect(retried.runData.Proof).toHaveLength(1);
});

it('runs the node again with Retry On Fail, and its context survives', async () => {
	service.state.failNext = 2;
	const result = await engine.run({
		parameters,
		items: [items[0]!],
		credentials: [credential],
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});
	expect(result.success.map(({ json }) => json.run)).toEqual([3]);
});

it('runs the node several times in one execution', async () => {
	const result = await engine.run({
		parameters,
		items: [items[0]!, items[2]!],
		credentials: [credential],
		loops: 3,
	});
	expect(result.runData.Proof).toHaveLength(3);
	expect(result.success.map(({ json }) => json.run)).toEqual([1, 1, 2, 2, 3, 3]);
	expect(service.received).toHaveLength(6);
});

it('shares one stored credential among concurrent executions', async () => {
	const expired = connect('access-0');
	const results = await Promise.all(
		Array.from({ length: 10 }, () =>
			engine.run({ parameters, items: [items[0]!], credentials: [expired] }),
		),
	);
	// 2.x refreshes once for all; on 1.x each request refreshes for itself, and one wins.
	const expected = { 'n8n-2': [1, 10], 'n8n-1': [10, 1] }[line];
	const succeeded = results.filter(({ status }) => status === 'success').length;
	expect([service.state.tokenCalls, succeeded]).toEqual(expected);
});

it('authenticates with a header credential, stores files and logs at debug level', async () => {
	const key = engine.addCredential('proofApi', { url: service.url, apiKey: 'key-1' });
	const result = await engine.run({
		parameters: { ...parameters, auth: 'proofApi', file: 'content' },
		items: [items[0]!],
		credentials: [key],
	});
	expect(service.received).toEqual([{ shop: 'alpha.example', key: 'key-1' }]);
	expect(result.success[0]!.binary!.data!.id).toMatch(/^filesystem-v2:/);
	expect(result.logs.join('\n')).toContain('debug Start executing node "Proof"');
});

it('cancels a running execution', async () => {
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 100);
	const result = await engine.run({ parameters: { shop: 'wait' }, signal: abort.signal });
	expect(result.status).toBe('canceled');
	expect(result.success).toEqual([]);
});

it('runs the node as a tool of an agent', async () => {
	const result = await engine.run({
		parameters: { shop: "={{ $fromAI('shop', 'The shop') }}" },
		credentials: [credential],
		toolCalls: [{ shop: 'alpha.example' }, { shop: 'bad' }],
	});
	expect(result.success.map(({ json }) => json)).toEqual([
		{ response: '[{"stored":"alpha.example","run":1}]' },
		{ error: expect.stringContaining('Bad shop') as string },
	]);
});

it('runs at a chosen time', async () => {
	stopClock('2024-02-29T23:30:00Z');
	await engine.run({
		parameters: { shop: "={{ $now.toFormat('yyyy-MM-dd HH:mm') }}" },
		credentials: [credential],
		settings: { timezone: 'Asia/Tokyo' },
	});
	expect(service.received).toMatchObject([{ shop: '2024-03-01 08:30' }]);
});

it('sees the errors of Node itself as errors', async () => {
	const { connect: open } = await import('node:net');
	const error = await new Promise((resolve) => open(1, '127.0.0.1').on('error', resolve));
	expect(error).toBeInstanceOf(Error);
	expect(error instanceof TypeError).toBe(false);
});
