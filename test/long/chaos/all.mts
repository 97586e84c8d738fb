import { Console } from 'node:console';
import { createEngine } from '../../kit/engine.mts';
import type { CredentialClass, NodeClass } from '../../kit/nodeTypes.mts';
import { type ChaosReport, runChaos } from './run.mts';
import { VARIANTS } from './variants.mts';

/** The built package, as users get it. */
const { MerchantData } = jest.requireActual<{ MerchantData: NodeClass }>(
	'../../../dist/nodes/MerchantData/MerchantData.node.js',
);
const credentials = ['MerchantDataOAuth2Api', 'MerchantDataApi'].map(
	(name) =>
		jest.requireActual<Record<string, CredentialClass>>(
			`../../../dist/credentials/${name}.credentials.js`,
		)[name]!,
);

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const ROWS = number('CHAOS_ROWS', 100_000);
const SEED = number('CHAOS_SEED', 1);
const BATCH_SIZE = number('CHAOS_BATCH_SIZE', 500);
/** Part of the names of the variants to run. */
const ONLY = process.env.CHAOS_ONLY ?? '';

const table: Record<string, ChaosReport> = {};

const names = Object.keys(VARIANTS).filter((name) => name.includes(ONLY));

it.each(names)('%s', async (name) => {
	const variant = VARIANTS[name]!;
	const report = await runChaos(createEngine(MerchantData, credentials), {
		variant,
		rows: ROWS,
		batchSize: BATCH_SIZE,
		seed: SEED,
	});
	table[name] = report;
	expect(report).toMatchObject({ lost: 0, doubled: 0 });
});

afterAll(() => {
	// Jest's own would put where it was called before each line.
	const output = new Console(process.stdout);
	output.log(`\n${ROWS} rows, seed ${SEED}, requests of ${BATCH_SIZE} rows, 20 % faults\n`);
	output.table(table);
});
