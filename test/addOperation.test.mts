import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from './support/engine.mts';
import type { CredentialClass, NodeClass } from './support/nodeTypes.mts';
import { SHOP_OF_ITEM, createStage } from './support/stage.mts';

/** The operation that CONTRIBUTING.md adds, as a contributor would: patched in, compiled, run. */

const root = join(__dirname, '..');
const [, patch] = /```diff\n(.*?)```/s.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))!;

let project: string;

const apply = (...options: string[]): string =>
	execFileSync('git', ['apply', ...options], { cwd: project, input: patch, encoding: 'utf8' });

const built = <T extends object>(path: string): T =>
	jest.requireActual<T>(join(project, 'dist', path));

beforeAll(() => {
	project = mkdtempSync(join(tmpdir(), 'merchant-data-'));
	for (const path of ['nodes', 'credentials', 'tsconfig.json']) {
		cpSync(join(root, path), join(project, path), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
	apply();
	execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: project });
}, 60_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

it('touches two files', () => {
	expect(apply('--reverse', '--numstat').trim().split('\n')).toHaveLength(2);
});

it('is in the menu, reads its fields and asks the service', async () => {
	const { MerchantData } = built<{ MerchantData: NodeClass }>(
		'nodes/MerchantData/MerchantData.node.js',
	);
	const { MerchantDataOAuth2Api } = built<{ MerchantDataOAuth2Api: CredentialClass }>(
		'credentials/MerchantDataOAuth2Api.credentials.js',
	);
	const { sandbox, engine, oauth, close } = await createStage();
	const extended = createEngine(MerchantData, [MerchantDataOAuth2Api]);
	const shops = [sandbox.settings.grantedShops[0], 'not-granted.example', sandbox.shops[1]];
	const { success } = await extended.run({
		parameters: { resource: 'shop', operation: 'check', shop: SHOP_OF_ITEM },
		items: shops.map((shop) => ({ shop })),
		credentials: [extended.addCredential('merchantDataOAuth2Api', engine.credential(oauth))],
	});
	expect(success).toEqual(
		[true, false, true].map((isGranted, item) => ({
			json: { shop: shops[item], isGranted },
			pairedItem: { item },
		})),
	);
	expect(sandbox.requests('grantedShops')).toHaveLength(3);
	await close();
});
