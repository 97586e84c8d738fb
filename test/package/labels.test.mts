import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import { ERROR_TABLE } from '../../nodes/MerchantData/service/errors/errorTable.ts';
import { filesOf, PAGES, read } from '../kit/repository.mts';
import { SOURCES } from '../kit/sources.mts';

/** One name for one thing: texts and form call a field the same, and n8n's things as n8n does. */

/** Words of n8n's own screens, and names of its nodes. */
const OF_N8N = [
	'Continue (using error output)',
	'Copy Selection',
	'Error Branch',
	'Execute Once',
	'On Error',
	'Settings',
	'Retry On Fail',
	'Retry with currently saved workflow',
	'Reconnect',
	'Switch account',
	'Expression',
	'Extract From File',
	'Loop Over Items',
	'Range',
	'Split Out',
];

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** All that the screen shows of fields as a name: of fields, entries, choices, actions, modes. */
function* labelsIn(described: readonly Described[]): Generator<string> {
	for (const each of described) {
		if ('displayName' in each) yield each.displayName;
		else yield* [each.name, each.action ?? each.name];
		if ('values' in each) yield* labelsIn(each.values);
		if (!('type' in each)) continue;
		yield* labelsIn(each.options ?? []);
		for (const { displayName } of each.modes ?? []) yield displayName;
	}
}

const NODES = [new MerchantData(), new MerchantDataTrigger()].map(({ description }) => description);
const CREDENTIALS = [new MerchantDataApi(), new MerchantDataOAuth2Api()];
const onScreen = [...NODES, ...CREDENTIALS].flatMap(({ displayName, properties }) => [
	displayName,
	...labelsIn(properties),
]);
/** A text may leave out what a label has in brackets at its end, such as a unit. */
const LABELS = new Set([
	...OF_N8N,
	...onScreen.flatMap((label) => [label, label.replace(/ \([^()]+\)$/, '')]),
]);

/** The text of a literal. What is put into a template is a single character. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** A text in quotes with a capital letter, between words, that is no value in JSON. */
const IN_QUOTES = /(?<=^|[\s(])(?<!": )"([A-Z][^"…]*)"(?=$|[\s.,:;)])/g;

/** Without quotes: calls with the place of the argument that is the label of a field, and a property that holds one. */
const LABELLED: Partial<Record<string, number>> = {
	InvalidValue: 1,
	listedNames: 0,
	namedIn: 0,
	names: 0,
};
const HOLDS_LABEL = 'field';

function givenLabel(node: ts.Node): ts.Expression | undefined {
	if (ts.isPropertyAssignment(node))
		return node.name.getText() === HOLDS_LABEL ? node.initializer : undefined;
	if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
	const at = LABELLED[node.expression.getText()];
	return at === undefined ? undefined : node.arguments?.[at];
}

const nodes = SOURCES.flatMap((source) => source.nodes);

/** Texts that have a name of their own: `const FILE_FIELD = '…'`. */
const constants = new Map(
	nodes
		.filter(ts.isVariableDeclaration)
		.flatMap(({ name, initializer: value }) =>
			value && ts.isStringLiteral(value) ? [[name.getText(), value.text]] : [],
		),
);

/** Every label that the code gives in a text, and where. */
const quoted = nodes.flatMap((node) => {
	const labels = [...(textOf(node)?.matchAll(IN_QUOTES) ?? [])].map(([, label]) => label!);
	const given = givenLabel(node);
	if (given && ts.isStringLiteral(given)) labels.push(given.text);
	const constant = given && ts.isIdentifier(given) && constants.get(given.text);
	if (constant) labels.push(constant);
	const source = node.getSourceFile();
	const { line } = source.getLineAndCharacterOfPosition(node.getStart());
	return labels.map((label) => ({ place: `${source.fileName}:${line + 1}`, label }));
});

it('each label in a text is on the screen', () => {
	expect(quoted.length).toBeGreaterThan(80);
	expect(quoted.filter(({ label }) => !LABELS.has(label))).toEqual([]);
});

const said = nodes.map((node) => textOf(node) ?? '');

it.each([
	['"is no number" for "is not a number"', /\bis no (?:number|day|text|list|file)\b|\bis none\b/],
	['a plural for one', /(?<!\d)1 (?:rows|contacts|requests|problems)\b/],
	['two colons in a sentence', /^[^"]*?: (?:(?![.!?·] )[^"[])*?: /],
])('no text has %s', (_, wrong) => {
	expect(said.filter((text) => wrong.test(text))).toEqual([]);
});

const TEXTS: string[][] = [
	...[...NODES, ...CREDENTIALS].map((each) => [each.name, JSON.stringify(each)]),
	['the errors', JSON.stringify(ERROR_TABLE)],
	...[...PAGES, ...filesOf('examples/*.json')].map((path) => [path, read(path)]),
];

it.each(TEXTS)('%s: has the usual words', (_, text) => {
	expect(text).not.toMatch(/e-mail|compliance request|data[- ]deletion request|auto-map/i);
	expect(text).not.toMatch(/\ban SQL\b/);
});

it('calls its actions as n8n calls its own: a verb first, capitals in acronyms only, each but once', () => {
	const actions = resources.flatMap(({ operations }) => operations.map(({ action }) => action));
	expect(actions).toEqual(
		actions.map(() => expect.stringMatching(/^[A-Z][a-z]+( ([a-z]+|AI|API|SMS|SQL))+$/)),
	);
	expect(new Set(actions).size).toBe(actions.length);
});
