import type { ItemOperation } from '../../runtime/operation';
import { InvalidValue } from '../../shared/invalidValue';
import { deliver } from './deliver';
import { sqlFields } from './fields';
import { readInput, type SqlInput } from './input';
import type { Period } from './period';
import { queryHints } from './sqlText';

export const executeSqlQuery: ItemOperation<SqlInput> = {
	value: 'execute',
	name: 'Execute',
	action: 'Execute an SQL query',
	description: 'Run SQL on the data of a shop over a period',
	fields: sqlFields,

	read: readInput,

	/** "Endpoints" 8. Windows go one after another; one that fails leaves the rows of the others. */
	async execute(execution, input, item, output) {
		const { period, windows, zone, query, shop, splitBy, limit } = input;
		execution.hint(
			`The period is ${inWords(period)} (time zone ${zone})${windows.length > 1 ? `, in ${windows.length} queries` : ''}`,
		);
		for (const hint of queryHints(query, splitBy)) execution.hint(hint);

		let results = 0;
		let failures = 0;
		for (const window of windows) {
			if (results >= limit) break;
			try {
				results += await deliver(execution, input, window, limit - results, item, output);
			} catch (error) {
				failures++;
				if (splitBy !== 'none' && error instanceof Error) {
					error.message = `${inWords(window)}: ${error.message}`;
				}
				output.fail(error, item, { ...window });
				// What is wrong with a field is wrong with it for every window.
				if (error instanceof InvalidValue) break;
			}
		}
		if (results === 0 && failures === 0) {
			execution.hint(`There are no rows for ${shop}, ${inWords(period)}`);
		}
	},
};

function inWords({ startDate, endDate }: Period): string {
	return `${startDate} to ${endDate}`;
}
