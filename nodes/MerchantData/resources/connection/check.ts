import { itemOperation } from '../../n8n/operation';
import { SCOPED_ENDPOINTS } from '../../service/endpoints';
import { optionsField, SWITCH, TEXT } from '../../shared/fields';
import { InvalidInput } from '../../shared/invalidValue';
import { type Check, checkCredential } from './checks';

export const checkConnection = itemOperation({
	value: 'check',
	name: 'Check',
	action: 'Check the connection',
	description: 'Check that credentials, addresses and scopes work. Nothing is changed.',
	fields: [
		{
			displayName: 'Credentials',
			name: 'credentialsToCheck',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Both', value: 'both' },
				{ name: 'API Key', value: 'merchantDataApi' },
				{ name: 'OAuth2', value: 'merchantDataOAuth2Api' },
			],
			default: 'both',
			description: 'Which of the two credentials to check',
		},
		{
			displayName: 'Used For',
			name: 'usedFor',
			type: 'multiOptions',
			options: SCOPED_ENDPOINTS.map(({ usedFor }) => usedFor),
			default: [...SCOPED_ENDPOINTS.map(({ usedFor }) => usedFor.value)],
			description:
				'What the connection is used for. The check says if a scope for it is not listed, which need not be a problem.',
		},
		{
			displayName: 'Shop to Check',
			name: 'shopDomain',
			...TEXT,
			placeholder: 'e.g. my-shop.example.com',
			description:
				'The plain domain of a shop (optional). The check then also says whether this shop is granted, and whether a SQL query for it works.',
		},
		optionsField(
			[
				{
					displayName: 'Fail on Problem',
					name: 'failOnProblem',
					...SWITCH,
					description:
						'Whether to fail with one error that lists the problems, so that an error workflow can report them',
				},
			],
			// Less than elsewhere: a check should be quick.
			30,
		),
	],

	read(execution, item) {
		const { failOnProblem, ...limits } = execution.field('options', item);
		const shop = execution.field('shopDomain', item);
		return {
			credentials: execution.field('credentialsToCheck', item),
			shop: shop === '' || shop === null ? '' : execution.shop(item),
			uses: execution.field('usedFor', item),
			failOnProblem,
			limits,
		};
	},

	async execute({ client, context, hint }, input, item, output) {
		const { credentials = {} } = context.getNode();
		const checks: Array<Check & { credential: string }> = [];
		for (const name of ['merchantDataOAuth2Api', 'merchantDataApi'] as const) {
			const credential = credentials[name]?.name;
			if (credential === undefined || !['both', name].includes(input.credentials)) continue;
			const found = await checkCredential(client, name, { ...input, item });
			checks.push(...found.map((check) => ({ ...check, credential })));
		}
		if (checks.length === 0) {
			const problem = 'There is nothing to check: no credential is chosen';
			throw new InvalidInput(problem, 'Choose a credential in this node.');
		}
		const problems = checks.filter(({ status }) => status === 'problem');
		const others = checks.filter(({ status }) => status !== 'problem');
		const count = `${problems.length || 'No'} problem${problems.length === 1 ? '' : 's'}`;
		if (input.failOnProblem && problems.length > 0) {
			const found = problems.map((each) => `${each.check} (${each.credential}): ${each.found}`);
			const remedies = problems.map(({ check, remedy }) => `${check}: ${remedy}`);
			throw new InvalidInput(
				`The connection has ${count}. ${found.join(' | ')}`,
				remedies.join(' '),
			);
		}
		hint([count, problems.map(({ check }) => check).join(', ')].filter(Boolean).join(': '));
		for (const json of [...problems, ...others])
			output.accept({ json: { ...json }, pairedItem: { item } });
	},
});
