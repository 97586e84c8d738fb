import { isBad, runChaos } from '../../long/chaos/run.mts';
import { VARIANTS } from '../../long/chaos/variants.mts';
import { line } from '../../kit/engine.mts';
import { createMerchantDataEngine } from '../../kit/stage.mts';

const ROWS = 2_000;
/** Every variant; with three seeds on 2.x, unless resolving its expressions takes most of the time. */
const cases = Object.keys(VARIANTS).flatMap((name) =>
	(line === 'n8n-1' || name.startsWith('$now') ? [1] : [1, 2, 3]).map(
		(seed) => [name, seed] as const,
	),
);

it.concurrent.each(cases)(
	'loses and doubles no row: %s, seed %i',
	async (name, seed) => {
		const variant = VARIANTS[name]!;
		const options = { variant, rows: ROWS, batchSize: 20, seed };
		const report = await runChaos(createMerchantDataEngine(), options);
		const rejected = [...Array(ROWS).keys()].filter((number) => isBad(variant, number)).length;
		expect(report).toMatchObject({ lost: 0, doubled: 0, notSent: 0, rejected });
		expect(report.accepted + report.unknown).toBe(ROWS * (variant.loops ?? 1) - rejected);
		// Rows that cannot be sent end no request.
		if (rejected > 0) expect(report.requests).toBeLessThan(rejected / 2);
		// The faults were really met.
		expect(report.faults).toBeGreaterThan(report.requests / 10);
		// Rows that replace are sent again instead.
		if (!variant.replaces) expect(report.unknown).toBeGreaterThan(0);
	},
	120_000,
);
