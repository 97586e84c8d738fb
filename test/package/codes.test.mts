import ts from 'typescript';
import { CODES } from '../../nodes/MerchantData/errors/codes.ts';
import { filesOf, read } from '../kit/repository.mts';

/** Failures are told apart by their codes. Texts are for people: no code looks into one. */

const LIST = 'nodes/MerchantData/errors/codes.ts';
const paths = filesOf('{nodes,credentials}/**/*.ts');

const parsed = (path: string, text: string) =>
	ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** All nodes of a syntax tree. */
const nodesIn = (node: ts.Node): ts.Node[] => {
	const inner: ts.Node[] = [];
	node.forEachChild((child) => void inner.push(...nodesIn(child)));
	return [node, ...inner];
};

const sources = paths.map((path) => ({ path, nodes: nodesIn(parsed(path, read(path))) }));

const all: readonly string[] = CODES;
const families = [...new Set(all.map((code) => code.split('.')[0]!))];
const LIKE_A_CODE = new RegExp(`^(?:${families.join('|')})\\.\\w+$`);
const used = sources
	.filter(({ path }) => path !== LIST)
	.flatMap(({ nodes }) => nodes.filter(ts.isStringLiteral).map(({ text }) => text));

it('has each code once, and no other', () => {
	expect(new Set(all).size).toBe(all.length);
	expect(all.filter((code) => !LIKE_A_CODE.test(code))).toEqual([]);
	expect([...new Set(used.filter((text) => LIKE_A_CODE.test(text)))].sort()).toEqual(
		[...all].sort(),
	);
});

it('says in the guide of each code what to do', () => {
	const lines = read('docs/guide/errors.md').split('\n');
	const tables = lines.filter((line) => line.startsWith('| '));
	const headings = tables.filter((line) => line.includes('| Code |'));
	const rules = tables.filter((line) => line.startsWith('| ---'));
	expect([headings.length, new Set(headings).size]).toEqual([rules.length, 1]);
	const told = tables
		.filter((line) => !headings.includes(line) && !rules.includes(line))
		.flatMap((line) => [...line.split(' | ')[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
	expect([...new Set(told)].sort()).toEqual([...all].sort());
});

const TEXTS = ['message', 'description', 'remedy', 'explanation', 'reason'];
const DECIDES = [
	'startsWith',
	'endsWith',
	'includes',
	'indexOf',
	'search',
	'match',
	'matchAll',
].concat('test', 'exec');
const COMPARES = [
	ts.SyntaxKind.EqualsEqualsToken,
	ts.SyntaxKind.EqualsEqualsEqualsToken,
	ts.SyntaxKind.ExclamationEqualsToken,
	ts.SyntaxKind.ExclamationEqualsEqualsToken,
];
const A_SENTENCE = /\w \w/;

const holdsText = (node: ts.Node): boolean =>
	nodesIn(node).some((each) => ts.isIdentifier(each) && TEXTS.includes(each.text));
/** Whether a node is a text of a failure itself, and not the type of one. */
const isText = (node: ts.Expression): boolean =>
	(ts.isIdentifier(node) && TEXTS.includes(node.text)) ||
	(ts.isPropertyAccessExpression(node) && TEXTS.includes(node.name.text)) ||
	(ts.isNonNullExpression(node) && isText(node.expression));
const isNothing = (node: ts.Node): boolean => ['undefined', 'null', "''"].includes(node.getText());

/** Whether a place in the code decides by a text of a failure: it looks into it, or compares it. */
function decidesByText(node: ts.Node): boolean {
	if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
		const { name, expression } = node.expression;
		if (!DECIDES.includes(name.text)) return false;
		const isSentence = (each: ts.Node) =>
			ts.isStringLiteralLike(each) && A_SENTENCE.test(each.text);
		return [expression, ...node.arguments].some((each) => holdsText(each) || isSentence(each));
	}
	if (ts.isSwitchStatement(node)) return isText(node.expression);
	if (!ts.isBinaryExpression(node) || !COMPARES.includes(node.operatorToken.kind)) return false;
	const sides = [node.left, node.right];
	return sides.some(isText) && !sides.some(isNothing);
}

it.each([
	["if (error.message.startsWith('No')) a()", true],
	['const is = /no/.test(known.message)', true],
	['const is = texts.includes(problem!.message)', true],
	["const is = said.includes('cannot be sent')", true],
	['const is = reason === problem!.message', true],
	['switch (error.description) { default: }', true],
	['const is = remedy !== undefined', false],
	["const is = code === 'service.429'", false],
	["const is = name.startsWith('error.')", false],
	['const text = message.slice(0, 9)', false],
])('%s decides by a text: %p', (code, expected) => {
	expect(nodesIn(parsed('a.ts', code)).some(decidesByText)).toBe(expected);
});

/** n8n gives the problem of a base URL back within an error of its own, and nothing else of it. */
const EXCEPTION = 'nodes/MerchantData/service/auth/addresses.ts: message.includes(text)';

it('decides by codes, and by a text in one place alone', () => {
	const found = sources.flatMap(({ path, nodes }) =>
		nodes.filter(decidesByText).map((node) => `${path}: ${node.getText()}`),
	);
	expect(found).toEqual([EXCEPTION]);
});
