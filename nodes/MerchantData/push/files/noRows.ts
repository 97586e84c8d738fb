import { isPage, saysFailed } from '../../service/answers/goodAnswer';
import { parseJson } from '../../service/answers/serverText';
import { InvalidValue } from '../../shared/invalidValue';
import type { Survey } from './firstPass';
import type { FileFormat } from './format';
import { FILE_FIELD } from './gunzip';

/**
 * Refuses a file that holds a service's error instead of rows: a web page, a line of text, JSON that
 * says that something failed. (In a JSON file the parser finds the last, at the end.) The file is not
 * quoted, because it may hold a secret.
 * @throws InvalidValue
 */
export function refuseNoRows(survey: Survey, format: FileFormat, csv: CsvForm): void {
	const found = whyNoRows(survey, format, csv);
	if (found === undefined) return;
	throw new InvalidValue(
		FILE_FIELD,
		`holds ${found}`,
		'Check the file: the program that wrote it may have got an error instead of rows.',
	);
}

/** How a CSV file is read. */
interface CsvForm {
	/** Empty if it is to be detected. */
	delimiter: string;
	hasHeader: boolean;
}

function whyNoRows(
	{ sample, isWhole }: Survey,
	format: FileFormat,
	csv: CsvForm,
): string | undefined {
	if (isPage(sample)) return 'a web page or XML instead of rows';
	if (!isWhole || format === 'json') return undefined;
	const value = parseJson(sample);
	const isContainer = typeof value === 'object' && value !== null;
	if (format === 'ndjson')
		return saysFailed(value) === 'yes' ? 'JSON which says that something failed' : undefined;
	if (isContainer) return 'JSON instead of CSV';
	return isLineOfText(sample, csv) ? 'a line of text instead of rows' : undefined;
}

/**
 * Whether the file is one line of words. A header without rows has several columns, or is one word with
 * a line break behind it. Without a header, one word may be a row.
 */
function isLineOfText(text: string, { delimiter, hasHeader }: CsvForm): boolean {
	const line = text.trim();
	const hasOneCell = !(delimiter === '' ? /[,;\t|\r\n]/.test(line) : line.includes(delimiter));
	if (line === '' || !hasOneCell || /[\r\n]/.test(line)) return false;
	return /\s/.test(line) || (hasHeader && !/[\r\n]\s*$/.test(text));
}
