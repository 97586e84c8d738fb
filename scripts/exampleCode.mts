import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import type { Workflow } from './hosts/executions.mts';
import { ROOT } from './paths.mts';

/**
 * `npm run examples:code`: writes the functions of `examples/code` into the Code nodes that have a
 * line for it, below that line. A Code node of n8n cannot import them.
 * `--check` writes nothing, and fails where a workflow has something else.
 */

const EXAMPLES = join(ROOT, 'examples');
const LINE = /^\/\/ From here on: examples\/code\/(\w+)\.mts, .*\n/m;

/** The functions of a source and of what it imports, as they stand in TypeScript. */
function functionsOf(name: string, seen = new Set<string>()): string[] {
	if (seen.has(name)) return [];
	seen.add(name);
	const text = readFileSync(join(EXAMPLES, 'code', `${name}.mts`), 'utf8');
	const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
	const [own, imported]: [string[], string[]] = [[], []];
	for (const statement of source.statements) {
		if (ts.isImportDeclaration(statement)) {
			const path = (statement.moduleSpecifier as ts.StringLiteral).text;
			imported.push(...functionsOf(path.replace(/^\.\/|\.mts$/g, ''), seen));
		} else if (ts.isFunctionDeclaration(statement)) {
			own.push(statement.getFullText(source).replace(/^export /m, ''));
		} else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
			// The lines of a node come first, and only functions are known before they are reached.
			throw new Error(
				`${name}.mts has something else than functions: ${statement.getText(source)}`,
			);
		}
	}
	return [...own, ...imported];
}

const style = await resolveConfig(join(EXAMPLES, 'code'));

/** The code of a node as it should be. */
async function withFunctions(code: string): Promise<string> {
	const [line = '', name] = LINE.exec(code) ?? [];
	if (name === undefined) return code;
	const functions = stripTypeScriptTypes(functionsOf(name).join('\n'));
	const own = code.slice(0, code.indexOf(line));
	return own + line + (await format(functions, { ...style, parser: 'babel' }));
}

const isCheck = process.argv.includes('--check');
const changed: string[] = [];
for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
	const path = join(EXAMPLES, file);
	const workflow = JSON.parse(readFileSync(path, 'utf8')) as Workflow;
	for (const { type, parameters } of workflow.nodes) {
		if (type !== 'n8n-nodes-base.code') continue;
		const code = await withFunctions(String(parameters.jsCode));
		if (code === parameters.jsCode) continue;
		parameters.jsCode = code;
		changed.push(file);
	}
	if (isCheck || !changed.includes(file)) continue;
	const text = JSON.stringify(workflow, null, '\t');
	writeFileSync(path, await format(text, { ...style, parser: 'json' }));
}
const says = isCheck ? 'Not as in examples/code; run "npm run examples:code"' : 'Written';
for (const file of changed) console.log(`${says}: ${file}`);
if (isCheck && changed.length > 0) process.exitCode = 1;
