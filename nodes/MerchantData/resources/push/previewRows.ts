import type { Batch } from '../../delivery/batches';
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

interface Refused {
	readonly first: Row;
	readonly problem: InvalidInput;
	count: number;
}

/** Sees each batch once, and makes at most nine items for *Preview*: a summary, reasons, and rows. */
export class PreviewRows {
	/** How many rows would be sent. */
	sent = 0;
	private readonly first: Row[] = [];
	private readonly shops = new Set<string>();
	private requests = 0;
	private readonly refused = new Map<string, Refused>();
	private refusedCount = 0;

	constructor(private readonly source: Pick<Source, 'placeOf'>) {}

	see({ rows }: Batch): void {
		if (rows[0].problem) return rows.forEach((row) => this.refuse(row, row.problem!));
		this.sent += rows.length;
		this.requests++;
		this.shops.add(rows[0].shop);
		this.first.push(...rows.slice(0, MOST_ROWS - this.first.length));
	}

	private refuse(first: Row, problem: InvalidInput): void {
		this.refusedCount++;
		const known = this.refused.get(problem.kind);
		if (known) known.count++;
		else this.refused.set(problem.kind, { first, problem, count: 1 });
	}

	/** The summary, up to three reasons, and the first rows as they would be sent. */
	items(description: Description | undefined, changes: Suggestions): PreviewItem[] {
		return [
			summaryItem(changesText(changes) + this.summaryText(), description),
			...this.reasons(),
			...this.first.map((row) => rowItem(this.placeOf(row), row)),
		];
	}

	private reasons(): PreviewItem[] {
		return [...this.refused.values()].slice(0, MOST_REASONS).map(({ first, problem, count }) => {
			const more = count > 1 ? ` (and ${numberText(count - 1)} more)` : '';
			return rowItem(`${this.placeOf(first)}${more}: ${problem.message}`, first, problem.remedy);
		});
	}

	/** A hint at the first reason, if rows cannot be sent. */
	hints(): string[] {
		const [reason] = this.refused.values();
		if (!reason) return [];
		const { sent, refusedCount: refused } = this;
		const counts = { refused, total: sent + refused, noun: 'rows' };
		return [refusedText(counts, this.placeOf(reason.first), sentencesOf(reason.problem))];
	}

	private summaryText(): string {
		const { sent, refusedCount, requests } = this;
		const [shop, ...others] = this.shops;
		const where = others.length > 0 ? counted(others.length + 1, 'shops') : shop;
		const how = sent > 0 ? ` to ${where} in ${counted(requests, 'requests')}` : '';
		const cannot = refusedCount > 0 ? `, ${counted(refusedCount, 'rows')} cannot be sent` : '';
		return `${counted(sent, 'rows')} would be sent${how}${cannot}`;
	}

	private placeOf(row: Row): string {
		return placeText(this.source.placeOf(row));
	}
}

function changesText({ fromLine, encoding }: Suggestions): string {
	const set = [fromLine && `"From Line" ${fromLine}`, encoding && `"Encoding" ${encoding}`];
	const text = set.filter(Boolean).join(' and ');
	return text === '' ? '' : `With ${text}: `;
}
