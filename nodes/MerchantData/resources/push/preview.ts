import type { IDataObject, INode } from 'n8n-workflow';
import type { Suggestions, InvalidInput } from '../../errors/invalidInput';
import type { Inspection, Source } from '../../input/source';
import { counted, numberText } from '../../lib/counted';
import { isPlainObject } from '../../lib/objects';
import { placeText } from '../../mapping/place';
import type { ColumnDescription } from '../../mapping/profile/columnDescription';
import type { Description } from '../../mapping/profile/description';
import type { ColumnSummary } from '../../mapping/profile/summary';
import { fieldsForPeople, type Row } from '../../mapping/row';
import type { RequestFormat } from '../../delivery/requestFormat';
import type { Proposal } from '../../mapping/profile/proposal';
import { proposedNode } from './proposedNode';

/** What *Preview* shows of a push: a table to look at, of ten items at most. */

const MOST_ROWS = 5;
const MOST_REASONS = 3;

/** Rows that cannot be sent for one reason. */
interface Refused {
	/** Undefined if the reason concerns a column or the whole file. */
	readonly first?: Row;
	readonly problem: InvalidInput;
	count: number;
}

/** Sees each row of the only reading. */
export class PreviewRows {
	private readonly good: Row[] = [];
	private readonly refused = new Map<string, Refused>();
	/** Rows by shop, and what the open request of each holds. */
	private readonly shops = new Map<string, { rows: number; inRequest: number; size: number }>();
	/** Good rows, by input item. */
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

	/** A row that was seen as good, and looks wrong by all the others. */
	seeWrong(row: Row): void {
		if (!row.problem) return;
		this.ofItems.set(row.item, this.ofItems.get(row.item)! - 1);
		this.shops.get(row.shop)!.rows--;
		this.refuse(row, row.problem);
	}

	/** The end of the reading shows that none of the rows can be sent: those of an input item, or all. */
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

	private get requestCount(): number {
		if (this.isBySize) return this.requests;
		const { rows: most } = this.format.limit;
		return [...this.shops.values()].reduce((sum, { rows }) => sum + Math.ceil(rows / most), 0);
	}

	/** The summary, up to three reasons, and the first rows as they would be sent. */
	items(source: Source, { description }: Inspection, changes: Suggestions): PreviewItem[] {
		const rows = this.good
			.filter(({ problem, item }) => !problem && this.ofItems.has(item))
			.slice(0, MOST_ROWS);
		const preview = changesText(changes) + this.summaryText();
		return [
			{ json: { preview, ...inOrder(summaries(description)) } },
			...this.reasons(source),
			...rows.map((row) => itemOf(row, placeText(source.placeOf(row)))),
		];
	}

	private reasons(source: Source): PreviewItem[] {
		return [...this.refused.values()].slice(0, MOST_REASONS).map(({ first, problem, count }) => {
			const more = count > 1 ? ` (and ${numberText(count - 1)} more)` : '';
			const text = sentencesOf(problem);
			if (!first) return { json: { preview: `all rows: ${text}` } };
			return itemOf(first, `${placeText(source.placeOf(first))}${more}: ${text}`);
		});
	}

	/** How many rows cannot be sent, and the first reason; undefined if all can be sent. */
	hint(source: Source): string | undefined {
		const [reason] = this.refused.values();
		if (!reason) return undefined;
		const all = counted(this.sent + this.refusedCount, 'rows');
		const place = reason.first ? `First, ${placeText(source.placeOf(reason.first))}: ` : '';
		return `${numberText(this.refusedCount)} of ${all} cannot be sent. ${place}${sentencesOf(reason.problem)}`;
	}

	private get refusedCount(): number {
		return [...this.refused.values()].reduce((sum, { count }) => sum + count, 0);
	}

