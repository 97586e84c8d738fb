import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Execution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { storeAnswer } from '../../../../nodes/MerchantData/sql/files/storeAnswer.ts';
import type { SqlInput } from '../../../../nodes/MerchantData/sql/query/input.ts';

type Prepare = (content: Buffer | Readable, name: string, type: string) => Promise<unknown>;

/** As much of an execution as storing a file needs; `prepare` is n8n's part. */
const executionWith = (prepare: Prepare) =>
	({
		context: {
			getNode: () => ({ name: 'Merchant Data', type: 'merchantData', parameters: {} }),
			helpers: { prepareBinaryData: prepare },
		},
	}) as unknown as Execution;

const inputOf = (input: Partial<SqlInput> = {}) =>
	({
		shop: 'my-shop.example',
		binaryField: 'report',
		format: 'json',
		rowsField: '',
		period: { startDate: '2026-01-01', endDate: '2026-01-31' },
		...input,
	}) as unknown as SqlInput;

/** What is told meanwhile. */
let notes: string[];
beforeEach(() => (notes = []));

const stored = async (
	prepare: Prepare,
	source: Readable,
	input: Partial<SqlInput> = {},
	limit = Infinity,
) =>
	await storeAnswer(executionWith(prepare), inputOf(input), source, limit, (note) =>
		notes.push(note),
	);

/** The one file of it. */
const fileOf = async (...choice: Parameters<typeof stored>) =>
	(await stored(...choice)).file?.binary;

const readAll: Prepare = async (content, name, type) => {
	const parts: Buffer[] = [];
	for await (const part of content as Readable) parts.push(Buffer.from(part as Buffer));
	return { name, type, text: Buffer.concat(parts).toString() };
};

it('stores an answer as it comes', async () => {
	const source = Readable.from([Buffer.from('[1,'), Buffer.from('2]')]);
	expect(await fileOf(readAll, source)).toEqual({
		report: {
			name: 'my-shop.example_2026-01-01_2026-01-31.json',
			type: 'application/json',
			text: '[1,2]',
		},
	});
});

it('reads nothing before n8n reads', async () => {
	let isAsked = false;
	const source = new Readable({
		read() {
			isAsked = true;
			this.push('[]');
			this.push(null);
		},
	});
	const late: Prepare = async (...file) => {
		await pause(20);
		expect(isAsked).toBe(false);
		return await readAll(...file);
	};
	expect(await fileOf(late, source)).toMatchObject({
		report: { text: '[]' },
	});
});

it('reports a stream that breaks before n8n reads it', async () => {
	// The client's streams have a listener, so that a break ends nothing before they are read.
	const source = new PassThrough().on('error', () => {});
	source.write('[1');
	const late: Prepare = async (...file) => {
		source.destroy(new Error('aborted'));
		await pause(20);
		return await readAll(...file);
	};
	await expect(fileOf(late, source)).rejects.toThrow(
		'The answer could not be put into a file: aborted',
	);
});

it.each<[string, Prepare, string]>([
	[
		'cannot store',
		async () => await Promise.reject(new Error('no space')),
		'put into a file: no space',
	],
	[
		'wraps the error',
		async (...file) => {
			try {
				return await readAll(...file);
			} catch (cause) {
				throw new Error('Failed to store', { cause });
			}
		},
		'is not JSON',
	],
])('lets the connection go where n8n %s', async (_, prepare, message) => {
	const source = new PassThrough();
	source.end('<html>');
	await expect(fileOf(prepare, source)).rejects.toThrow(message);
	expect(source.destroyed).toBe(true);
});

it('makes nothing of an empty answer', async () => {
	for (const format of ['json', 'csv', 'ndjson'] as const) {
		const { file, count } = await stored(readAll, Readable.from([]), { format });
		expect([file, count]).toEqual([undefined, 0]);
	}
	expect(notes).toEqual(Array(3).fill('The answer is null or empty, which counts as no rows'));
});

const ANSWER = '{"data":[{"a":1,"b":"x, y"},{"a":12.50,"b":null},{"a":90071992547409931234}]}';
const answer = (text = ANSWER) => Readable.from([Buffer.from(text)]);

