/** What a benchmark found, to be printed and written to docs/reports/benchmarks.md. */
export interface Section {
	title: string;
	intro: string;
	/** Tables in Markdown, header first. */
	tables: string[][][];
	bounds: Bound[];
}

/** A promise of the project, held against what was measured. */
export interface Bound {
	text: string;
	measured: number;
	limit: number;
	/** `most`: the measured value may not be above the limit. */
	kind: 'most' | 'least';
	unit: string;
}

const bound =
	(kind: Bound['kind']) =>
	(text: string, measured: number, limit: number, unit = '×'): Bound => ({
		text,
		measured,
		limit,
		kind,
		unit,
	});
export const atMost = bound('most');
export const atLeast = bound('least');

export const holds = ({ measured, limit, kind }: Bound): boolean =>
	kind === 'most' ? measured <= limit : measured >= limit;

const number = (value: number) =>
	value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

export function markdown({ title, intro, tables, bounds }: Section): string {
	const table = ([head = [], ...rows]: string[][]) =>
		[head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
			.map((cells) => `| ${cells.join(' | ')} |`)
			.join('\n');
	const verdicts = [
		['promise', 'measured', 'limit', ''],
		...bounds.map((bound) => [
			bound.text,
			`${number(bound.measured)} ${bound.unit}`,
			`at ${bound.kind} ${number(bound.limit)} ${bound.unit}`,
			holds(bound) ? 'holds' : '**missed**',
		]),
	];
	return [`## ${title}`, intro, ...tables.map(table), table(verdicts)].join('\n\n');
}

/** The middle one of an odd number of values. */
export function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

export const MEGABYTE = 1_024 * 1_024;

export const time = (ms: number): string =>
	ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;

export const megabytes = (bytes: number | undefined): string =>
	bytes === undefined || Number.isNaN(bytes) ? '' : `${Math.round(bytes / MEGABYTE)} MB`;
