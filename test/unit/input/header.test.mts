import { headerProblem } from '../../../nodes/MerchantData/input/header.ts';
import { type ColumnSettings } from '../../../nodes/MerchantData/mapping/columns.ts';
import { RowMaker } from '../../../nodes/MerchantData/mapping/rowMaker.ts';
import { entry, settingsOf } from '../mapping/settings.mts';

const problemOf = (names: string[], more: Partial<ColumnSettings> = {}) => {
	const settings = settingsOf(more);
	return headerProblem(names, settings, [], new RowMaker(settings, true));
};
const OUTCOME = ['error.message', 'error.outcome'];

it.each<[names: string[], settings: Partial<ColumnSettings>, problem: string | undefined]>([
	[['a', 'b'], { entries: [entry('c')] }, 'There is no column "c" (Columns)'],
	[['a', '2026-11-20'], { sendsOthers: false }, undefined],
	[['2024'], { entries: [entry('2024')] }, undefined],
	[['a', 'A'], { entries: [entry('a', { path: ['A'] })] }, '"Columns" makes the field "A" twice'],
	[[...OUTCOME, 'error.row.n'], {}, 'error items, not of rows'],
	[[...OUTCOME, 'error.row.n'], { entries: [entry('error.row.n')] }, undefined],
	[[...OUTCOME, 'n'], {}, undefined],
	[['error.message'], {}, undefined],
])('the names %j with %j: %s', (names, settings, problem) => {
	const message = problem && (expect.stringContaining(problem) as string);
	expect(problemOf(names, settings)?.message).toEqual(message);
});

it('the error about a first line of values says what to do', () => {
	expect(problemOf(['Brand', '2026-11-20'])).toMatchObject({
		code: 'file.noNames',
		message:
			'"Input Binary Field" contains a file whose first line seems to have values, such as "2026-11-20", not column names',
		remedy:
			'Add a line with the column names above it. If they are in another line, set "From Line" in the options. If it is a name, add it to "Columns".',
	});
});
