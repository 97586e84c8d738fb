import type { IDataObject } from 'n8n-workflow';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.mts';
import type { Engine, RunOptions, RunResult } from './engine.mts';
import { createMerchantDataEngine } from './merchantData.mts';

/** A sandbox, an engine, and a credential of each type that connects them. */
export interface Stage {
	sandbox: Sandbox;
	engine: Engine;
	/** Id of the OAuth2 credential. */
	oauth: string;
	/** Id of the API key's credential. */
	key: string;
	/** Changes an OAuth2 credential's token as a new consent would. */
	connect(tokens?: Parameters<Sandbox['issueTokens']>[0]): void;
	/** Runs the node with both credentials. */
	run(options: RunOptions): Promise<RunResult>;
	close(): Promise<void>;
}

const ALL_SCOPES = ['read_data', 'ads:write', 'email-sms:write'];

export async function createStage(options: SandboxOptions = {}): Promise<Stage> {
	const sandbox = await startSandbox({ seedEndDate: '2026-06-30', ...options });
	const engine = createMerchantDataEngine();
	const oauth = engine.addCredential('merchantDataOAuth2Api', {
		environment: 'production',
		baseUrl: sandbox.url,
		appUrl: sandbox.url,
		accountId: sandbox.accountId,
		clientId: sandbox.clientId,
		clientSecret: sandbox.clientSecret,
		scopes: ALL_SCOPES,
		oauthTokenData: { ...sandbox.issueTokens({ scopes: ALL_SCOPES }) },
	});
	const key = engine.addCredential('merchantDataApi', {
		environment: 'production',
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKeys.full,
	});
	return {
		sandbox,
		engine,
		oauth,
		key,
		connect(tokens) {
			const oauthTokenData = { ...sandbox.issueTokens({ scopes: ALL_SCOPES, ...tokens }) };
			engine.updateCredential(oauth, { ...engine.credential(oauth), oauthTokenData });
		},
		run: async (run) => await engine.run({ credentials: [oauth, key], ...run }),
		close: async () => await sandbox.close(),
	};
}

/**
 * One stage for the tests of a file, for use outside of them. After each it is as it was, and the test
 * fails if a fault that it ordered was never met.
 */
export function sharedStage(): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void Object.assign(stage, await createStage()));
	afterEach(() => {
		const { pendingFaults } = stage.sandbox;
		stage.sandbox.reset();
		stage.connect();
		expect(pendingFaults).toBe(0);
	});
	afterAll(async () => await stage.close());
	return stage;
}

/** The value of the Shop field. */
export const shop = (value: string): IDataObject => ({ __rl: true, mode: 'domain', value });

/** Items that each name a shop, for the expression {@link SHOP_OF_ITEM}. */
export const SHOP_OF_ITEM = shop('={{ $json.shop }}');
