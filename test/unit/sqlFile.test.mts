import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '../../nodes/MerchantData/runtime/execution.ts';
import { storeCsv, storeJson } from '../../nodes/MerchantData/resources/sqlQuery/file.ts';
import type { Job } from '../../nodes/MerchantData/resources/sqlQuery/window.ts';

type Prepare = (content: Buffer | Readable, name: string, type: string) => Promise<unknown>;

/** As much of an execution as storing a file needs; `prepare` is n8n's part. */
const executionWith = (prepare: Prepare) =>
	({
		context: {
			getNode: () => ({ name: 'Merchant Data', type: 'merchantData', parameters: {} }),
			helpers: { prepareBinaryData: prepare },
		},
	}) as unknown as Execution;

const job = {
	input: { shop: 'my-shop.example', binaryField: 'report' },
	window: { startDate: '2026-01-01', endDate: '2026-01-31' },
} as unknown as Job;

const readAll: Prepare = async (content, name, type) => {
	const parts: Buffer[] = [];
	for await (const part of content as Readable) parts.push(Buffer.from(part as Buffer));
	return { name, type, text: Buffer.concat(parts).toString() };
};

it('stores an answer as it comes', async () => {
	const source = Readable.from([Buffer.from('[1,'), Buffer.from('2]')]);
	expect(await storeJson(executionWith(readAll), job, source)).toEqual({
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
	expect(await storeJson(executionWith(late), job, source)).toMatchObject({
		report: { text: '[]' },
	});
});

it('reports a stream that breaks before n8n reads it', async () => {
	const source = new PassThrough();
	source.write('[1');
	const late: Prepare = async (...file) => {
		source.destroy(new Error('aborted'));
		await pause(20);
		return await readAll(...file);
	};
	await expect(storeJson(executionWith(late), job, source)).rejects.toThrow(
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
	source.write('<html>');
	await expect(storeJson(executionWith(prepare), job, source)).rejects.toThrow(message);
	expect(source.destroyed).toBe(true);
});

it.each<[string, string, string]>([
	['<html>', 'The answer to the query is not JSON', 'It reads: <html>'],
	[
		'[1',
		'The answer to the query ends in the middle of its JSON',
		'Try again, or split the period.',
	],
	['[1]\n[2]', 'The answer to the query goes on after the end of its JSON', 'It reads: [1]\n[2]'],
])('explains %j', async (body, message, description) => {
	await expect(
		storeJson(executionWith(readAll), job, Readable.from([Buffer.from(body)])),
	).rejects.toMatchObject({ message, description });
});

it('refuses a body that says that it failed, where that is all', async () => {
	const stored = async (body: string) =>
		await storeJson(executionWith(readAll), job, Readable.from([Buffer.from(body)]));
	await expect(stored('{"errors":[{"message":"asleep"}]}')).rejects.toThrow(
		'The answer says that the query failed: asleep',
	);
	for (const body of [
		'{"errors":["asleep"],"data":[1]}',
		// Nobody says it at such length, and it would have to be held in memory.
		`{"error":"${'x'.repeat(16_384)}"}`,
	]) {
		expect(await stored(body)).toMatchObject({ report: { text: body } });
	}
	const longest = `{"error":"${'x'.repeat(16_384 - 12)}"}`;
	await expect(stored(longest)).rejects.toThrow('says that the query failed');
});

it('makes nothing of an empty answer', async () => {
	expect(await storeJson(executionWith(readAll), job, Readable.from([]))).toBeUndefined();
});

it('stores rows as CSV, and explains where n8n cannot', async () => {
	const asText: Prepare = async (content, name, type) =>
		await Promise.resolve({ name, type, text: (content as Buffer).toString() });
	expect(await storeCsv(executionWith(asText), job, [{ a: 1 }])).toEqual({
		report: {
			name: 'my-shop.example_2026-01-01_2026-01-31.csv',
			type: 'text/csv',
			text: 'a\r\n1\r\n',
		},
	});
	const full: Prepare = async () => await Promise.reject(new Error('no space'));
	await expect(storeCsv(executionWith(full), job, [])).rejects.toThrow(
		'The answer could not be put into a file: no space',
	);
});
