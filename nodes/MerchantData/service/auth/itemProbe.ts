import type { N8nContext } from '../requestContext';

/**
 * Whether a value of a credential depends on the item. n8n gives the expressions of a credential the
 * values of one item, and a request, its token and its limiter serve all items of an execution.
 *
 * The probe reads the credential once more, for an item behind the last one: n8n throws an ExpressionError for
 * all that looks at the item, or gives other values (docs/decisions.md, "Tokens and credentials").
 */
export async function dependsOnItem(
	n8n: N8nContext,
	credential: string,
	fields: object,
): Promise<boolean> {
	const items = itemsSeen(n8n);
	if (items < 2) return false;
	// An odd number, because `$itemIndex % 2` gives the same for the first item and an even one.
	return await n8n.getCredentials(credential, items | 1).then(
		(behind) => valuesOf(behind) !== valuesOf(fields),
		async (error: Error) => error.name === 'ExpressionError' || (await Promise.reject(error)),
	);
}

/**
 * How many items the expressions of a credential can see. In a call of an AI tool, these are the
 * items of its agent; the tool itself has one.
 */
function itemsSeen(n8n: N8nContext): number {
	// Lists in the editor and polls have no items.
	if (!('getWorkflowDataProxy' in n8n)) return 0;
	try {
		return (n8n.getWorkflowDataProxy(0).$input as { all(): unknown[] }).all().length;
	} catch {
		// There are none, such as for a tool that is called through the MCP Server Trigger.
		return 0;
	}
}

/** Without the tokens, which another execution may replace at any time. */
const valuesOf = (fields: object): string =>
	JSON.stringify({ ...fields, oauthTokenData: undefined });
