import type { Execution } from '../../n8n/execution';
import { itemOperation } from '../../n8n/operation';
import type { CredentialName } from '../../service/endpoints';
import { defaultsOf } from '../../shared/field';
import { InvalidValue } from '../../shared/invalidValue';
import { type Checked, checkCredential } from './checks';
import { checkFields } from './fields';

const DEFAULTS = defaultsOf(checkFields, 'failOnProblem');

export const checkConnection = itemOperation({
	value: 'check',
	name: 'Check',
	action: 'Check the connection',
	description:
		'Check whether credentials, addresses and scopes are fit for work. Nothing is changed.',
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
		for (const each of checked) output.accept({ json: { ...each }, pairedItem: { item } });
	},
});

/** @throws InvalidValue if none of them is chosen in the node */
function credentialsOf({ context, field }: Execution<typeof checkFields>): CredentialName[] {
	const chosen = field('credentialsToCheck', 0);
	const credentials: CredentialName[] =
		chosen === 'both' ? ['merchantDataOAuth2Api', 'merchantDataApi'] : [chosen];
	const { credentials: known = {} } = context.getNode();
	if (credentials.some((credential) => known[credential] !== undefined)) return credentials;
	throw new InvalidValue('Credentials', 'has none to check', 'Choose a credential in this node.');
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
