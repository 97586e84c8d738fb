// The smallest node, credential and service that exercise the engine itself.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	ICredentialType,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

const text = (name: string, type: INodeProperties['type'] = 'string', value = '') =>
	({ displayName: name, name, type, default: value }) as INodeProperties;

export class ProofOAuth2Api implements ICredentialType {
	name = 'proofOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Proof OAuth2 API';

	properties: INodeProperties[] = [
		text('url'),
		text('accessTokenUrl', 'hidden', '={{ $self["url"] }}/token'),
		text('grantType', 'hidden', 'authorizationCode'),
		text('authentication', 'hidden', 'body'),
	];
}

export class ProofApi implements ICredentialType {
	name = 'proofApi';

	displayName = 'Proof API';

	properties: INodeProperties[] = [text('url'), text('apiKey')];

	authenticate = {
		type: 'generic' as const,
		properties: { headers: { 'x-api-key': '={{ $credentials.apiKey }}' } },
	};
}

/** Sends one request per item, and fails before that where `shop` is "bad". */
export class Proof implements INodeType {
	description: INodeTypeDescription = {
		name: 'proof',
		displayName: 'Proof',
		description: 'Sends a request',
		group: ['transform'],
		version: 1,
		defaults: { name: 'Proof' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'proofOAuth2Api' }, { name: 'proofApi' }],
		properties: [text('auth', 'string', 'proofOAuth2Api'), text('shop'), text('file')],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		const context = this.getContext('node');
		context.runs = ((context.runs as number) ?? 0) + 1;
		for (const [item] of this.getInputData().entries()) {
			const shop = this.getNodeParameter('shop', item) as string;
			const pairedItem = { item };
			if (shop === 'wait') {
				while (!this.getExecutionCancelSignal()?.aborted) await sleep(10);
				throw new NodeOperationError(this.getNode(), 'canceled while waiting');
			}
			if (shop === 'bad' && this.continueOnFail()) {
				results.push({ json: { error: { shop } }, pairedItem });
				continue;
			}
			if (shop === 'bad') {
				throw new NodeOperationError(this.getNode(), 'Bad shop', { itemIndex: item });
			}
			const type = this.getNodeParameter('auth', item) as string;
			const { url } = await this.getCredentials(type);
			const request: IHttpRequestOptions = {
				method: 'POST',
				url: `${String(url)}/rows`,
				body: { shop },
				json: true,
			};
			const json = await this.helpers.httpRequestWithAuthentication.call(this, type, request);
			const file = this.getNodeParameter('file', item) as string;
			const binary = file
				? { data: await this.helpers.prepareBinaryData(Buffer.from(file), 'a.txt') }
				: undefined;
			results.push({ json: { ...json, run: context.runs as number }, binary, pairedItem });
		}
		this.addExecutionHints({ message: `${results.length} items`, location: 'outputPane' });
		return [results];
	}
}

/** A service with single-use refresh tokens; `failNext` requests answer 500 before it works again. */
export async function startProofService() {
	const state = { access: 'access-1', refresh: 'refresh-1', tokenCalls: 0, failNext: 0 };
	const received: Array<{ shop: string; auth?: string; key?: string }> = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);
		const answer = (status: number, json: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
		if (request.url === '/token') {
			state.tokenCalls += 1;
			if (new URLSearchParams(body).get('refresh_token') !== state.refresh) {
				return answer(400, { error: 'invalid_grant' });
			}
			Object.assign(state, { access: 'access-2', refresh: 'refresh-2' });
			await sleep(50);
			return answer(200, {
				access_token: state.access,
				refresh_token: state.refresh,
				token_type: 'Bearer',
				expires_in: 3600,
			});
		}
		const { authorization: auth, 'x-api-key': key } = request.headers;
		if (auth !== `Bearer ${state.access}` && key !== 'key-1') return answer(401, {});
		if (state.failNext > 0) {
			state.failNext -= 1;
			return answer(500, { message: 'try again' });
		}
		const { shop } = JSON.parse(body) as { shop: string };
		received.push({ shop, auth, key: key as string | undefined });
		return answer(200, { stored: shop });
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		state,
		received,
		close(): void {
			server.close();
			server.closeAllConnections();
		},
	};
}
