import { InvalidInput } from '../../errors/invalidInput';
import { isValue } from '../../mapping/profile/textKinds';
import type { CsvRecord } from './csvRecord';

/** Finds where tables begin in the first lines of a CSV file. */

export interface Lines {
	/** Without blank lines and lines of delimiters alone. */
	readonly lines: readonly CsvRecord[];
	/** Lines that follow a blank one. */
	readonly apart: ReadonlySet<CsvRecord>;
}

/** Whether the next line and most others have a cell for each name, and no further value. */
export function isTable([names, ...lines]: readonly CsvRecord[]): boolean {
	if (!names || names.width < 2 || lines.length === 0) return false;
	const fits = ({ cells, width }: CsvRecord) => cells.length >= names.width && width <= names.width;
	return fits(lines[0]) && lines.filter(fits).length * 2 >= lines.length;
}

/** A table whose first line names columns: it has no number or day, but the next ten lines mostly do in one column. */
function isNamedTable(table: readonly CsvRecord[]): boolean {
	const [names, ...lines] = table;
	const isOfValues = (_: string, at: number) => {
		const filled = lines.slice(0, 10).flatMap(({ cells }) => cells[at]?.trim() || []);
		return filled.filter((cell) => isValue(cell)).length * 2 > filled.length;
	};
	const hasValue = ({ cells }: CsvRecord) => cells.some((cell) => isValue(cell.trim()));
	return isTable(table) && !hasValue(names) && names.cells.some(isOfValues);
}

/** The lines in which a table begins that is wider than the first line. @param least cells that it has */
export function tablesBelow(lines: readonly CsvRecord[], least: number): CsvRecord[] {
	const isWider = ({ width }: CsvRecord) => width >= least && width > lines[0].width;
	return lines.filter((names, at) => isWider(names) && isNamedTable(lines.slice(at)));
}

/** @throws InvalidInput if another table follows the one that begins in the first line: wider, or after a blank line */
export function refuseSecondTable({ lines, apart }: Lines): void {
	const [{ width }] = lines;
	/** Whether a blank line is before the line, or before titles of one cell. */
	let isApart = false;
	const second = lines.find((names, at) => {
		isApart = at > 0 && (apart.has(names) || (isApart && lines[at - 1].width === 1));
		if (at < 2 || names.width < 2 || !(names.width > width || isApart)) return false;
		// A file may have a blank line after each line.
		const rest = apart.has(lines[at + 1]) ? [] : lines.slice(at, at + 50);
		const isDistinct = new Set(names.cells.filter((cell) => cell.trim())).size === names.width;
		return isDistinct && isNamedTable(rest) && isNamedTable(lines.slice(0, Math.min(at, 50)));
	});
	if (!second) return;
	const [{ line: first }, { line }] = [lines[0], second];
	const message = `The file contains two tables, which start in lines ${first} and ${line}`;
	const remedy = `Split it. To push the second one alone, set "From Line" in the options to ${line}.`;
	throw new InvalidInput('file.twoTables', message, remedy);
}

/** @throws InvalidInput if all lines have more cells than the first one has names */
export function refuseMoreCells([names, ...lines]: readonly CsvRecord[], delimiter: string): void {
	if (lines.length < 2 || lines.some(({ width }) => width <= names.width)) return;
	const isText = lines.some(({ cells }) => cells.slice(1).some((cell) => cell.startsWith(' ')));
	if (!isText && lines.every(({ width }) => width === names.width + 1))
		throw new InvalidInput(
			'file.moreCells',
			`Line ${names.line} has one name too few for the lines after it`,
			'R writes row names like this. Write a name and a delimiter before the first name, or export the file with col.names = NA.',
		);
	const message = `Line ${lines[0].line} has more cells than line ${names.line} has names: a text that contains the delimiter ${JSON.stringify(delimiter)} needs quotes`;
	const remedy = 'Export the file with quotes around text, or with another delimiter.';
	throw new InvalidInput('file.moreCells', message, remedy);
}
