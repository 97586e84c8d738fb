import { DateTime } from 'luxon';
import { readJson } from '../../kit/repository.mts';

/** The Code nodes of examples, with rows that the tests in n8n do not have. */

type Json = Record<string, unknown>;
interface Item {
	json: Json;
}
interface Node {
	name: string;
	parameters: { jsCode?: string };
}

const itemsOf = (rows: Json[]) => rows.map((json) => ({ json }));

/** Runs a Code node as n8n does, with the output of the nodes before it. */
function runCode(file: string, name: string, input: Json[], before: Record<string, Json[]> = {}) {
	const { nodes } = readJson<{ nodes: Node[] }>(`examples/${file}`);
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode ?? '';
	const output = (rows: Json[]) => ({ all: () => itemsOf(rows), first: () => itemsOf(rows)[0] });
	const $ = (node: string) => ({ ...output(before[node] ?? []), isExecuted: node in before });
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	const run = new Function('$', '$input', '$execution', 'DateTime', code);
	return run($, output(input), { id: 7 }, DateTime) as Item[];
}

/** How bright a colour is, as WCAG 2 measures it. */
function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = colour.match(/\w\w/g)!.map((part) => {
		const value = parseInt(part, 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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

	it.each([
		['rejected', 'later'],
		['notSent', 'push'],
		['unknown', 'push'],
	])('proposes for a row that is %s the choice "%s"', (outcome, choice) => {
		const page = pageOf([kept(1, { a: 'b' }, outcome)]);
		expect(page).toContain(`value="${choice}" checked`);
		expect(page).toContain('Push all 1<');
	});

	it('marks the fields that the reason names, by their name or their value', () => {
		const row = { a: '1', abc: '2', shop: 'other.example' };
		const page = pageOf([kept(1, row, 'rejected', 'The field a, for other.example')]);
		const marked = [...page.matchAll(/name="1 text (\w+)"[^>]+aria-invalid/g)];
		expect(marked.map(([, name]) => name)).toEqual(['a', 'shop']);
	});

	it('says how to see some rows if there are none, but not after the last one', () => {
		const none = 'There are no refused rows.';
		expect(pageOf([{}])).toContain(`<p>${none} To see some, open this workflow`);
		const chosen = { 'What was chosen': [{ id: 1, outcome: 'givenUp' }] };
		const marked = { 'Mark the rows': [{ id: 1, version: '7-x' }] };
		expect(pageOf([{}], { ...chosen, ...marked })).toContain(`<p>${none}</p>`);
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

	it.each(['light', 'dark'])('has colours with enough contrast in its %s scheme', (scheme) => {
		const schemes = [...pageOf([]).matchAll(/:root \{([^}]+)\}/g)];
		expect(schemes).toHaveLength(2);
		const body = schemes[scheme === 'light' ? 0 : 1]![1]!;
		const colours = [...body.matchAll(/--(\w+): (#\w{6})/g)];
		const light = new Map(colours.map(([, name, colour]) => [name!, luminance(colour!)]));
		const contrast = (...names: string[]) => {
			const [low, high] = names.map((name) => light.get(name)! + 0.05).sort((a, b) => a - b);
			return high! / low!;
		};
		for (const ground of ['ground', 'card']) {
			for (const name of ['ink', 'quiet']) expect(contrast(name, ground)).toBeGreaterThan(4.5);
			for (const name of ['focus', 'bad']) expect(contrast(name, ground)).toBeGreaterThan(3);
		}
	});
});
