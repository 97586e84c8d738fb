import { answerValue, recordProblem } from '../answers/goodAnswer';
import { isGranted, keyScopes, readGrantedShops } from '../answers/granted';
import type { Endpoint, EndpointName } from '../endpoints';
import type { Cause, Meaning, StatusRow } from './statusRow';
import type { Answer, FailedAnswer } from './retryPolicy';
import type { RequestDetails } from './serviceError';

type Finding = { cause?: Cause } & Partial<Record<'scopes' | 'shop' | 'shops', string>>;

export function meaningOf(
	{ carries, credential, scope }: Endpoint,
	row: StatusRow,
	{ cause, ...found }: Finding,
	replaces = false,
): Meaning {
	const cases = [replaces ? ('replaces' as const) : undefined, cause, carries, credential];
	const ofCase = cases.map((each) => each && row.cases?.[each]).find(Boolean);
	const { code, text, outcome, stops } = { ...row, ...ofCase };
	const named = scope ? `the scope "${scope}"` : 'the scope of this endpoint';
	const needs = scope ? `This operation needs ${named}.` : '';
	const values: Record<string, string | undefined> = { scope: named, needs, ...found };
	const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
	return { code, text: filled.trim(), outcome, stops };
}

/** The meaning of a failed answer, after one further request if one can show the cause. */
export async function explain(
	endpoint: Endpoint,
	{ row }: FailedAnswer,
	{ shop = '', replaces }: RequestDetails,
	ask: (question: EndpointName) => Promise<Answer | undefined>,
): Promise<Meaning> {
	// Such a request itself is not followed by another.
	const question = endpoint.carries && row.ask?.[endpoint.credential];
	const answer = question && (await ask(question));
	const found = answer && findingIn(answer, question, shop);
	return meaningOf(endpoint, row, found ?? {}, replaces);
}

/** The finding in the answer to such a request; undefined if it does not show the cause. */
function findingIn(answer: Answer, question: EndpointName, shop: string): Finding | undefined {
	const isKey = question === 'inspectApiKey';
	if (isKey && answer.status === 401) return { cause: 'keyUnknown' };
	const value = answerValue(answer.text);
	if (answer.kind !== 'accepted' || recordProblem(value) !== undefined) return undefined;
	if (isKey) {
		const scopes = keyScopes(value);
		const named = scopes && ` Its record lists these scopes: ${scopes.join(', ') || 'none'}.`;
		return { cause: 'keyKnown', scopes: named };
	}
	const granted = isGranted(value, shop);
	if (granted === undefined) return undefined;
	const names = readGrantedShops(value)?.map((entry) => entry.shop);
	const shops = names?.join(', ') || 'there are none';
	return { cause: granted ? 'shopGranted' : 'shopNotGranted', shop, shops };
}
