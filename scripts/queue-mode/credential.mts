import type { Sandbox } from '../../sandbox/index.mts';
import { oauthFields } from '../credentialFields.mts';
import type { RestClient } from '../hosts/client.mts';

/** An account of an n8n that lives as long as the test; it opens nothing else. */
export const OWNER = { email: 'owner@merchant-data.example', password: 'Local-only-1' };

/** Creates an OAuth2 credential for the sandbox and connects it through consent. @returns its id */
export async function connectCredential(client: RestClient, sandbox: Sandbox): Promise<string> {
	const id = await client.saveCredential({
		name: 'OAuth2',
		type: 'merchantDataOAuth2Api',
		data: oauthFields(sandbox),
	});
	await client.connectOAuth(id);
	return id;
}
