/**
 * Lets plain Node run the in-process engine of the tests (n8n 2.x) and this package's sources, which
 * are written for CommonJS. To be imported before either.
 */
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledSource } from '../scripts/compiledSource.mts';

const CORE = pathToFileURL(createRequire(import.meta.url).resolve('n8n-core')).href;
/** Core and tests must share one instance of each; core brings its own. */
const SHARED = /^@n8n\/(backend-common|config|di)$/;

registerHooks({
	resolve(specifier, context, nextResolve) {
		if (SHARED.test(specifier)) return nextResolve(specifier, { ...context, parentURL: CORE });
		if (/^(n8n-|luxon)/.test(specifier)) {
			return nextResolve(specifier, { ...context, conditions: ['node', 'require'] });
		}
		if (specifier.startsWith('.') && context.parentURL?.endsWith('.ts')) {
			const file = new URL(`${specifier}.ts`, context.parentURL);
			const index = new URL(`${specifier}/index.ts`, context.parentURL);
			return nextResolve((existsSync(fileURLToPath(file)) ? file : index).href, context);
		}
		return nextResolve(specifier, context);
	},
	load: (url, context, nextLoad) => compiledSource(url) ?? nextLoad(url, context),
});

Object.assign(globalThis, { n8nLine: 'n8n-2' });
