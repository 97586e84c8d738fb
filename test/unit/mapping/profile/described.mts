import { InvalidInput } from '../../../../nodes/MerchantData/errors/invalidInput.ts';
import type { ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import type { Description } from '../../../../nodes/MerchantData/mapping/profile/description.ts';
import { hintsOf } from '../../../../nodes/MerchantData/mapping/profile/hints.ts';
import { Profile } from '../../../../nodes/MerchantData/mapping/profile/profile.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { RowMaker } from '../../../../nodes/MerchantData/mapping/rowMaker.ts';
import { settingsOf } from '../settings.mts';

/** A table by its lines: names first, cells separated by `|`. */
export interface Table {
	readonly names: readonly string[];
	readonly rows: ReadonlyArray<readonly unknown[]>;
}

/** @param times how often the first row is there: only the first 1,000 rows are described in full */
export const table = (text: string, times = 1): Table => {
	const [names, ...rows] = text
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()));
	const again = Array.from({ length: times - 1 }, () => rows[0]!);
	return { names: names!, rows: [...again, ...rows] };
};

/** The rows of items that have one field each for a value. */
export const column = (name: string, values: readonly unknown[]): Table => ({
	names: [name],
	rows: values.map((value) => [value]),
});

/** What the first reading of a table finds; the lines count from 2. */
export function described(
	{ names, rows }: Table,
	given: Partial<ColumnSettings> = {},
	{ delimiter, isPreview }: { delimiter?: string; isPreview?: boolean } = {},
): Description {
	const settings = settingsOf(given);
	const profile = new Profile(settings, ({ line }) => `line ${line}`, isPreview);
	profile.delimiter = delimiter;
	const maker = new RowMaker(settings, true, 'only', profile);
	for (const [at, values] of rows.entries()) {
		const isBroken =
			values.length < names.length || values.every((value, at) => value === names[at]);
		const problem = isBroken ? new InvalidInput('file.shortLine', 'No row') : undefined;
		maker.make(new Row(0, at, 'a.example', at + 2), { names, values }, [], problem);
	}
	return profile.end();
}

export const linesOf = ({ totals }: Pick<Description, 'totals'>): number[] =>
	totals.filter(({ isDoubtful }) => !isDoubtful).map(({ row }) => row.line!);

export const hintsIn = (
	given: Table,
	settings: Partial<ColumnSettings> = {},
	to = { isForAgent: false, isPreview: false },
): string[] => hintsOf(described(given, settings), settingsOf(settings), to);
