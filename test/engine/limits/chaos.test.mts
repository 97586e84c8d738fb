import { isBad, runChaos } from '../../long/chaos/run.mts';
import { VARIANTS } from '../../long/chaos/variants.mts';
import { line } from '../../kit/engine.mts';

const ROWS = 1_000;
/** Others are drawn by `npm run chaos`. */
const SEED = line === 'n8n-2' ? 1 : 2;

it.concurrent.each(Object.entries(VARIANTS))(
	'loses and doubles no row: %s',
	async (_, variant) => {
		const report = await runChaos({ variant, rows: ROWS, batchSize: 10, seed: SEED });
		const rejected = [...Array(ROWS).keys()].filter((number) => isBad(variant, number)).length;
		expect(report).toMatchObject({ lost: 0, doubled: 0, notSent: 0, rejected });
		expect(report.accepted + report.unknown).toBe(ROWS * (variant.loops ?? 1) - rejected);
		// Rows that cannot be sent end no request.
		if (rejected > 0) expect(report.requests).toBeLessThan(0.8 * rejected);
		// The faults were really met.
		expect(report.faults).toBeGreaterThan(report.requests / 10);
		// Rows that replace are sent again instead.
		if (!variant.replaces) expect(report.unknown).toBeGreaterThan(0);
	},
	120_000,
);
