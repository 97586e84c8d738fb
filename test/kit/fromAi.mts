/** What n8n's editor puts into a field for "Let the model define this parameter". */
export function fromAi(label: string, type: 'string' | 'json' | 'number' | 'boolean' = 'string') {
	const key = label.replace(/[^a-zA-Z0-9-]/g, '_');
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;
}

/** The same in a field with a list, which keeps its mode. */
const fromAiInList = (label: string) => ({ __rl: true, mode: 'list', value: fromAi(label) });

export const TOOL_TYPE = 'n8n-nodes-merchant-data.merchantDataTool';

/** A push as a tool whose shop and rows the model gives. */
export const PUSH_TOOL = {
	resource: 'adData',
	operation: 'push',
	shop: fromAiInList('Shop'),
	rowsJson: fromAi('Rows', 'json'),
};

/** A query as a tool whose shop, SQL and days the model gives. */
export const SQL_TOOL = {
	resource: 'sql',
	operation: 'executeQuery',
	shopDomain: fromAi('Shop'),
	query: fromAi('Query'),
	period: 'custom',
	startDate: fromAi('Start Date'),
	endDate: fromAi('End Date'),
};