	private summaryText(): string {
		const shops = [...this.shops.keys()].filter(Boolean);
		const where = shops.length === 1 ? shops[0] : counted(shops.length, 'shops');
		const would = `${counted(this.sent, 'rows')} would be sent`;
		const sent =
			this.sent > 0 ? `${would} to ${where} in ${counted(this.requestCount, 'requests')}` : would;
		const { refusedCount } = this;
		return refusedCount > 0 ? `${sent}, ${counted(refusedCount, 'rows')} cannot be sent` : sent;
	}
}

/** What had to be set so that the file could be read. */
function changesText({ fromLine, encoding }: Suggestions): string {
	const set = [
		fromLine === undefined ? [] : `"From Line" ${fromLine}`,
		encoding === undefined ? [] : `"Encoding" ${encoding}`,
	].flat();
	return set.length > 0 ? `With ${set.join(' and ')}: ` : '';
}

/** A file of which no row can be read, and why. */
export const unreadable = (refusal: InvalidInput): PreviewItem => ({
	json: { preview: `The file cannot be read: ${sentencesOf(refusal)}` },
});

/** The node with settings that fit, last: open, its tree would hide all rows. */
export const nodeItem = (node: INode, proposal: Proposal, changes: Suggestions): PreviewItem => ({
	json: {
		preview: USE_THEM,
		...(proposal.questions.length > 0 && { questions: [...proposal.questions] }),
		proposedNode: proposedNode(node, proposal, changes),
	},
});

const USE_THEM =
	'To use these settings, open the JSON view, click proposedNode, then the copy icon and "Copy Selection". Paste on the canvas.';

export interface PreviewItem {
	readonly json: IDataObject;
	/** The input item that it comes from. */
	readonly item?: number;
}

export const sentencesOf = ({ message, remedy }: InvalidInput): string =>
	[message.replace(/\.$/, ''), remedy].filter(Boolean).join('. ');

function itemOf(row: Row, preview: string): PreviewItem {
	return { item: row.item, json: { preview, ...inOrder(flat(fieldsForPeople(row) ?? {})) } };
}

/** Nested fields with dots in their names: n8n draws objects open in its table. */
function flat(fields: IDataObject, begin = ''): IDataObject {
	const all: IDataObject = {};
	for (const [name, value] of Object.entries(fields))
		if (isPlainObject(value)) Object.assign(all, flat(value, `${begin}${name}.`));
		else all[begin + name] = value;
	return all;
}

/** Day, ID and name first, then other texts, then numbers. */
function inOrder(fields: IDataObject): IDataObject {
	const placeOf = ([name, value]: [string, unknown]): number => {
		if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}\b/.test(value)) return 0;
		if (/(?:^|[\W_]|[a-z](?=I))id$/i.test(name)) return 1;
		if (typeof value !== 'number') return /name$/i.test(name) ? 2 : 3;
		return 4;
	};
	return Object.fromEntries(
		Object.entries(fields).sort((one, other) => placeOf(one) - placeOf(other)),
	);
}

/** What is told of each column, under the name that it is sent as. */
const summaries = (description: Description | undefined): IDataObject =>
	Object.fromEntries(
		[...(description?.summaries ?? [])].map(([column, summary]) => [
			column.field,
			summaryOf(summary, column),
		]),
	);

function summaryOf(summary: ColumnSummary, { type }: ColumnDescription): string {
	const divisor = type === 'micros' ? 1_000_000 : type === 'fraction' ? 100 : 1;
	const asSent = (value: number) => Number((value / divisor).toPrecision(12));
	if ('sum' in summary) return `sum ${asSent(summary.sum)}`;
	if ('least' in summary) return spanned(asSent(summary.least), asSent(summary.most));
	if ('first' in summary) return spanned(summary.first, summary.last);
	const { different, isMore } = summary;
	return `${isMore ? 'more than ' : ''}${numberText(different)} different`;
}

const spanned = <T extends number | string>(first: T, last: T): string =>
	first === last ? String(first) : `${first} to ${last}`;
