import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { compiledSource } from '../../../scripts/compiledSource.mts';
import { writeReport } from '../../../scripts/report.mts';

/**
 * `npm run simulate`: measures the limiter against models of services, prints, writes docs/reports/limiter.md;
 * fails if a promise is missed. `--seed` draws otherwise; that and `--short` write nothing.
 */

const { values: flags } = parseArgs({
	options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
});
/** Lets plain Node run this package's sources, which are written for CommonJS. */
registerHooks({
	resolve(specifier, context, nextResolve) {
		const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
		return nextResolve(isSource ? `${specifier}.ts` : specifier, context);
	},
	load: (url, context, nextLoad) => compiledSource(url) ?? nextLoad(url, context),
});
const { measureCells } = await import('./cells.mts');
const { markdown, targetsOf } = await import('./report.mts');

const cells = measureCells(Number(flags.seed ?? 1), flags.short);
const report = markdown(cells);
console.log(report);
if (flags.seed === undefined && !flags.short) writeReport('limiter', report);
if (targetsOf(cells).some(({ holds }) => !holds)) process.exitCode = 1;
