import { previewedBatches } from '../../delivery/preview';
import type { RequestFormat } from '../../delivery/requestFormat';
import type { Suggestions } from '../../errors/invalidInput';
import { placeText } from '../../errors/place';
import { refusedText, sentencesOf } from '../../errors/refusedText';
import type { Inspection, Source } from '../../input/source';
import { counted, numberText } from '../../lib/counted';
import type { Row } from '../../mapping/row';
import { rowItem, summaryItem } from './previewItem';

const MOST_ROWS = 5;
const MOST_REASONS = 3;
/** Rows of a file that are read again to count its requests, if all its rows are good and go to one shop. */
const MOST_READ_AGAIN = 20_000;

/** What would be sent in how many requests, and what would not. */
class Seen {
	sent = 0;
	requests = 0;
	isEstimated = false;
	readonly shops = new Set<string>();
	/** The first rows that would be sent. */
	readonly first: Row[] = [];
	refused = 0;
	/** The first row of each kind of refusal, and how many there are. */
	readonly reasons = new Map<string, { readonly row: Row; count: number }>();
}

/** The rows as a push would send them: at most nine items, and a hint at the first reason if rows cannot be sent. */
export async function previewRows(
	source: Source,
	inspection: Inspection,
	format: RequestFormat,
	changes: Suggestions = {},
) {
	const seen = await see(source, inspection, format);
	const placeOf = (row: Row) => placeText(source.placeOf(row));
	const reasons = [...seen.reasons.values()];
	const items = [
		summaryItem(changesText(changes) + summaryText(seen), inspection.description),
		...reasons.slice(0, MOST_REASONS).map(({ row, count }) => {
			const { message, remedy } = row.problem!;
			const more = count > 1 ? ` (and ${numberText(count - 1)} more)` : '';
			return rowItem(`${placeOf(row)}${more}: ${message}`, row, remedy);
		}),
		...seen.first.map((row) => rowItem(placeOf(row), row)),
	];
	const { sent, refused } = seen;
	const counts = { refused, total: sent + refused, noun: 'rows' };
	const hints = reasons
		.slice(0, 1)
		.map(({ row }) => refusedText(counts, placeOf(row), sentencesOf(row.problem!)));
	return { sent, items, hints };
}

async function see(source: Source, inspection: Inspection, format: RequestFormat): Promise<Seen> {
	const { total, refused, inputs } = inspection;
	const [file, ...others] = source.files ?? [];
	const isOneShop = file && others.length === 0 && file.shopColumn === undefined;
	const mayEnd = isOneShop && refused === 0 && !inputs.get(file.item)?.refusal;
	const seen = new Seen();
	for await (const { rows } of previewedBatches(source, inspection, format)) {
		if (rows[0].problem) {
			seen.refused += rows.length;
			for (const row of rows) {
				const { kind } = row.problem!;
				const reason = seen.reasons.get(kind) ?? { row, count: 0 };
				reason.count++;
				seen.reasons.set(kind, reason);
			}
			continue;
		}
		seen.sent += rows.length;
		seen.requests++;
		seen.shops.add(rows[0].shop);
		seen.first.push(...rows.slice(0, MOST_ROWS - seen.first.length));
		if (!mayEnd || seen.sent < MOST_READ_AGAIN || seen.sent === total) continue;
		// The other rows are taken to be as large as these.
		seen.requests = Math.ceil((seen.requests * total) / seen.sent);
		seen.sent = total;
		seen.isEstimated = true;
		break;
	}
	return seen;
}

function summaryText({ sent, requests, isEstimated, shops, refused }: Seen): string {
	const [shop, ...others] = shops;
	const where = others.length > 0 ? counted(others.length + 1, 'shops') : shop;
	const inRequests = `in ${isEstimated ? 'about ' : ''}${counted(requests, 'requests')}`;
	const how = sent > 0 ? ` to ${where} ${inRequests}` : '';
	const cannot = refused > 0 ? `, ${counted(refused, 'rows')} cannot be sent` : '';
	return `${counted(sent, 'rows')} would be sent${how}${cannot}`;
}

function changesText({ fromLine, encoding }: Suggestions): string {
	const set = [fromLine && `"From Line" ${fromLine}`, encoding && `"Encoding" ${encoding}`];
	const text = set.filter(Boolean).join(' and ');
	return text === '' ? '' : `With ${text}: `;
}
