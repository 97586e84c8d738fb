import { InvalidValue } from '../../shared/invalidValue';
import { FILE_FIELD } from '../files/bytes';
import type { Found } from './fileRows';

/** The records of a CSV file by the names in its header. */
export function csvRecords(): (cells: string[], line: number) => Found {
	let header: { names: string[]; line: number } | undefined;

	return (cells, line) => {
		if (cells.length === 1 && cells[0].trim() === '') return 'blank';
		if (!header) {
			header = { names: cells.map((cell) => cell.trim()), line };
			return { header: named(header.names) };
		}
		const { names } = header;
		if (!fits(cells, names.length)) return { problem: ofWidth(cells.length, names.length) };
		const fields: Record<string, string> = {};
		let problem: InvalidValue | undefined;
		for (let index = 0; index < names.length; index++) {
			const cell = cells[index];
			if (cell === '') continue;
			const name = names[index];
			if (name !== '') fields[name] = cell;
			else if (cell.trim() !== '') problem ??= nameless(index, header.line);
		}
		return { fields, problem };
	};
}

/** Empty cells at the end of a record do no harm. */
const fits = (cells: string[], width: number): boolean =>
	cells.length === width ||
	(cells.length > width && cells.slice(width).every((cell) => cell.trim() === ''));

/** The columns that have names. @throws InvalidValue where nobody could say which is which */
function named(names: string[]): string[] {
	const known = names.filter((name) => name !== '');
	const twice = known.find((name, index) => known.indexOf(name) !== index);
	if (known.includes('__proto__'))
		throw new InvalidValue(FILE_FIELD, 'holds a CSV file with a column named "__proto__"');
	if (twice !== undefined) {
		throw new InvalidValue(
			FILE_FIELD,
			`holds a CSV file with two columns named "${twice.slice(0, 100)}"`,
			'Give each column a name of its own.',
		);
	}
	return known;
}

const ofWidth = (width: number, columns: number): InvalidValue =>
	new InvalidValue(
		FILE_FIELD,
		`holds a line of ${width} cells, and the file has ${columns} columns`,
		'Correct the line; a cell that holds the delimiter stands in quotes.',
	);

const nameless = (index: number, line: number): InvalidValue =>
	new InvalidValue(
		FILE_FIELD,
		`holds a value in column ${index + 1}, which has no name in line ${line}`,
		'Give the column a name, or remove the value.',
	);
