import { InvalidValue } from '../../shared/invalidValue';
import { CsvParser } from './csv';

const CANDIDATES = new Map([
	[',', 'a comma'],
	[';', 'a semicolon'],
	['\t', 'a tab'],
	['|', 'a vertical bar'],
]);
const MOST_RECORDS = 20;

/**
 * The character that separates the cells of a CSV file: the one that its name says, or the only one that
 * gives the first record two cells or more. One that gives all records one width wins over one that does
 * not. A comma where none is there.
 * @param sample the beginning of the file
 * @param isWhole whether it is all of it
 * @throws InvalidValue where it may be one or another
 */
export function findDelimiter(sample: string, isWhole: boolean, fileName: string): string {
	if (/\.tsv(\.gz)?$/i.test(fileName)) return '\t';
	const fitting = [...CANDIDATES.keys()].flatMap((delimiter) => {
		const widths = widthsOf(sample, isWhole, delimiter);
		const [width = 0] = widths;
		return width > 1 ? { delimiter, isEven: widths.every((each) => each === width) } : [];
	});
	const even = fitting.filter(({ isEven }) => isEven);
	const left = (even.length > 0 ? even : fitting).map(({ delimiter }) => delimiter);
	if (left.length <= 1) return left[0] ?? ',';
	throw new InvalidValue(
		'Delimiter',
		`is not set, and the cells of the file may be separated by ${left.map((each) => CANDIDATES.get(each)).join(' or by ')}`,
		'Set "Delimiter" in the options to the right one.',
	);
}

/** The number of cells in each record; 0 in one that is wrong. A record that goes on is left out. */
function widthsOf(sample: string, isWhole: boolean, delimiter: string): number[] {
	return new CsvParser({ delimiter, firstLine: 1 })
		.feed(sample, isWhole)
		.filter(({ problem, ...record }) => problem ?? isFilled(record as { content: string[] }))
		.slice(0, MOST_RECORDS)
		.map((record) => (record.problem ? 0 : record.content.length));
}

const isFilled = ({ content }: { content: string[] }): boolean =>
	content.some((cell) => cell !== '');
