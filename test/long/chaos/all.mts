import { Console } from 'node:console';
import { type ChaosReport, runChaos } from './run.mts';
import { VARIANTS } from './variants.mts';

const rows = Number(process.env.CHAOS_ROWS ?? 100_000);
const batchSize = 500;
/** Decides which requests meet which fault. */
const seed = 1;

const table: Record<string, ChaosReport> = {};

it.each(Object.entries(VARIANTS))('%s', async (name, variant) => {
	const report = await runChaos({ variant, rows, batchSize, seed });
	table[name] = report;
	expect(report).toMatchObject({ lost: 0, doubled: 0 });
});

afterAll(() => {
	// Jest's own would put where it was called before each line.
	const output = new Console(process.stdout);
	output.log(`\n${rows} rows, seed ${seed}, requests of ${batchSize} rows, 20 % faults\n`);
	output.table(table);
});
