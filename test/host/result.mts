/** What came of a check: what is wrong, in words, and undefined if it holds. */
export interface Result {
	name: string;
	problem: string | undefined;
}

export const holds = ({ problem }: Result): boolean => problem === undefined;

/** Where nothing was run, nothing is known to hold. */
export const allHold = (results: readonly Result[]): boolean =>
	results.length > 0 && results.every(holds);

export const verdict = (problem: string | undefined): string =>
	problem === undefined ? 'holds' : `fails: ${problem.split('\n')[0]!.replaceAll('|', '\\|')}`;

/** The results in Markdown, in columns that a terminal shows as such. */
export function resultTable(title: string, results: readonly Result[]): string {
	const cells = [
		[title, 'Result'],
		...results.map(({ name, problem }) => [name, verdict(problem)]),
	] as Array<[string, string]>;
	const width = Math.max(...cells.map(([name]) => name.length));
	const [head, ...rows] = cells.map(([name, result]) => `| ${name.padEnd(width)} | ${result} |`);
	const count = `${results.filter(holds).length} of ${results.length} hold.`;
	return [head, `| ${'-'.repeat(width)} | --- |`, ...rows, '', count, ''].join('\n');
}
