import type { Execution } from '../../n8n/execution';
import { itemOperation } from '../../n8n/operation';
import type { CredentialName } from '../../service/endpoints';
import { defaultsOf } from '../../shared/field';
import { InvalidInput } from '../../shared/invalidValue';
import { type Checked, checkCredential, CREDENTIALS } from './checks';
import { checkFields } from './fields';

const DEFAULTS = defaultsOf(checkFields, 'failOnProblem');

export const checkConnection = itemOperation({
	value: 'check',
	name: 'Check',
	action: 'Check the connection',
	description: 'Check that credentials, addresses and scopes work. Nothing is changed.',
	fields: checkFields,

	read(execution, item) {
		const { failOnProblem, ...limits } = { ...DEFAULTS, ...execution.options(item) };
		const shop = execution.field('shopDomain', item);
		return {
			credentials: credentialsOf(execution),
			shop: shop === '' || shop === null ? '' : execution.shop(item, 'shopDomain'),
			uses: execution.field('usedFor', item),
			failOnProblem,
			limits,
		};
	},

	async execute(execution, input, item, output) {
		const checked: Checked[] = [];
		for (const credential of input.credentials) {
			checked.push(...(await checkCredential(execution, credential, input, item)));
		}
		const problems = checked.filter(({ status }) => status === 'problem');
		if (input.failOnProblem && problems.length > 0) throw new ConnectionProblems(problems);
		execution.hint(summaryOf(checked));
		for (const { status, check, found, remedy, credential } of inOrder(checked)) {
			output.accept({ json: { status, check, found, remedy, credential }, pairedItem: { item } });
		}
	},
});

/** What needs a hand comes first. */
const ORDER: ReadonlyArray<Checked['status']> = ['problem', 'warning', 'ok', 'skipped'];

const inOrder = (checked: readonly Checked[]): Checked[] =>
	ORDER.flatMap((wanted) => checked.filter(({ status }) => status === wanted));

/** The answer in one line: "2 problems: shop not granted (OAuth2); SQL (API key). 5 checks passed." */
function summaryOf(checked: readonly Checked[]): string {
	const named = (status: 'problem' | 'warning', name: 'problem' | 'check'): string[] => {
		const found = checked.filter((each) => each.status === status);
		if (found.length === 0) return [];
		const names = found.map((each) => `${each[name]} (${each.type})`);
		return [`${found.length} ${status}${found.length === 1 ? '' : 's'}: ${names.join('; ')}.`];
	};
	const count = (wanted: Checked['status']) =>
		checked.filter(({ status }) => status === wanted).length;
	const problems = named('problem', 'problem');
	const passed = count('ok');
	const skipped = count('skipped');
	return [
		...(problems.length > 0 ? problems : ['No problems.']),
		...named('warning', 'check'),
		`${passed} ${passed === 1 ? 'check' : 'checks'} passed.`,
		...(skipped > 0 ? [`${skipped} skipped.`] : []),
	].join(' ');
}

/** @throws InvalidInput where none of them is chosen in the node */
function credentialsOf({ context, field }: Execution<typeof checkFields>): CredentialName[] {
	const chosen = field('credentialsToCheck', 0);
	const credentials: CredentialName[] =
		chosen === 'both' ? ['merchantDataOAuth2Api', 'merchantDataApi'] : [chosen];
	const { credentials: known = {} } = context.getNode();
	if (credentials.some((credential) => known[credential] !== undefined)) return credentials;
	const types = credentials.map((credential) => `"${CREDENTIALS[credential].label}"`);
	throw new InvalidInput(
		`There is nothing to check: no credential of the type ${types.join(' or ')} is chosen in this node`,
		'Choose one in this node.',
	);
}

/** All problems as one error, for the execution and its error workflow. */
class ConnectionProblems extends Error {
	readonly description: string;

	constructor(problems: readonly Checked[]) {
		const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
		const list = problems.map(
			({ check, credential, found }) => `${check} (${credential}): ${found}`,
		);
		super(`The connection has ${count}. ${list.join(' | ')}`);
		this.description = problems.map(({ check, remedy }) => `${check}: ${remedy}`).join(' ');
	}
}
