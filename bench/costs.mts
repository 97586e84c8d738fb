import './inProcess.mts';
import { atMost } from './section.mts';

/** Times functions with the input that is hardest for them. `node bench/costs.mts` prints bounds. */

const { InvalidValue } = await import('../nodes/MerchantData/errors/invalidInput.ts');
const { writeCell } = await import('../nodes/MerchantData/mapping/cells.ts');
const { DateReader } = await import('../nodes/MerchantData/mapping/dateFormat.ts');
const { parseAnswer } = await import('../nodes/MerchantData/sql/digits.ts');
const { diff } = await import('../nodes/MerchantData/trigger/diff.ts');
const { fingerprints } = await import('../nodes/MerchantData/trigger/fingerprint.ts');
const { POLL } = await import('../test/kit/trigger.mts');

const formats = { number: 'plain', date: new DateReader('iso', 'utc') } as const;

function longNumber(): void {
	const zeros = '0'.repeat(200_000);
	writeCell('v', `${zeros}1`, 'number', formats);
	try {
		writeCell('v', `${zeros}x`, 'number', formats);
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
	}
}

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
	['a number of 200,000 zeros, and one that is none', 1_000, longNumber],
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
