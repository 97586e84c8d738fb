import type { Cell } from './cells.mts';
import { byKind, meanOf } from './report.mts';

/** The picture of docs/reports/limiter.md: throughput by kind of service, against the best fixed number. */

const LEFT = 240;
/** The width of a bar as long as the best fixed number. */
const FULL = 400;
const ROW = 46;
const TOP = 64;
const WIDTH = LEFT + FULL + 90;
const LIMITER = '#2563eb';
const ONE = '#94a3b8';

const text = (x: number, y: number, content: string, more = '') =>
	`<text x="${x}" y="${y}"${more}>${content}</text>`;

/** A bar with its label: inside if there is room for it, else behind it. */
function bar(y: number, share: number, colour: string): string[] {
	const width = Math.round(share * FULL);
	const label = `${Math.round(share * 100)} %`;
	const [end, white] = [LEFT + Math.min(width, FULL - 12), ' text-anchor="end" fill="#ffffff"'];
	return [
		`<rect x="${LEFT}" y="${y}" width="${width}" height="15" fill="${colour}"/>`,
		width > FULL / 2 ? text(end - 6, y + 12, label, white) : text(LEFT + width + 6, y + 12, label),
	];
}

/** @returns an SVG */
export function chart(cells: Cell[]): string {
	const kinds = byKind(cells);
	const bottom = TOP + kinds.length * ROW;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" width="${WIDTH}" font-family="sans-serif" font-size="13" fill="#1e293b">`,
		`<rect width="100%" height="100%" fill="#ffffff"/>`,
		text(16, 24, 'Throughput against the best fixed number of requests at once', ' font-size="15"'),
		`<rect x="16" y="36" width="12" height="12" fill="${LIMITER}"/>`,
		text(34, 47, 'limiter'),
		`<rect x="100" y="36" width="12" height="12" fill="${ONE}"/>`,
		text(118, 47, 'one request at a time'),
		...kinds.flatMap(([kind, own], index) => {
			const y = TOP + index * ROW;
			const oneAtATime = own.map(({ againstBest, againstOne }) => againstBest / againstOne);
			return [
				text(LEFT - 10, y + 20, kind, ' text-anchor="end"'),
				...bar(y, meanOf(own.map(({ againstBest }) => againstBest)), LIMITER),
				...bar(y + 17, meanOf(oneAtATime), ONE),
			];
		}),
		`<line x1="${LEFT + FULL}" y1="${TOP - 6}" x2="${LEFT + FULL}" y2="${bottom - 6}" stroke="#dc2626" stroke-dasharray="4 3"/>`,
		text(LEFT + FULL, bottom + 12, 'best fixed number', ' text-anchor="middle" fill="#dc2626"'),
		'</svg>',
		'',
	].join('\n');
}
