import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { type CsvRecord, recordAt } from './csv';
import { FILE_FIELD, type Piece } from './records';

/** Whether the beginning of a CSV file is a table: lines of cells below a line with their names. */

/** So many lines are looked at. */
const SAMPLE_LINES = 50;

/**
 * Why a CSV file is no table below its first line.
 * @param sample the first piece of its text
 * @param others delimiters that the file may have instead, if the form names none
 * @param line the line that the sample begins in
 */
export function tableProblem(
	sample: Piece,
	delimiter: string,
	others: readonly string[],
	line: number,
): InvalidInput | undefined {
	const lines = linesOf(sample, delimiter, line);
	const [header] = lines;
	if (!header) return undefined;
	// In a table of such lines, what looks like another delimiter is a decimal comma.
	if (isTable(lines)) return undefined;
	const below = [delimiter, ...others].flatMap((each) =>
		namesBelow(linesOf(sample, each, line), header.width),
	);
	if (below.length > 0) return linesAbove(Math.min(...below));
	return header.width === 1 ? oneCellProblem(lines) : undefined;
}

/** Whether below names, the next line and most others have a cell for each name, and no value beside them. */
function isTable([{ width }, ...lines]: readonly CsvRecord[]): boolean {
	const fits = (line: CsvRecord) => line.cells.length >= width && line.width <= width;
	if (width < 2 || lines.length === 0 || !fits(lines[0])) return false;
	return lines.filter(fits).length * 2 >= lines.length;
}

/** The line in which a table begins that is wider than the first line. @param least cells that it has */
function namesBelow(lines: readonly CsvRecord[], least: number): number[] {
	const isNames = ({ width }: CsvRecord, at: number) =>
		width >= least && width > lines[0].width && isTable(lines.slice(at));
	return lines.filter(isNames).map(({ line }) => line);
}

/** The lines that are not blank, but for the last one if it may go on. */
function linesOf({ text, isLast }: Piece, delimiter: string, firstLine: number): CsvRecord[] {
	const lines: CsvRecord[] = [];
	let line = firstLine;
	for (let at = 0; at < text.length && lines.length < SAMPLE_LINES; ) {
		const record = recordAt(text, at, delimiter, line);
		if (record.isOpen || (!isLast && record.end === text.length)) break;
		if (record.width > 0) lines.push(record);
		at = record.end + (text.startsWith('\r\n', record.end) ? 2 : 1);
		line += 1 + record.breaks;
	}
	return lines;
}

const linesAbove = (line: number) =>
	new InvalidInput(
		`The file has lines above the names of its columns: the names seem to be in line ${line}: set "From Line" to ${line}`,
		'"From Line" is in the options.',
	);

/** Each line is one cell, in which other delimiters stand. */
function oneCellProblem([header, second]: readonly CsvRecord[]): InvalidValue | undefined {
	const inCell = [',', ';', '\t', '|'].find((each) => {
		const count = (record: CsvRecord) => recordAt(record.cells[0], 0, each, 1).cells.length;
		return count(header) > 1 && (!second || (second.width === 1 && count(second) > 1));
	});
	if (inCell === undefined) return undefined;
	const isQuoted = header.text.startsWith('"');
	return new InvalidValue(
		FILE_FIELD,
		`holds a CSV file with one column, whose cells hold ${JSON.stringify(inCell)}`,
		isQuoted
			? 'Each line is in quotes: a spreadsheet has opened the file and saved it as one column. Export the file again, and push it as it comes.'
			: `Set "Delimiter" in the options to ${JSON.stringify(inCell)}, or empty it.`,
	);
}
