import { answerValue, oddity, oddText } from '../../service/answers/goodAnswer';
import { keyScopes } from '../../service/answers/scopes';
import { ENDPOINTS } from '../../service/endpoints';
import { sqlCall } from '../../sql/query/request';
import { MOST_RETRIES } from './evidence';
import {
	type Case,
	type Check,
	type CheckResult,
	failed,
	judgeAnswer,
	judgeScopes,
	ok,
	problem,
	skipped,
	warning,
} from './result';
import { missingScopes } from './scopes';

/** The checks of an API key. */

const CREDENTIAL = 'merchantDataApi';

export const API_KEY: Check = {
	check: 'apiKey',
	problem: 'key refused',
	needs: ['address'],
	run: ({ evidence }) =>
		judgeAnswer(
			evidence,
			'The service accepts the key',
			'Check the key and the base URL in the credential.',
		),
};

export const KEY_SCOPES: Check = {
	check: 'keyScopes',
	problem: 'scope missing',
	needs: ['address', 'credential'],
	run: ({ input: { uses }, evidence: { answer } }) =>
		judgeScopes(
			CREDENTIAL,
			uses,
			keyScopes(answer),
			'Give the key that scope in Data > APIs of your account, or use another key.',
		),
};

export const SQL: Check = {
	check: 'sql',
	problem: 'SQL',
	needs: ['address', 'credential'],
	async run(given) {
		const { uses, shop } = given.input;
		if (!uses.includes('sql')) return skipped('SQL is not among the entries of "Used For"');
		if (shop === '')
			return skipped('No shop is given', 'To check SQL, enter a shop in "Shop to Check".');
		const scopes = keyScopes(given.evidence.answer) ?? [ENDPOINTS.sql.scope];
		if (missingScopes(CREDENTIAL, ['sql'], scopes).length > 0) {
			return skipped(
				`Not checked, because the key does not have the scope "${ENDPOINTS.sql.scopeLabel}"`,
			);
		}
		return await askSql(given);
	},
};

/** "Endpoints" 8. */
async function askSql({ execution, input, item }: Case): Promise<CheckResult> {
	const { shop, limits } = input;
	const [today] = new Date().toISOString().split('T');
	const period = { startDate: today, endDate: today };
	const call = sqlCall({ shop, query: 'SELECT 1 AS one', period, limits, item });
	const result = await execution.client.call('sql', { ...call, mostRetries: MOST_RETRIES });
	if (result.outcome !== 'accepted') {
		// The specification names no SQL dialect, so another query may still run.
		return result.status === 400
			? warning(
					result.error.message,
					'The query of this check was refused. Run one of your own to see whether SQL works.',
				)
			: failed(result);
	}
	const { text } = result.answer;
	const odd = oddity(answerValue(text));
	if (odd === undefined) return ok(`A SQL query for ${shop} works`);
	return problem(
		oddText(odd, text),
		'Run a query with "Simplify" turned off, and read the answer.',
	);
}
