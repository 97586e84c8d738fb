import type { InvalidInput } from '../../shared/invalidValue';
import { parseJsonExactly } from '../digits';
import type { Problem } from '../files/parser';
import type { Found } from './fileRows';

/**
 * The records of a JSON or NDJSON file.
 * @param concerns what a text that is no JSON spoils: of a JSON file, nobody can say where the next row
 *   begins
 */
export const jsonRecords =
	(concerns: Problem['concerns']) =>
	(json: string): Found => {
		if (json === '') return 'blank';
		try {
			const fields = parseJsonExactly(json) as object;
			return json.startsWith('{') ? { fields } : NO_OBJECT;
		} catch (error) {
			// A number that would be another one. The text is JSON.
			return error instanceof SyntaxError
				? broken(error, concerns)
				: { json, problem: error as InvalidInput };
		}
	};

const broken = ({ message }: SyntaxError, concerns: Problem['concerns']): Problem => ({
	text: `holds a row that is not valid JSON: ${message}`,
	remedy: `Correct the row.${concerns === 'rest' ? ' Nothing behind it could be read.' : ''}`,
	concerns,
});

const NO_OBJECT: Problem = {
	text: 'holds something other than an object',
	remedy: 'A row is an object of named fields.',
	concerns: 'record',
};
