import './inProcess.mts';
import { atMost } from './section.mts';

/** Times functions with the input that is hardest for them. `node bench/costs.mts` prints bounds. */

const { namedRows } = await import('../nodes/MerchantData/delivery/namedRows.ts');
const { numberIn, NUMBERS } = await import('../nodes/MerchantData/mapping/numberFormat.ts');
const { numberRemedy } = await import('../nodes/MerchantData/mapping/remedies.ts');
const { Row } = await import('../nodes/MerchantData/mapping/row.ts');
const { serverText } = await import('../nodes/MerchantData/service/answers/serverText.ts');
const { parseAnswer } = await import('../nodes/MerchantData/sql/digits.ts');
const { diff } = await import('../nodes/MerchantData/trigger/diff.ts');
const { fingerprints } = await import('../nodes/MerchantData/trigger/fingerprint.ts');
const { POLL } = await import('../test/kit/trigger.mts');

const PARTS = ['0', '1', '\u200f', ' ', '1 ', 'k', 'k.', '1,23,', '€', '1,', '.', "1'123", '-'];
const zeros = '0'.repeat(200_000);
const longTexts = [`${zeros}1`, `${zeros}x`, ...PARTS.map((part) => `12${part.repeat(200_000)}x`)];
const readIn = (text: string) => NUMBERS.map((name) => numberIn(text, name));
const readAll = () => longTexts.map((text) => [readIn(text), numberRemedy(text)]);
const page = `<html>${'<script'.repeat(20_000)}`;
const orders = Array.from({ length: 5_000 }, (_, n) => ({ order: `A-${n}`, day: '2026-01-31' }));
const pushed = orders.map((order, n) => ({ ...new Row(n, 0, ''), json: JSON.stringify(order) }));

const search = (json: string) => (): unknown => parseAnswer(json).value;
const ids = JSON.stringify(
	Array.from({ length: 200_000 }, (_, id) => ({ id: `90071992547409${id}1234` })),
);
const roots = JSON.stringify(Array.from({ length: 500_000 }, (_, n) => Math.sqrt(n)));
const decimal = `[0.${'1234567890'.repeat(1_000_000)}]`;

const rows = Array.from({ length: 20_000 }, (_, content) => ({ id: null, content }));
const prints = fingerprints(rows, POLL.columns, 'salt');
const poll = { ...POLL, event: 'newRows' as const, rows: prints };
const { next } = diff(undefined, poll);
const others = prints.map(({ key, hash }) => ({ key, hash: hash.toLowerCase() }));

const CASES: Array<[text: string, limitMs: number, work: () => unknown]> = [
	['a number in 15 texts of 200,000 characters', 1_000, readAll],
	['the text of a page of 20,000 tags without an end', 1_500, () => serverText(page)],
	['the rows that 5,000 errors name', 3_000, () => namedRows(pushed, orders)],
	['the search for long numbers in 200,000 texts of digits', 2_000, search(ids)],
	['the search for long numbers in 500,000 decimals', 2_000, search(roots)],
	['the search for long numbers in one decimal of 10 MB', 2_000, search(decimal)],
	[
		'20,000 rows of one key against 40,000',
		2_000,
		() => diff(next, { ...poll, rows: [...others, ...prints] }),
	],
];

const bounds = CASES.map(([text, limit, work]) => {
	const started = performance.now();
	work();
	return atMost(text, performance.now() - started, limit, 'ms');
});
console.log(JSON.stringify(bounds));
