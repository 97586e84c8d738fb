import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.mts';
import { keyFields, oauthFields, SCOPES } from '../../scripts/credentialFields.mts';
import { createEngine, type Engine, type RunOptions, type RunResult } from './engine.mts';

/** The engine with this package's node (named "Merchant Data" in the workflow) and credentials. */
export const createMerchantDataEngine = (): Engine =>
	createEngine(MerchantData, [MerchantDataOAuth2Api, MerchantDataApi]);

/** A sandbox, an engine, and a credential of each type that connects them. */
export interface Stage {
	sandbox: Sandbox;
	engine: Engine;
	/** Id of the OAuth2 credential. */
	oauth: string;
	/** Id of the API key's credential. */
	key: string;
	/** Makes new credentials of both types, of which the process knows nothing yet. */
	renew(): void;
	/** Changes the OAuth2 credential's token as a new consent would. */
	connect(tokens?: Parameters<Sandbox['issueTokens']>[0]): void;
	/** Changes fields of both credentials. */
	change(fields: ICredentialDataDecryptedObject): void;
	/** Runs the node with both credentials. */
	run(options: RunOptions): Promise<RunResult>;
	close(): Promise<void>;
}

/** @param stage is filled, so that it can be known before it is there */
export async function createStage(
	options: SandboxOptions = {},
	stage = {} as Stage,
): Promise<Stage> {
	const sandbox = await startSandbox({ seedEndDate: '2026-06-30', ...options });
	const engine = createMerchantDataEngine();
	const tokens = (granted?: Parameters<Sandbox['issueTokens']>[0]) => ({
		...sandbox.issueTokens({ scopes: SCOPES, ...granted }),
	});
	Object.assign(stage, {
		sandbox,
		engine,
		renew() {
			stage.oauth = engine.addCredential('merchantDataOAuth2Api', {
				...oauthFields(sandbox),
				oauthTokenData: tokens(),
			});
			stage.key = engine.addCredential('merchantDataApi', keyFields(sandbox));
		},
		connect(granted) {
			const { oauth } = stage;
			const oauthTokenData = tokens(granted);
			engine.updateCredential(oauth, { ...engine.credential(oauth), oauthTokenData });
		},
		change(fields) {
			for (const id of [stage.oauth, stage.key]) engine.updateCredential(id, fields);
		},
		run: async (run) => await engine.run({ credentials: [stage.oauth, stage.key], ...run }),
		close: async () => await sandbox.close(),
	} satisfies Omit<Stage, 'oauth' | 'key'>);
	stage.renew();
	return stage;
}

/**
 * One stage for the tests of a file, for use outside of them. Each test gets credentials of its own,
 * because what a process learns of the service goes by them, and fails if a fault that it ordered
 * was never met.
 */
export function sharedStage(): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void (await createStage({}, stage)));
	afterEach(() => {
		const { pendingFaults } = stage.sandbox;
		stage.sandbox.reset();
		stage.renew();
		expect(pendingFaults).toBe(0);
	});
	afterAll(async () => await stage.close());
	return stage;
}

/** The value of the Shop field. */
export const shop = (value: string): IDataObject => ({ __rl: true, mode: 'domain', value });

/** Items that each name a shop, for the expression {@link SHOP_OF_ITEM}. */
export const SHOP_OF_ITEM = shop('={{ $json.shop }}');
