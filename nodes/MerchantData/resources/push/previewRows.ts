import type { RequestFormat } from '../../delivery/requestFormat';
import type { InvalidInput, Suggestions } from '../../errors/invalidInput';
import { placeText } from '../../errors/place';
import { refusedText, sentencesOf } from '../../errors/refusedText';
import type { Source } from '../../input/source';
import { counted, numberText } from '../../lib/counted';
import type { Description } from '../../mapping/profile/description';
import type { Row } from '../../mapping/row';
import { type PreviewItem, rowItem, summaryItem } from './previewItem';

const MOST_ROWS = 5;
const MOST_REASONS = 3;

/** Rows of a shop that would be sent: all of them, or those of a file. No request has rows of two files. */
interface Group {
	readonly item: number;
	readonly shop: string;
	rows: number;
	size: number;
}

interface Refused {
	/** Undefined if the problem concerns a column or the whole file. */
	readonly first?: Row;
	readonly problem: InvalidInput;
	count: number;
}

/** Sees each row once, and makes at most nine items for *Preview*: a summary, reasons, and rows. */
export class PreviewRows {
	private readonly good: Row[] = [];
	private readonly groups = new Map<string, Group>();
	private sent = 0;
	private readonly refused = new Map<string, Refused>();
	private refusedCount = 0;

	constructor(
		private readonly source: Source,
		private readonly format: Pick<RequestFormat, 'limit' | 'sizeOf'>,
	) {}

	see(row: Row): void {
		if (row.problem) return this.refuse(row.problem, 1, row);
		this.count(row, 1);
		// Later, some may turn out to be totals.
		if (this.good.length < MOST_ROWS * 2) this.good.push(row);
	}

	/** Corrects a row that was seen as good, but looks wrong in comparison with the others. */
	seeWrong(row: Row): void {
		if (!row.problem) return;
		this.count(row, -1);
		this.refuse(row.problem, 1, row);
	}

	/** Corrects the rows of a file, or all rows: the end of the reading shows that they cannot be sent. */
	seeRefusal(problem: InvalidInput, item?: number): void {
		for (const [key, group] of this.groups) {
			if (item !== undefined && group.item !== item) continue;
			this.groups.delete(key);
			this.sent -= group.rows;
			if (group.rows > 0) this.refuse(problem, group.rows);
		}
	}

	private count(row: Row, change: 1 | -1): void {
		const { item, shop } = row;
		const key = this.keyOf(row);
		const group = this.groups.get(key) ?? { item, shop, rows: 0, size: 0 };
		this.groups.set(key, group);
		group.rows += change;
		this.sent += change;
		group.size += change * this.format.sizeOf(row);
	}

	private keyOf({ item, shop }: Row): string {
		return this.source.files ? `${item} ${shop}` : shop;
	}

	private refuse(problem: InvalidInput, count: number, first?: Row): void {
		this.refusedCount += count;
		const known = this.refused.get(problem.kind);
		if (known) known.count += count;
		else this.refused.set(problem.kind, { first, problem, count });
	}

	/** The summary, up to three reasons, and the first rows as they would be sent. */
	items(description: Description | undefined, changes: Suggestions): PreviewItem[] {
		const rows = this.good.filter((row) => !row.problem && this.groups.has(this.keyOf(row)));
		const preview = changesText(changes) + this.summaryText();
		return [
			summaryItem(preview, description),
			...this.reasons(),
			...rows.slice(0, MOST_ROWS).map((row) => rowItem(this.placeOf(row), row)),
		];
	}

	private reasons(): PreviewItem[] {
		return [...this.refused.values()].slice(0, MOST_REASONS).map(({ first, problem, count }) => {
			const more = count > 1 ? ` (and ${numberText(count - 1)} more)` : '';
			const place = first ? this.placeOf(first) + more : 'all rows';
			return rowItem(`${place}: ${problem.message}`, first, problem.remedy);
		});
	}

	/** A hint at the first reason, if rows cannot be sent. */
	hints(): string[] {
		const [reason] = this.refused.values();
		if (!reason) return [];
		const { first, problem } = reason;
		const { sent, refusedCount: refused } = this;
		const counts = { refused, total: sent + refused, noun: 'rows' };
		return [refusedText(counts, first && this.placeOf(first), sentencesOf(problem))];
	}

	private summaryText(): string {
		const { sent, refusedCount } = this;
		const how = sent > 0 ? ` to ${this.requestsText()}` : '';
		const cannot = refusedCount > 0 ? `, ${counted(refusedCount, 'rows')} cannot be sent` : '';
		return `${counted(sent, 'rows')} would be sent${how}${cannot}`;
	}

	private requestsText(): string {
		const { limit } = this.format;
		const groups = [...this.groups.values()].filter(({ rows }) => rows > 0);
		const byRows = groups.map(({ rows }) => Math.ceil(rows / limit.rows));
		const bySize = groups.map(({ size }) => Math.ceil(size / limit.size));
		const requests = sumOf(byRows.map((count, at) => Math.max(count, bySize[at])));
		// Sizes are estimated.
		const about = requests > sumOf(byRows) ? 'about ' : '';
		const [shop, ...others] = new Set(groups.map((group) => group.shop));
		const where = others.length > 0 ? counted(others.length + 1, 'shops') : shop;
		return `${where} in ${about}${counted(requests, 'requests')}`;
	}

	private placeOf(row: Row): string {
		return placeText(this.source.placeOf(row));
	}
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);

function changesText({ fromLine, encoding }: Suggestions): string {
	const set = [fromLine && `"From Line" ${fromLine}`, encoding && `"Encoding" ${encoding}`];
	const text = set.filter(Boolean).join(' and ');
	return text === '' ? '' : `With ${text}: `;
}
