import { CsvParser } from './csv';

const CANDIDATES = [',', ';', '\t', '|'];
const MOST_RECORDS = 20;

/**
 * The character that separates the cells of a CSV file: the one that gives records of one width, and of
 * those the one that gives most cells. A comma where none is there.
 * @param sample the beginning of the file
 * @param isWhole whether it is all of it
 */
export function findDelimiter(sample: string, isWhole: boolean): string {
	let best = { delimiter: CANDIDATES[0], isEven: false, width: 1 };
	for (const delimiter of CANDIDATES) {
		const parser = new CsvParser({ delimiter, mostChars: Infinity, firstLine: 1 });
		const widths = parser
			.feed(sample, isWhole)
			.slice(0, MOST_RECORDS)
			.map((record) => (record.problem ? undefined : record.content.length));
		const [width] = widths;
		// The header goes on beyond the sample.
		if (width === undefined || width < 2) continue;
		const isEven = widths.every((each) => each === width);
		if (isEven === best.isEven ? width > best.width : isEven) best = { delimiter, isEven, width };
	}
	return best.delimiter;
}
