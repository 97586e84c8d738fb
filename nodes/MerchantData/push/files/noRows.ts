import { isPage, saysFailed } from '../../service/answers/goodAnswer';
import { parseJson } from '../../service/answers/serverText';
import { InvalidValue } from '../../shared/invalidValue';
import type { Survey } from './firstPass';
import type { FileFormat } from './format';
import { FILE_FIELD } from './gunzip';

/**
 * Refuses a file that holds no rows, but what a service said in their place: a page, a line of text,
 * JSON that says that something failed. (Of a JSON file the last is told at its end, by its parser.)
 * Nothing of it is quoted: it may hold a secret.
 * @throws InvalidValue
 */
export function refuseNoRows(survey: Survey, format: FileFormat, csv: CsvForm): void {
	const found = whyNoRows(survey, format, csv);
	if (found === undefined) return;
	throw new InvalidValue(
		FILE_FIELD,
		`holds ${found}`,
		'Look into the file: whatever made it may have got an error in place of rows.',
	);
}

/** How a CSV file is read. */
interface CsvForm {
	/** Empty where it is to be found. */
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
 * Whether all there is are words. A header without rows has several columns, or one whose name is one
 * word, and a line break behind it. Without a header, one word may be a row.
 */
function isLineOfText(text: string, { delimiter, hasHeader }: CsvForm): boolean {
	const line = text.trim();
	const hasOneCell = !(delimiter === '' ? /[,;\t|\r\n]/.test(line) : line.includes(delimiter));
	if (line === '' || !hasOneCell || /[\r\n]/.test(line)) return false;
	return /\s/.test(line) || (hasHeader && !/[\r\n]\s*$/.test(text));
}