it.each<[Partial<SqlInput>, object]>([
	[
		{ format: 'csv' },
		{
			name: 'csv',
			type: 'text/csv',
			text: 'a,b\r\n1,"x, y"\r\n12.50,\r\n90071992547409931234,\r\n',
		},
	],
	[
		{ format: 'ndjson' },
		{
			name: 'ndjson',
			type: 'application/x-ndjson',
			text: '{"a":1,"b":"x, y"}\n{"a":12.50,"b":null}\n{"a":90071992547409931234}\n',
		},
	],
	[{ format: 'json' }, { name: 'json', type: 'application/json', text: ANSWER }],
])('stores rows as %j', async (input, { name, ...expected }: { name?: string }) => {
	const { file, count, isCut } = await stored(readAll, answer(), input);
	expect(file!.binary!.report).toEqual({
		...expected,
		name: `my-shop.example_2026-01-01_2026-01-31.${name}`,
	});
	const period = { startDate: '2026-01-01', endDate: '2026-01-31' };
	expect(file!.json).toEqual(input.format === 'json' ? { period } : { period, rows: 3 });
	expect([count, isCut]).toEqual([input.format === 'json' ? 1 : 3, false]);
});

it('compresses what it stores', async () => {
	const asIs: Prepare = async (content, name, type) => {
		const parts: Buffer[] = [];
		for await (const part of content as Readable) parts.push(Buffer.from(part as Buffer));
		return { name, type, text: gunzipSync(Buffer.concat(parts)).toString() };
	};
	for (const format of ['json', 'csv', 'ndjson'] as const) {
		const plain = (await fileOf(readAll, answer(), { format }))!.report as unknown as {
			text: string;
		};
		expect(await fileOf(asIs, answer(), { format, compress: true })).toEqual({
			report: {
				name: `my-shop.example_2026-01-01_2026-01-31.${format}.gz`,
				type: 'application/gzip',
				text: plain.text,
			},
		});
	}
	await expect(
		stored(asIs, answer('{"data":[{"a":1},'), { format: 'json', compress: true }),
	).rejects.toThrow('is cut off, or its JSON is broken');
});

it.each<[number, number, boolean]>([
	[2, 2, true],
	[3, 3, false],
	[Infinity, 3, false],
])('with the limit %p: %j', async (limit, rows, isCut) => {
	const made = await stored(readAll, answer(), { format: 'csv' }, limit);
	expect(made).toMatchObject({ count: rows, isCut, file: { json: { rows } } });
	const { text } = made.file!.binary!.report as unknown as { text: string };
	expect(text.split('\r\n')).toHaveLength(rows + 2);
});

it('reads no further than the limit, and lets the connection go', async () => {
	const source = new PassThrough();
	source.write(`[${'{"a":"x"},'.repeat(100_000)}`);
	const { file, isCut } = await stored(readAll, source, { format: 'ndjson' }, 10);
	expect(file!.json.rows).toBe(10);
	expect(isCut).toBe(true);
	expect(source.destroyed).toBe(true);
});

it('gives no file of an answer that is spoilt behind the first rows', async () => {
	const input = { format: 'csv' } as const;
	for (const [text, message] of [
		['[{"a":1},{"a":2},{"b":3}]', 'Row 3 of the answer has the column "b"'],
		['[{"a":1},{"a":2}', 'is cut off, or its JSON is broken'],
		['[{"a":1},{"a":2},]', 'is cut off, or its JSON is broken'],
	]) {
		const rows = `{"a":0},`.repeat(1_000);
		const late = Readable.from([Buffer.from(`[${rows}`), Buffer.from(text!.slice(1))]);
		const problem = message!.replace('Row 3', 'Row 1003');
		await expect(stored(readAll, late, input)).rejects.toThrow(problem);
	}
});

it('adds the shop to rows and items where it is asked for', async () => {
	const input = { format: 'ndjson', includeShop: true } as const;
	const { file } = await stored(readAll, answer('[{"a":1}]'), input);
	expect(file).toMatchObject({
		json: { rows: 1, shop: 'my-shop.example' },
		binary: { report: { text: '{"a":1,"shop":"my-shop.example"}\n' } },
	});
	for (const format of ['csv', 'ndjson'] as const) {
		const own = stored(readAll, answer('[{"a":1},{"shop":2}]'), { format, includeShop: true });
		await expect(own).rejects.toThrow('"Include Shop" adds the column "shop"');
	}
});

it('explains where n8n cannot store a file', async () => {
	const full: Prepare = async () => await Promise.reject(new Error('no space'));
	for (const format of ['csv', 'ndjson', 'json'] as const) {
		await expect(stored(full, answer(), { format })).rejects.toThrow(
			'The answer could not be put into a file: no space',
		);
	}
});

it('explains an answer that is too large for its shape', async () => {
	const cells = Array<string>(1_000_000).fill('12345678').join();
	const columns = answer(`{"a":[${cells}],"b":[${cells}]}`);
	await expect(stored(readAll, columns, { format: 'csv' })).rejects.toMatchObject({
		message: expect.stringContaining('is larger than the 16 MB that are held') as string,
		description: expect.stringContaining('Choose the Output Format JSON File') as string,
	});
});
