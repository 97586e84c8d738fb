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

const COLUMNS = [
	'requests',
	'faults',
	'executions',
	'accepted',
	'rejected',
	'unknown',
	'notSent',
	'atService',
	'lost',
	'doubled',
	'seconds',
] as const satisfies Array<keyof ChaosReport>;

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
	const lines = [
		['', ...COLUMNS],
		...Object.entries(table).map(([name, report]) => [
			name,
			...COLUMNS.map((column) => report[column].toLocaleString('en', { maximumFractionDigits: 0 })),
		]),
	];
	const widths = lines[0]!.map((_, column) =>
		Math.max(...lines.map((line) => line[column]!.length)),
	);
	const text = lines.map((line) =>
		line
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
			)
			.join('  '),
	);
	process.stdout.write(
		`\n${ROWS} rows, seed ${SEED}, requests of ${BATCH_SIZE} rows, 20 % faults\n\n${text.join('\n')}\n\n`,
	);
});
