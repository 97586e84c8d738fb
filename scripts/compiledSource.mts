import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/** The sources of the package: they are TypeScript that Node itself cannot run, because it only takes types away. */
const IS_SOURCE = /\/(?:nodes|credentials)\/.*\.ts$/;

/** What a `load` hook of Node gives for a source of the package; undefined for any other file. */
export function compiledSource(url: string) {
	if (!IS_SOURCE.test(url)) return undefined;
	const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
		jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
		module: { type: 'es6' },
		sourceMaps: 'inline',
	});
	return { format: 'module', source: code, shortCircuit: true } as const;
}
