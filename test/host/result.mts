/** What came of a check: what is wrong, in words, and undefined if it holds. */
export interface Result {
	name: string;
	problem: string | undefined;
}

export const holds = ({ problem }: Result): boolean => problem === undefined;

export const allHold = (results: readonly Result[]): boolean =>
	results.length > 0 && results.every(holds);

export const verdict = (problem: string | undefined): string =>
	problem === undefined ? 'holds' : `fails: ${problem.split('\n')[0]!.replaceAll('|', '\\|')}`;

/** The results as a table in Markdown. */
export function resultTable(title: string, results: readonly Result[]): string {
	const rows = results.map(({ name, problem }) => `| ${name} | ${verdict(problem)} |`);
	const count = `${results.filter(holds).length} of ${results.length} hold.`;
	return [`| ${title} | Result |`, '| --- | --- |', ...rows, '', count, ''].join('\n');
}
