import type { Cell } from './cells.mts';

/** The picture of docs/limiter.md: throughput by kind of service, against the best fixed number. */

const isShared = (name: string) => name.includes('processes');
const isSilent = (name: string) => name.includes('no Retry-After');
const isOfOpen = (name: string) => name.startsWith('at most');
const isPlain = (name: string) => !isShared(name) && !isSilent(name) && !isOfOpen(name);

const GROUPS: ReadonlyArray<[label: string, holds: (name: string) => boolean]> = [
	['No quota', (name) => name === 'no quota'],
	['Quota by the clock', (name) => isPlain(name) && name.startsWith('aligned')],
	['Quota from the first request on', (name) => isPlain(name) && name.startsWith('free')],
	['Quota in any stretch of time', (name) => isPlain(name) && name.startsWith('sliding')],
	['Token bucket', (name) => isPlain(name) && name.startsWith('token')],
	['Quota, without Retry-After', (name) => isSilent(name) && !isOfOpen(name)],
	['Quota shared by 2 or 4 processes', isShared],
	['At most 4 or 10 requests open', isOfOpen],
];

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Shares of the throughput of the best fixed number, 1 for as fast. */
interface Bars {
	label: string;
	limiter: number;
	oneAtATime: number;
}

const barsOf = (cells: Cell[]): Bars[] =>
	GROUPS.map(([label, holds]) => {
		const own = cells.filter(({ model, requests }) => requests >= 400 && holds(model.name));
		return {
			label,
			limiter: mean(own.map(({ againstBest }) => againstBest)),
			oneAtATime: mean(own.map(({ againstBest, againstOne }) => againstBest / againstOne)),
		};
	});

const LEFT = 240;
/** Of a bar as long as the best fixed number. */
const FULL = 400;
const ROW = 46;
const TOP = 64;
const WIDTH = LEFT + FULL + 90;
const LIMITER = '#2563eb';
const ONE = '#94a3b8';

const text = (x: number, y: number, content: string, more = '') =>
	`<text x="${x}" y="${y}"${more}>${content}</text>`;

const bar = (y: number, width: number, colour: string) =>
	`<rect x="${LEFT}" y="${y}" width="${width}" height="15" fill="${colour}"/>`;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** A bar with its label inside, left of the line at the best fixed number. */
const longBar = (y: number, share: number) => {
	const width = Math.round(share * FULL);
	const end = LEFT + Math.min(width, FULL - 12) - 6;
	return [
		bar(y, width, LIMITER),
		text(end, y + 12, percent(share), ' text-anchor="end" fill="#ffffff"'),
	];
};

const shortBar = (y: number, share: number) => {
	const width = Math.round(share * FULL);
	return [bar(y, width, ONE), text(LEFT + width + 6, y + 12, percent(share))];
};

/** @returns an SVG */
export function chart(cells: Cell[]): string {
	const bars = barsOf(cells);
	const bottom = TOP + bars.length * ROW;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" width="${WIDTH}" font-family="sans-serif" font-size="13" fill="#1e293b">`,
		`<rect width="100%" height="100%" fill="#ffffff"/>`,
		text(16, 24, 'Throughput against the best fixed number of requests at once', ' font-size="15"'),
		`<rect x="16" y="36" width="12" height="12" fill="${LIMITER}"/>`,
		text(34, 47, 'limiter'),
		`<rect x="100" y="36" width="12" height="12" fill="${ONE}"/>`,
		text(118, 47, 'one request at a time'),
		...bars.flatMap(({ label, limiter, oneAtATime }, index) => {
			const y = TOP + index * ROW;
			return [
				text(LEFT - 10, y + 20, label, ' text-anchor="end"'),
				...longBar(y, limiter),
				...shortBar(y + 17, oneAtATime),
			];
		}),
		`<line x1="${LEFT + FULL}" y1="${TOP - 6}" x2="${LEFT + FULL}" y2="${bottom - 6}" stroke="#dc2626" stroke-dasharray="4 3"/>`,
		text(LEFT + FULL, bottom + 12, 'best fixed number', ' text-anchor="middle" fill="#dc2626"'),
		'</svg>',
		'',
	].join('\n');
}
