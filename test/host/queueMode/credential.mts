import type { Sandbox } from '../../../sandbox/index.mts';
import { oauthFields } from '../../../scripts/credentialFields.mts';
import type { RestClient } from '../../../scripts/hosts/client.mts';

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
