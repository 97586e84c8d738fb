import fc from 'fast-check';
import {
	BrokenJson,
	createJsonScan,
	type JsonProblem,
	wholeJson,
} from '../../../../nodes/MerchantData/sql/files/jsonCompleteness.ts';

const BOM = '\uFEFF';

/** The problem of a body that comes in these parts. */
function problemOf(...parts: Array<string | Uint8Array>): JsonProblem | undefined {
	const scan = createJsonScan();
	for (const part of parts) scan.read(Buffer.from(part as string));
	return scan.problem;
}

const GOOD = [
	'{}',
	'[]',
	'[1,{"a":[2]},"]"]',
	'{"a":"\\"}","b\\\\":"{["}',
	' \r\n\t{"é":"山"} \n',
	`${BOM}{"a":1}`,
	`${BOM} [1]\n`,
	'"text"',
	'"\\\\"',
	'-1.5e3',
	'12 \n',
	'true',
	'null\n',
];

it.each(GOOD)('knows that %j is whole, wherever it is cut into parts', (text) => {
	const bytes = Buffer.from(text);
	for (let at = 0; at <= bytes.length; at++) {
		expect(problemOf(bytes.subarray(0, at), bytes.subarray(at))).toBeUndefined();
	}
	expect(problemOf(...[...bytes].map((byte) => Buffer.from([byte])))).toBeUndefined();
});

it.each(GOOD.filter((text) => /[[{"]/.test(text)))('knows that %j is cut off anywhere', (text) => {
	const bytes = Buffer.from(text);
	const end = Buffer.from(text.trimEnd()).length;
	for (let at = 0; at < end; at++) {
		expect(['cutOff', 'empty']).toContain(problemOf(bytes.subarray(0, at)));
	}
});

it.each<[string, JsonProblem]>([
	['', 'empty'],
	[' \r\n\t', 'empty'],
	[BOM, 'empty'],
	['<html></html>', 'notJson'],
	['\n<!doctype html>', 'notJson'],
	['not found', 'notJson'],
	['Forbidden', 'notJson'],
	['}', 'notJson'],
	[']', 'notJson'],
	[',', 'notJson'],
	['1'.repeat(1_001), 'notJson'],
	['1-', 'cutOff'],
	['tru', 'cutOff'],
	['1- ', 'notJson'],
	['truely ', 'notJson'],
	['[', 'cutOff'],
	['[[]', 'cutOff'],
	['{"a', 'cutOff'],
	['{"a\\', 'cutOff'],
	['"a\\"', 'cutOff'],
	['{"a":"]"', 'cutOff'],
	['{}{}', 'moreFollows'],
	['{"a":1}\n{"a":2}\n', 'moreFollows'],
	['[]]', 'moreFollows'],
	['"a" b', 'moreFollows'],
	['1 2', 'moreFollows'],
	[`{}${BOM}`, 'moreFollows'],
	[`${BOM}${BOM}{}`, 'notJson'],
	[` ${BOM}{}`, 'notJson'],
])('knows what is wrong with %j: %s', (text, problem) => {
	const bytes = Buffer.from(text);
	for (let at = 0; at <= bytes.length; at++) {
		expect(problemOf(bytes.subarray(0, at), bytes.subarray(at))).toBe(problem);
	}
	// What is wrong stays so; a cut may be mended.
	if (problem === 'notJson' || problem === 'moreFollows')
		expect(problemOf(text, '{}')).toBe(problem);
});

it.each<[number[], JsonProblem]>([
	[[0xef, 0xbb], 'cutOff'],
	[[0xef, 0x7b, 0x7d], 'notJson'],
	[[0xef, 0xbb, 0x7b, 0x7d], 'notJson'],
	[[0xff, 0xfe, 0x7b, 0x00], 'notJson'],
])('is not misled by a part of a byte order mark: %j', (bytes, problem) => {
	expect(problemOf(Buffer.from(bytes))).toBe(problem);
});

it('takes a number of any length that people write', () => {
	expect(problemOf('1'.repeat(1_000))).toBeUndefined();
});

it('knows any JSON from its parts, and from itself with something behind it', () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(), fc.constantFrom('[', 'x', '"'), (text, seed, more) => {
			const bytes = Buffer.from(text);
			const at = seed % (bytes.length + 1);
			expect(problemOf(bytes.subarray(0, at), bytes.subarray(at))).toBeUndefined();
			expect(problemOf(`${text}\n${more}`)).toBe('moreFollows');
			if (/^[[{"]/.test(text)) expect(problemOf(bytes.subarray(0, -1))).toBe('cutOff');
		}),
	);
});

async function* partsOf(text: string, size = 3) {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function pass(body: AsyncIterable<Buffer | string>) {
	const passed: Uint8Array[] = [];
	try {
		for await (const part of wholeJson(body)) passed.push(part);
	} catch (error) {
		if (!(error instanceof BrokenJson)) throw error;
		return {
			text: Buffer.concat(passed).toString(),
			problem: error.problem,
			excerpt: error.excerpt,
		};
	}
	return { text: Buffer.concat(passed).toString() };
}

it('passes the body on as it is', async () => {
	const text = `${BOM}{"é": "山"}\n`;
	expect(await pass(partsOf(text))).toEqual({ text });
	expect(await pass(partsOf(text, 100))).toEqual({ text });
	expect(
		await pass(
			(async function* () {
				yield '[';
				yield '"é"]';
			})(),
		),
	).toEqual({ text: '["é"]' });
});

it.each<[string, string, JsonProblem, string]>([
	['<html>', '', 'notJson', '<ht'],
	['[1]<html>', '[1]', 'moreFollows', '<ht'],
	['[1, 2', '[1, 2', 'cutOff', ''],
	['', '', 'empty', ''],
	[' ', ' ', 'empty', ''],
])('fails at %j after it has passed %j', async (body, text, problem, excerpt) => {
	expect(await pass(partsOf(body))).toEqual({ text, problem, excerpt });
});

it('shows the first 200 bytes of what is wrong', async () => {
	const { excerpt } = await pass(partsOf(`<${'é'.repeat(300)}`, 1_000));
	expect(Buffer.from(excerpt!).length).toBeLessThanOrEqual(203);
	expect(excerpt).toContain('<ééé');
});

it('hands on the error of a body that breaks', async () => {
	const broken = (async function* () {
		yield Buffer.from('[');
		throw new Error('aborted');
	})();
	await expect(pass(broken)).rejects.toThrow('aborted');
});
