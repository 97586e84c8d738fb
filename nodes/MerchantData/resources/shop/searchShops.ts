import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';
import { answerValue, oddity } from '../../service/answers/goodAnswer';
import { oddText } from '../../service/answers/serverText';
import { readGrantedShops } from '../../service/answers/granted';
import { acceptedAnswer } from '../../service/call';
import { createClient } from '../../service/client';
import { within } from '../../shared/pause';

/** Smaller than elsewhere, because a person waits for the list in the editor. */
const SEARCH_LIMITS = { limits: { timeout: 20, maxWait: 10 }, mostRetries: 1 };
/** For everything together, including a refresh of the token. */
const LONGEST_SEARCH_MS = 30_000;

/**
 * Lists the granted shops in the Shop field of the editor.
 * @param filter what the user has typed
 */
export async function searchShops(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const client = createClient(this);
	const call = client.call('grantedShops', SEARCH_LIMITS);
	const result = await within(call, LONGEST_SEARCH_MS, client.context.cancelSignal);
	if (result === undefined)
		throw new NodeOperationError(this.getNode(), 'The service took too long to list the shops');
	const { text } = acceptedAnswer(result);
	const answer = answerValue(text);
	const odd = oddity(answer);
	if (odd !== undefined) throw new NodeOperationError(this.getNode(), oddText(odd, text));
	const wanted = filter.trim().toLowerCase();
	const shops = (readGrantedShops(answer) ?? []).filter(({ shop }) =>
		shop.toLowerCase().includes(wanted),
	);
	return {
		results: shops.map(({ shop, isPrimary }) => ({
			name: isPrimary ? `${shop} (primary)` : shop,
			value: shop,
		})),
	};
}
