import './sources.mts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run simulate`: measures the limiter against models of services, prints, writes docs/limiter.md;
 * fails where a promise is missed. `--seed` draws otherwise; that and `--short` write nothing.
 */

const { values: flags } = parseArgs({
	options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const { measureCells } = await import('./cells.mts');
const { markdown, targetsOf } = await import('./report.mts');

const cells = measureCells(Number(flags.seed ?? 1), flags.short);
const report = markdown(cells, 'npm run simulate');
console.log(report);
if (flags.seed === undefined && !flags.short) {
	writeFileSync(join(import.meta.dirname, '../../..', 'docs', 'limiter.md'), report);
}
if (targetsOf(cells).some(({ holds }) => !holds)) process.exitCode = 1;
