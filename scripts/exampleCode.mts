import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import type { Workflow } from './hosts/executions.mts';
import { ROOT } from './paths.mts';

/**
 * `npm run examples:code`: writes the functions of `examples/code` into the Code nodes that have a
 * line for it, below that line, and their words, which people may want to change, to the top. A Code node of
 * n8n cannot import them.
 * `--check` writes nothing, and fails if a workflow has something else.
 */

const EXAMPLES = join(ROOT, 'examples');
const LINE = /^\/\/ From here on: examples\/code\/(\w+)\.mts, .*\n/m;

/** Above it are the words, and below it the lines of a node. */
const END_OF_WORDS = '// From here on: what this node does.\n';

/** The functions of a source and of what it imports, and their constants, in TypeScript. */
function partsOf(name: string, seen = new Set<string>()): { functions: string[]; words: string[] } {
	if (seen.has(name)) return { functions: [], words: [] };
	seen.add(name);
	const text = readFileSync(join(EXAMPLES, 'code', `${name}.mts`), 'utf8');
	const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
	const [own, imported, words]: [string[], string[], string[]] = [[], [], []];
	for (const statement of source.statements) {
		if (ts.isImportDeclaration(statement)) {
			const path = (statement.moduleSpecifier as ts.StringLiteral).text;
			const parts = partsOf(path.replace(/^\.\/|\.mts$/g, ''), seen);
			imported.push(...parts.functions);
			words.push(...parts.words);
		} else if (ts.isFunctionDeclaration(statement)) {
			own.push(statement.getFullText(source).replace(/^export /m, ''));
		} else if (ts.isVariableStatement(statement)) {
			words.push(statement.getFullText(source).replace(/^export /m, ''));
		} else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
			throw new Error(
				`${name}.mts has something else than functions and constants: ${statement.getText(source)}`,
			);
		}
	}
	return { functions: [...own, ...imported], words };
}

const style = await resolveConfig(join(EXAMPLES, 'code'));

async function withFunctions(code: string): Promise<string> {
	const [line = '', name] = LINE.exec(code) ?? [];
	if (name === undefined) return code;
	const { functions, words } = partsOf(name);
	const before = code.slice(0, code.indexOf(line));
	const own = before.slice(before.includes(END_OF_WORDS) ? before.indexOf(END_OF_WORDS) : 0);
	const top = words.length === 0 ? '' : `${await plain(words)}\n`;
	const mark = words.length === 0 || own.startsWith(END_OF_WORDS) ? '' : END_OF_WORDS;
	return top + mark + own + line + (await plain(functions));
}

const plain = async (parts: string[]): Promise<string> =>
	await format(stripTypeScriptTypes(parts.join('\n')), { ...style, parser: 'babel' });

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
