/** Lets plain Node run this package's sources, which are written for CommonJS. To be imported first. */
import { registerHooks } from 'node:module';
import { compiledSource } from '../../../scripts/compiledSource.mts';

registerHooks({
	resolve(specifier, context, nextResolve) {
		const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
		return nextResolve(isSource ? `${specifier}.ts` : specifier, context);
	},
	load: (url, context, nextLoad) => compiledSource(url) ?? nextLoad(url, context),
});
