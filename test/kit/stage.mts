import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.mts';
import { keyFields, oauthFields, SCOPES } from '../../scripts/credentialFields.mts';
import { createEngine, type RunOptions, type RunResult } from './engine.mts';

/** The engine with this package's node (named "Merchant Data" in the workflow) and credentials. */
export const createMerchantDataEngine = () =>
	createEngine(MerchantData, [MerchantDataOAuth2Api, MerchantDataApi]);

/** A sandbox, an engine, and a credential of each type that connects them. */
export type Stage = Awaited<ReturnType<typeof createStage>>;

export async function createStage(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ seedEndDate: '2026-06-30', ...options });
	const engine = createMerchantDataEngine();
	const tokens = (granted?: Parameters<Sandbox['issueTokens']>[0]) => ({
		...sandbox.issueTokens({ scopes: SCOPES, ...granted }),
	});
	const stage = {
		sandbox,
		engine,
		/** Ids of the OAuth2 credential and of the API key's. */
		oauth: '',
		key: '',
		/** Makes new credentials of both types, of which the process knows nothing yet. */
		renew() {
			stage.oauth = engine.credentials.add('merchantDataOAuth2Api', {
				...oauthFields(sandbox),
				oauthTokenData: tokens(),
			});
			stage.key = engine.credentials.add('merchantDataApi', keyFields(sandbox));
		},
		/** Changes the OAuth2 credential's token as a new consent would. */
		connect(granted?: Parameters<typeof tokens>[0]) {
			engine.credentials.write(stage.oauth, { oauthTokenData: tokens(granted) });
		},
		change(fields: ICredentialDataDecryptedObject) {
			for (const id of [stage.oauth, stage.key]) engine.credentials.write(id, fields);
		},
		/** Every secret that the service has seen or that the credentials hold, of refreshed tokens too. */
		secrets(): string[] {
			const { access_token, refresh_token } = engine.credentials.read(stage.oauth)
				.oauthTokenData as IDataObject;
			const sent = sandbox.log.flatMap(({ headers, body, endpoint }) => [
				headers.authorization?.replace('Bearer ', ''),
				endpoint === 'token' && (body as { refresh_token?: string }).refresh_token,
			]);
			const all = [...Object.values(sandbox.apiKeys), sandbox.clientSecret, ...sent];
			return [...new Set([...all, access_token, refresh_token])].filter(Boolean) as string[];
		},
		run: async (run: RunOptions): Promise<RunResult> =>
			await engine.run({ credentials: [stage.oauth, stage.key], ...run }),
		close: async () => await sandbox.close(),
	};
	stage.renew();
	return stage;
}

/**
 * One stage for the tests of a file. Each gets credentials of its own, because what a process learns of the
 * service goes by them, and fails if a fault that it ordered was never met.
 */
export function sharedStage(options?: SandboxOptions): Stage {
	const stage = {} as Stage;
	// Tests refer to it before it exists; a copy would not have the credentials of the next test.
	beforeAll(async () => void Object.setPrototypeOf(stage, await createStage(options)));
	afterEach(() => {
		const { pendingFaults } = stage.sandbox;
		stage.sandbox.reset();
		stage.renew();
		expect(pendingFaults).toBe(0);
	});
	afterAll(async () => await stage.close());
	return stage;
}

export const shop = (value: string): IDataObject => ({ __rl: true, mode: 'domain', value });

export const SHOP_OF_ITEM = shop('={{ $json.shop }}');
