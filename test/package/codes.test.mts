import ts from 'typescript';
import { CODES } from '../../nodes/MerchantData/errors/codes.ts';
import { read } from '../kit/repository.mts';
import { SOURCES } from '../kit/sources.mts';

/** Failures are told apart by their codes. Texts are for people: no code looks into one. */

const LIST = 'nodes/MerchantData/errors/codes.ts';
const all: readonly string[] = CODES;
const families = [...new Set(all.map((code) => code.split('.')[0]!))];
const LIKE_A_CODE = new RegExp(`^(?:${families.join('|')})\\.\\w+$`);
const used = SOURCES.filter(({ path }) => path !== LIST).flatMap(({ nodes }) =>
	nodes.filter(ts.isStringLiteral).map(({ text }) => text),
);

it('has each code once, and no other', () => {
	expect(new Set(all).size).toBe(all.length);
	expect(all.filter((code) => !LIKE_A_CODE.test(code))).toEqual([]);
	expect([...new Set(used.filter((text) => LIKE_A_CODE.test(text)))].sort()).toEqual(
		[...all].sort(),
	);
});

it('says in the guide of each code what to do', () => {
	const lines = read('docs/guide/errors.md').split('\n');
	const tables = lines.filter((line) => line.startsWith('| '));
	const headings = tables.filter((line) => line.includes('| Code |'));
	const rules = tables.filter((line) => line.startsWith('| ---'));
	expect([headings.length, new Set(headings).size]).toEqual([rules.length, 1]);
	const told = tables
		.filter((line) => !headings.includes(line) && !rules.includes(line))
		.flatMap((line) => [...line.split(' | ')[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
	expect([...new Set(told)].sort()).toEqual([...all].sort());
});

const TEXT = String.raw`\b(?:message|description|remedy|explanation|reason)\b`;
const LOOKS = String.raw`\.(?:startsWith|endsWith|includes|indexOf|search|match|matchAll|test|exec)\(`;
/** The code looks into a text of a failure, compares it with more than nothing, or looks for a sentence. */
const DECIDES_BY_TEXT = new RegExp(
	[
		`${TEXT}!?${LOOKS}`,
		`${LOOKS}[^()]*${TEXT}`,
		`${LOOKS}'[^']*\\w \\w`,
		`(?<!typeof [\\w.]*)${TEXT}!? [!=]==? (?!undefined|null|'')`,
		`[!=]==? [\\w.!]*${TEXT}`,
		`switch \\([^)]*${TEXT}`,
	].join('|'),
	'g',
);

/** n8n gives the problem of a base URL back within an error of its own, and nothing else of it. */
const EXCEPTION = ['nodes/MerchantData/service/auth/addresses.ts', 'message.includes('];

it('decides by codes, and by a text in one place alone', () => {
	const found = SOURCES.flatMap(({ path, text }) =>
		[...text.matchAll(DECIDES_BY_TEXT)].map(([place]) => [path, place]),
	);
	expect(found).toEqual([EXCEPTION]);
});
