import type { Batch } from '../../delivery/batches';
import { previewedBatches } from '../../delivery/preview';
import type { RequestFormat } from '../../delivery/requestFormat';
import type { InvalidInput, Suggestions } from '../../errors/invalidInput';
import { placeText } from '../../errors/place';
import { refusedText, sentencesOf } from '../../errors/refusedText';
import type { Inspection, Source } from '../../input/source';
import { counted, numberText } from '../../lib/counted';
import type { Description } from '../../mapping/profile/description';
import type { Row } from '../../mapping/row';
import { type PreviewItem, rowItem, summaryItem } from './previewItem';

const MOST_ROWS = 5;
const MOST_REASONS = 3;
/** Rows of a file that are read again to count its requests, if all its rows are good and go to one shop. */
const MOST_READ_AGAIN = 20_000;

/** The rows as a push would send them. @param inspection of the source */
export async function previewRows(
	source: Source,
	inspection: Inspection,
	format: RequestFormat,
): Promise<PreviewRows> {
	const { total, refused, inputs } = inspection;
	const rows = new PreviewRows(source);
	const [file, ...others] = source.files ?? [];
	const isOneShop = file && others.length === 0 && file.shopColumn === undefined;
	const mayEnd = isOneShop && refused === 0 && !inputs.get(file.item)?.refusal;
	for await (const batch of previewedBatches(source, inspection, format)) {
		rows.see(batch);
		if (!mayEnd || rows.sent < MOST_READ_AGAIN) continue;
		rows.addGood(total - rows.sent);
		break;
	}
	return rows;
}

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
	/** Whether the number of requests is estimated. */
	private isEstimated = false;
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

	/** Counts good rows that were not read again: they are taken to be as large as the others. */
	addGood(count: number): void {
		if (count === 0) return;
		this.requests = Math.ceil((this.requests * (this.sent + count)) / this.sent);
		this.sent += count;
		this.isEstimated = true;
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
		const { sent, refusedCount } = this;
		const requests = `${this.isEstimated ? 'about ' : ''}${counted(this.requests, 'requests')}`;
		const [shop, ...others] = this.shops;
		const where = others.length > 0 ? counted(others.length + 1, 'shops') : shop;
		const how = sent > 0 ? ` to ${where} in ${requests}` : '';
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
