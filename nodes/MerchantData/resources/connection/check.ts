import type { Execution } from '../../n8n/execution';
import { itemOperation } from '../../n8n/operation';
import type { CredentialName } from '../../service/endpoints';
import { InvalidInput } from '../../shared/invalidValue';
import { type Check, checkCredential, CREDENTIALS } from './checks';
import { checkFields } from './fields';

export const checkConnection = itemOperation({
	value: 'check',
	name: 'Check',
	action: 'Check the connection',
	description: 'Check that credentials, addresses and scopes work. Nothing is changed.',
	fields: checkFields,

	read(execution, item) {
		const { failOnProblem, ...limits } = execution.field('options', item);
		const shop = execution.field('shopDomain', item);
		return {
			credentials: credentialsOf(execution),
			shop: shop === '' || shop === null ? '' : execution.shop(item, 'shopDomain'),
			uses: execution.field('usedFor', item),
			failOnProblem,
			limits,
		};
	},

	async execute({ client, context, hint }, input, item, output) {
		const { credentials: chosen = {} } = context.getNode();
		const checks: Array<Check & { credential: string }> = [];
		for (const name of input.credentials) {
			const found = await checkCredential(client, name, { ...input, item }, name in chosen);
			const credential = chosen[name]?.name ?? CREDENTIALS[name].label;
			checks.push(...found.map((check) => ({ ...check, credential })));
		}
		const of = (status: Check['status']) => checks.filter((check) => check.status === status);
		const [problems, passed, skipped] = [of('problem'), of('ok'), of('skipped')];
		const count = `${problems.length || 'No'} problem${problems.length === 1 ? '' : 's'}`;
		if (input.failOnProblem && problems.length > 0) {
			const told = problems.map((each) => `${each.check} (${each.credential}): ${each.found}`);
			const description = problems.map(({ check, remedy }) => `${check}: ${remedy}`).join(' ');
			throw Object.assign(new Error(`The connection has ${count}. ${told.join(' | ')}`), {
				description,
			});
		}
		hint([count, problems.map(({ check }) => check).join(', ')].filter(Boolean).join(': '));
		// What needs a hand comes first.
		for (const json of [...problems, ...passed, ...skipped]) {
			output.accept({ json: { ...json }, pairedItem: { item } });
		}
	},
});

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
