import { itemOperation } from '../../n8n/operation';
import { SCOPED_ENDPOINTS } from '../../service/endpoints';
import { optionsField, SWITCH, TEXT } from '../../n8n/fields';
import { InvalidInput } from '../../errors/invalidInput';
import { counted } from '../../lib/counted';
import { type Check, CHECKS, notChosen, problem } from './checks';

/** Sends only requests that change nothing. Except for SELECT 1, they need no scope. */
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
			description: 'What the connection is used for. Missing scopes are reported.',
		},
		{
			displayName: 'Shop to Check',
			name: 'shopDomain',
			...TEXT,
			placeholder: 'e.g. my-shop.example.com',
			description: 'The plain domain of a shop, to check if it is granted and SQL works (optional)',
		},
		optionsField(
			[
				{
					displayName: 'Fail on Problem',
					name: 'failOnProblem',
					...SWITCH,
					description:
						'Whether to fail if there are problems, so that an error workflow reports them',
				},
			],
			// Less than elsewhere, because a check should be quick.
			30,
		),
	],

	read(execution, item) {
		const { failOnProblem, ...limits } = execution.field('options', item);
		const shop = execution.field('shopDomain', item);
		return {
			credentials: execution.field('credentialsToCheck', item),
			shop: shop === '' || shop === null ? '' : execution.shop(item),
			usedFor: execution.field('usedFor', item),
			failOnProblem,
			// A check should report even temporary failures.
			bounds: { limits, itemIndex: item },
		};
	},

	async execute({ client, context, hint }, input, item, output) {
		const { credentials = {} } = context.getNode();
		const checks: Array<Check & { credential: string }> = [];
		for (const [name, { label, first, run }] of Object.entries(CHECKS)) {
			if (!['both', name].includes(input.credentials)) continue;
			const credential = credentials[name]?.name;
			const found =
				credential === undefined
					? [notChosen(label)]
					: await run(client, input).catch((error) => [problem(first, error)]);
			checks.push(...found.map((check) => ({ ...check, credential: credential ?? label })));
		}
		const problems = checks.filter(({ status }) => status === 'problem');
		const others = checks.filter(({ status }) => status !== 'problem');
		const count = counted(problems.length, 'problems');
		if (input.failOnProblem && problems.length > 0) {
			const found = problems.map((each) => `${each.check} (${each.credential}): ${each.found}`);
			const remedies = problems.map(({ check, remedy }) => `${check}: ${remedy}`);
			const message = `The connection has ${count}. ${found.join(' | ')}`;
			throw new InvalidInput('connection.problems', message, remedies.join(' '));
		}
		const names = problems.map(({ check, short = check }) => short).join(', ');
		const unchecked = others.flatMap(({ short }) => short ?? []).join(', ');
		const result = problems.length === 0 ? 'No problems found' : `${count}: ${names}`;
		hint(unchecked === '' ? result : `${result}. Not checked: ${unchecked}`);
		for (const { status, check, credential, found, remedy } of [...problems, ...others])
			output.accept({ json: { status, check, credential, found, remedy }, pairedItem: { item } });
	},
});
