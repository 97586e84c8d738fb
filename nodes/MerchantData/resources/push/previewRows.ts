import { sentencesOf } from '../../delivery/preview';
import type { RequestFormat } from '../../delivery/requestFormat';
import type { InvalidInput, Suggestions } from '../../errors/invalidInput';
import type { Source } from '../../input/source';
import { counted, numberText } from '../../lib/counted';
import { placeText } from '../../errors/place';
import type { Description } from '../../mapping/profile/description';
import type { Row } from '../../mapping/row';
import { type PreviewItem, rowItem, summaryItem } from './previewItem';

const MOST_ROWS = 5;
const MOST_REASONS = 3;

interface Refused {
	/** Undefined if the problem concerns a column or the whole file. */
	readonly first?: Row;
	readonly problem: InvalidInput;
	count: number;
}

/** Sees each row once, and makes at most nine items for *Preview*: a summary, reasons, and rows. */
export class PreviewRows {
	private readonly good: Row[] = [];
	private readonly refused = new Map<string, Refused>();
	/** Rows by shop, and the open request of each. */
	private readonly shops = new Map<string, { rows: number; inRequest: number; size: number }>();
	/** Number of good rows by input item. */
	private readonly ofItems = new Map<number, number>();
	private requests = 0;
	/** Whether a request was full before it had *Batch Size* rows. */
	private isBySize = false;

	constructor(private readonly format: Pick<RequestFormat, 'limit' | 'sizeOf'>) {}

	see(row: Row): void {
		if (row.problem) return this.refuse(row, row.problem);
		this.ofItems.set(row.item, (this.ofItems.get(row.item) ?? 0) + 1);
		// Later, some may turn out to be totals.
		if (this.good.length < MOST_ROWS * 2) this.good.push(row);
		this.countRequest(row);
	}

	/** Corrects a row that was seen as good, but looks wrong in comparison with the others. */
	seeWrong(row: Row): void {
		if (!row.problem) return;
		this.ofItems.set(row.item, this.ofItems.get(row.item)! - 1);
		this.shops.get(row.shop)!.rows--;
		this.refuse(row, row.problem);
	}

	/** Corrects the rows of an input item, or all rows: the end of the reading shows that they cannot be sent. */
	seeRefusal(problem: InvalidInput, item?: number): void {
		const items = item === undefined ? [...this.ofItems.keys()] : [item];
		const count = items.reduce((sum, each) => sum + (this.ofItems.get(each) ?? 0), 0);
		for (const each of items) this.ofItems.delete(each);
		if (count > 0) this.refused.set(problem.kind, { problem, count });
	}

	private refuse(row: Row, problem: InvalidInput): void {
		const known = this.refused.get(problem.kind);
		if (known) known.count++;
		else this.refused.set(problem.kind, { first: row, problem, count: 1 });
	}

	private get sent(): number {
		return [...this.ofItems.values()].reduce((sum, count) => sum + count, 0);
	}

	private countRequest(row: Row): void {
		const { limit, sizeOf } = this.format;
		const open = this.shops.get(row.shop) ?? { rows: 0, inRequest: 0, size: 0 };
		this.shops.set(row.shop, open);
		const size = sizeOf(row);
		const isFull = open.inRequest > 0 && open.size + size > limit.size;
		if (isFull || open.inRequest >= limit.rows || open.inRequest === 0) {
			this.isBySize ||= isFull;
			this.requests++;
			[open.inRequest, open.size] = [0, 0];
		}
		open.rows++;
		open.inRequest++;
		open.size += size;
	}

	private get requestsText(): string {
		// Sizes are estimated.
		if (this.isBySize) return `about ${counted(this.requests, 'requests')}`;
		const { rows: most } = this.format.limit;
		const requests = [...this.shops.values()].map(({ rows }) => Math.ceil(rows / most));
		return counted(
			requests.reduce((sum, each) => sum + each, 0),
			'requests',
		);
	}

	/** The summary, up to three reasons, and the first rows as they would be sent. */
	items(source: Source, description: Description | undefined, changes: Suggestions): PreviewItem[] {
		const rows = this.good
			.filter(({ problem, item }) => !problem && this.ofItems.has(item))
			.slice(0, MOST_ROWS);
		const preview = changesText(changes) + this.summaryText();
		return [
			summaryItem(preview, description),
			...this.reasons(source),
			...rows.map((row) => rowItem(placeText(source.placeOf(row)), row)),
		];
	}

	private reasons(source: Source): PreviewItem[] {
		return [...this.refused.values()].slice(0, MOST_REASONS).map(({ first, problem, count }) => {
			const more = count > 1 ? ` (and ${numberText(count - 1)} more)` : '';
			const place = first ? placeText(source.placeOf(first)) + more : 'all rows';
			return rowItem(`${place}: ${problem.message}`, first, problem.remedy);
		});
	}

	hints(source: Source): string[] {
		const [reason] = this.refused.values();
		if (!reason) return [];
		const { first, problem } = reason;
		const all = counted(this.sent + this.refusedCount, 'rows');
		const place = first ? `First, ${placeText(source.placeOf(first))}: ` : '';
		return [
			`${numberText(this.refusedCount)} of ${all} cannot be sent. ${place}${sentencesOf(problem)}`,
		];
	}

	private get refusedCount(): number {
		return [...this.refused.values()].reduce((sum, { count }) => sum + count, 0);
	}

	private summaryText(): string {
		const { sent, refusedCount } = this;
		const shops = [...this.shops.keys()].filter(Boolean);
		const where = shops.length === 1 ? shops[0] : counted(shops.length, 'shops');
		const how = sent > 0 ? ` to ${where} in ${this.requestsText}` : '';
		const cannot = refusedCount > 0 ? `, ${counted(refusedCount, 'rows')} cannot be sent` : '';
		return `${counted(sent, 'rows')} would be sent${how}${cannot}`;
	}
}

function changesText({ fromLine, encoding }: Suggestions): string {
	const set = [
		fromLine !== undefined && `"From Line" ${fromLine}`,
		encoding !== undefined && `"Encoding" ${encoding}`,
	].filter(Boolean);
	return set.length > 0 ? `With ${set.join(' and ')}: ` : '';
}
