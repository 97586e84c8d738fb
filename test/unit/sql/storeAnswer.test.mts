import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { storeAnswer } from '../../../nodes/MerchantData/sql/storeAnswer.ts';
import type { SqlInput } from '../../../nodes/MerchantData/sql/request.ts';
import { createContext } from '../../kit/execution.mts';

type Prepare = (content: Buffer | Readable, name: string, type: string) => Promise<unknown>;

const period = { startDate: '2026-01-01', endDate: '2026-01-31' };
/** Stores an answer; `prepare` is n8n's part. */
async function stored(prepare: Prepare, source: Readable, input: Partial<SqlInput> = {}) {
	const { context } = createContext({});
	Object.assign(context.helpers, { prepareBinaryData: prepare });
	const whole = { shop: 'my-shop.example', binaryField: 'report', rowsField: '', item: 3, period };
	const csv = { format: 'json', delimiter: ',', byteOrderMark: false, limit: Infinity };
	const execution = { context } as unknown as Execution;
	const all = { ...csv, ...whole, ...input } as SqlInput;
	const { items, ...rest } = await storeAnswer(execution, all, source);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 3 })));
	return { json: items[0]?.json, file: items[0]?.binary?.report as unknown, ...rest };
}

const readAll: Prepare = async (content, name, type) => {
	const bytes = await buffer(content as Readable);
	const text = (type === 'application/gzip' ? gunzipSync(bytes) : bytes).toString();
	return { name, type, text };
};

const noSpace: Prepare = async () => await Promise.reject(new Error('no space'));
const wrapping: Prepare = async (...file) =>
	await readAll(...file).catch((cause: unknown) => {
		throw new Error('Failed to store', { cause });
	});

const message = 'The answer could not be put into a file: no space';
it.each<[string, Prepare, object]>([
	['cannot store', noSpace, { code: 'sql.notStored', message }],
	['wraps the error', wrapping, { code: 'sql.notJson' }],
])('explains if n8n %s, and lets the connection go', async (_, prepare, error) => {
	for (const format of ['csv', 'ndjson', 'json'] as const) {
		const source = new PassThrough().end(`[${'{"a":"x"},'.repeat(100_000)}`);
		await expect(stored(prepare, source, { format })).rejects.toMatchObject(error);
		expect(source.destroyed).toBe(true);
	}
});

it('reports a stream that breaks before n8n reads it', async () => {
	// The client's streams have a listener, so that a break ends nothing before they are read.
	const source = new PassThrough().on('error', () => {});
	for (let part = 0; part < 3; part++) source.write('[1'.repeat(20_000));
	const late: Prepare = async (...file) => {
		source.destroy(new Error('aborted'));
		await pause(20);
		return await readAll(...file);
	};
	await expect(stored(late, source)).rejects.toMatchObject({ code: 'sql.notStored' });
});

it.each(['csv', 'ndjson'] as const)('makes no %s file if there are no rows', async (format) => {
	const made = await stored(readAll, answer('[]'), { format });
	expect(made).toEqual({ json: undefined, file: undefined, count: 0, notes: [] });
	const nothing = stored(readAll, Readable.from([]), { format });
	await expect(nothing).rejects.toMatchObject({ code: 'sql.notJson' });
});

const ANSWER = '{"data":[{"a":1,"b":"x, y"},{"a":90071992547409931234}]}';
const answer = (text = ANSWER) => Readable.from([Buffer.from(text)]);
const NAME = 'my-shop.example_2026-01-01_2026-01-31';
it.each([
	['csv', 'text/csv', 'a,b\r\n1,"x, y"\r\n90071992547409931234,\r\n'],
	['ndjson', 'application/x-ndjson', '{"a":1,"b":"x, y"}\n{"a":"90071992547409931234"}\n'],
	['json', 'application/json', ANSWER],
] as const)('stores an answer as %s, and compresses it', async (format, type, text) => {
	const json = format === 'json' ? { period } : { period, rows: 2 };
	const count = format === 'json' ? 1 : 2;
	const file = { name: `${NAME}.${format}`, type, text };
	const notes = format === 'json' ? [] : [expect.stringContaining('too long for n8n')];
	expect(await stored(readAll, answer(), { format })).toEqual({ json, file, count, notes });

	const packed = { name: `${NAME}.${format}.gz`, type: 'application/gzip', text };
	expect((await stored(readAll, answer(), { format, compress: true })).file).toEqual(packed);
	const cut = stored(readAll, answer('{"data":[{"a":1},'), { format, compress: true });
	await expect(cut).rejects.toMatchObject({ code: 'sql.notJson' });
});

it('reads no further than the limit, and lets the connection go', async () => {
	const source = new PassThrough();
	source.write(`[${'{"a":"x"},'.repeat(100_000)}`);
	const made = await stored(readAll, source, { format: 'ndjson', limit: 10 });
	expect(made).toMatchObject({ count: 10, json: { rows: 10 } });
	expect(source.destroyed).toBe(true);
});

it('says what was learned of the answer by its end, and to a model in which field the file is', async () => {
	const text = '{"data":[{"id":1,"id":2}],"paging":{"next":"x"}}';
	const { notes } = await stored(readAll, answer(text), { format: 'ndjson', isForAgent: true });
	const learned = [/more rows than it has \("paging.next"\)/, /columns .* are called "id"/];
	learned.push(/^The rows are in a file, .* field "report" of/);
	expect(notes).toEqual(learned.map((each) => expect.stringMatching(each) as string));
});

it('adds the shop to rows and items if that is chosen', async () => {
	const input = { format: 'csv', includeShop: true } as const;
	const made = await stored(readAll, answer('[{"a":1}]'), input);
	const text = 'a,shop\r\n1,my-shop.example\r\n';
	expect(made).toMatchObject({ json: { rows: 1, shop: 'my-shop.example' }, file: { text } });
});
