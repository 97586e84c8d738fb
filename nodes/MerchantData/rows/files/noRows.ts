import { isPage, saysFailed } from '../../service/answers/goodAnswer';
import { parseJson } from '../../service/answers/serverText';
import type { FileFormat } from './format';

/**
 * What a file holds that is no file of rows: a web page, a line of text, JSON that says that something
 * failed. (In a JSON file the parser finds the last, at the end.) The file is not quoted, because it may
 * hold a secret.
 * @param sample the beginning of its text
 * @param isWhole whether it is all of it
 * @param delimiter of a CSV file; empty if it is to be found
 */
export function insteadOfRows(
	sample: string,
	isWhole: boolean,
	format: FileFormat,
	delimiter: string,
): string | undefined {
	if (isPage(sample)) return 'a web page or XML instead of rows';
	if (!isWhole || format === 'json') return undefined;
	const value = parseJson(sample);
	if (format === 'ndjson')
		return saysFailed(value) === 'yes' ? 'JSON which says that something failed' : undefined;
	if (typeof value === 'object' && value !== null) return 'JSON instead of CSV';
	return isLineOfText(sample, delimiter) ? 'a line of text instead of rows' : undefined;
}

/**
 * Whether the file is one line of words. A header without rows has several columns, or is one word with
 * a line break behind it.
 */
function isLineOfText(text: string, delimiter: string): boolean {
	const line = text.trim();
	const hasOneCell = !(delimiter === '' ? /[,;\t|\r\n]/.test(line) : line.includes(delimiter));
	if (line === '' || !hasOneCell || /[\r\n]/.test(line)) return false;
	return /\s/.test(line) || !/[\r\n]\s*$/.test(text);
}
