import ts from 'typescript';
import { CODES } from '../../nodes/MerchantData/errors/codes.ts';
import { read } from '../kit/repository.mts';
import { SOURCES } from '../kit/sources.mts';

/** Failures are told apart by their codes: each is used, and in the guide. */

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
