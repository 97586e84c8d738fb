import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.mts';
import { type Endpoint, PATHS } from '../../sandbox/literals.mts';

export const [SHOP, OTHER_SHOP] = ['harbour-goods.example', 'casa-limon.example'] as const;

/** A sandbox for the tests of a file, which each of them finds as new, and calls to it over HTTP. */
export function sharedSandbox(options?: SandboxOptions) {
	const sandbox = {} as Sandbox;
	beforeAll(async () => void Object.setPrototypeOf(sandbox, await startSandbox(options)));
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	async function call(method: string, path: string, headers: object = {}, body?: unknown) {
		const answer = await fetch(sandbox.url + path, {
			method,
			redirect: 'manual',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		const { status, headers: returned } = answer;
		const text = await answer.text();
		const isJson = (returned.get('content-type') ?? '').includes('json');
		return { status, headers: returned, body: isJson ? JSON.parse(text) : text };
	}

	/** Sends a body to an endpoint, with a new token and the key that may do everything. */
	async function post(endpoint: Endpoint, body: unknown) {
		const authorization = `Bearer ${sandbox.issueTokens().access_token}`;
		const headers = { authorization, 'x-api-key': sandbox.apiKeys.full };
		return await call('POST', PATHS[endpoint], headers, body);
	}
	return { sandbox, call, post };
}
