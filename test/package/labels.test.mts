import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { SOURCES } from '../kit/sources.mts';
import { texts } from '../kit/texts.mts';

/** One name for one thing: texts, form and code call a field the same, and n8n's things as n8n does. */

/** Words of n8n's own screens, and names of its nodes. */
const OF_N8N = texts(
	'Continue (using error output) | Copy Selection | Error Branch | Execute Once | Expression',
	'Extract From File | Loop Over Items | On Error | Range | Reconnect | Retry On Fail',
	'Retry with currently saved workflow | Settings | Split Out | Switch account',
);

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** All labels on the screen: of fields and entries, with their names, and of choices, actions, modes. */
function* shownIn(described: readonly Described[]): Generator<{ label: string; name?: string }> {
	for (const each of described) {
		if ('displayName' in each) yield { label: each.displayName, name: each.name };
		else yield* [{ label: each.name }, { label: each.action ?? each.name }];
		if ('values' in each) yield* shownIn(each.values);
		if (!('type' in each)) continue;
		yield* shownIn(each.options ?? []);
		for (const { displayName } of each.modes ?? []) yield { label: displayName };
	}
}

const NODES = [new MerchantData(), new MerchantDataTrigger()].map(({ description }) => description);
const CREDENTIALS = [new MerchantDataApi(), new MerchantDataOAuth2Api()];
const onScreen = [...NODES, ...CREDENTIALS].flatMap(({ displayName, properties }) => [
	displayName,
	...[...shownIn(properties)].map(({ label }) => label),
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

/** Without quotes: calls with the place of the argument that is the label of a field. */
const LABELLED: Partial<Record<string, number>> = {
	InvalidValue: 1,
	listedNames: 0,
	namedIn: 0,
	names: 0,
};

function givenLabel(node: ts.Node): ts.Expression | undefined {
	if (ts.isPropertyAssignment(node))
		return node.name.getText() === 'field' ? node.initializer : undefined;
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

/** The names that the code reads: `x.name`, `{ name } = x`, `field('name', …)`. */
const namesRead = new Set(
	nodes.flatMap((node) => {
		if (ts.isPropertyAccessExpression(node)) return [node.name.text];
		if (ts.isBindingElement(node)) return [(node.propertyName ?? node.name).getText()];
		if (!ts.isCallExpression(node)) return [];
		return node.arguments.filter(ts.isStringLiteral).map(({ text }) => text);
	}),
);

it('each field and option on the screen is read by the code', () => {
	const shown = NODES.flatMap(({ properties }) => [...shownIn(properties)]);
	const names = shown.flatMap(({ name }) => name ?? []);
	// A notice is there to be read by people.
	const ignored = names.filter((name) => !namesRead.has(name) && !name.endsWith('Notice'));
	expect(ignored).toEqual([]);
});
