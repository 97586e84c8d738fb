import { DateTime } from 'luxon';
import { readJson } from '../../kit/repository.mts';

/** The Code nodes of examples, with rows that the tests in n8n do not have. */

type Json = Record<string, unknown>;
type Node = { name: string; parameters: { jsCode?: string } };

const itemsOf = (rows: Json[]) => rows.map((json) => ({ json }));

/** Runs a Code node as n8n does, with the output of the nodes before it. */
function runCode(file: string, name: string, input: Json[], before: Record<string, Json[]> = {}) {
	const { nodes } = readJson<{ nodes: Node[] }>(`examples/${file}`);
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode ?? '';
	const output = (rows: Json[]) => ({ all: () => itemsOf(rows), first: () => itemsOf(rows)[0] });
	const $ = (node: string) => ({ ...output(before[node] ?? []), isExecuted: node in before });
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	const run = new Function('$', '$input', '$execution', 'DateTime', code);
	return run($, output(input), { id: 7 }, DateTime) as Array<{ json: Json }>;
}

describe('the form of refused rows', () => {
	const FILE = 'refused-rows-form.json';
	const NO = 'The field a is <b>no</b>';
	const kept = (id: number, row: Json, outcome = 'rejected', reason = NO) => {
		return { id, reason, outcome, version: `v${id}`, row: JSON.stringify(row) };
	};
	const pageOf = (rows: Json[], before?: Record<string, Json[]>) =>
		String(runCode(FILE, 'Page', rows, before)[0]?.json.page);
	const decide = (fields: Json) =>
		runCode(FILE, 'What was chosen', [{ body: { end: 'end', ...fields } }]).map(({ json }) => json);

	it('shows rows and reasons as text, and the oldest row first', () => {
		const page = pageOf([kept(12, { '"a': '<i>"' }), kept(3, { a: 'b' })]);
		expect(page).not.toMatch(/<i>|<b>|name="12 text "/);
		expect(page).toMatch(/name="12 text &#34;a" [^>]+ value="&#60;i&#62;&#34;"/);
		expect(page.indexOf('choice 3')).toBeLessThan(page.indexOf('choice 12'));
	});

	it('shows as many rows as n8n can read back, and their number', () => {
		const row = Object.fromEntries(Array.from({ length: 98 }, (_, n) => [`c${n}`, n]));
		const page = pageOf(Array.from({ length: 20 }, (_, n) => kept(n + 1, row)));
		expect(page.match(/<fieldset/g)).toHaveLength(9);
		expect(page).toContain('Rows to look at: 20, the first 9 of them here');
		expect(page.match(/ name="/g)?.length).toBeLessThan(1_000);
	});

	it('marks the fields that the reason names, and proposes to push only what may have arrived', () => {
		const row = { a: '1', abc: '2', shop: 'other.example' };
		const reason = 'The field a, for other.example';
		const page = pageOf([kept(1, row, 'rejected', reason), kept(2, row, 'unknown', '')]);
		const marked = [...page.matchAll(/name="1 text (\w+)"[^>]+aria-invalid/g)];
		expect(marked.map(([, name]) => name)).toEqual(['a', 'shop']);
		const chosen = [...page.matchAll(/name="(choice \d)" value="(\w+)" checked/g)];
		expect(chosen.map(([, name, value]) => [name, value])).toEqual([
			['choice 1', 'later'],
			['choice 2', 'push'],
		]);
	});

	it('reads back what was typed: text as text, and a number as a number', () => {
		const fields = {
			'version 1': 'v1',
			'1 text note': 'Two\r\nlines',
			'1 json clicks': '12',
			'1 json spend': 'n/a',
			'1 text zip': '01234',
			'11 text note': 'of another row',
			'choice 1': 'push',
			'choice 11': 'later',
			'choice 2': 'givenUp',
			'version 2': 'v2',
			'choice 3': 'delete everything',
		};
		const row = { note: 'Two\nlines', clicks: 12, spend: 'n/a', zip: '01234' };
		expect(decide(fields)).toEqual([
			{ id: 1, version: 'v1', outcome: 'unknown', row: JSON.stringify(row) },
			{ id: 2, version: 'v2', outcome: 'givenUp', row: '{}' },
		]);
	});

	it('sends nothing of an incomplete form', () => {
		expect(() => decide({ 'choice 1': 'push', end: undefined })).toThrow('nothing was sent');
	});
});
