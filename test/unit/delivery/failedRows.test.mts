import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { FailedRows } from '../../../nodes/MerchantData/delivery/failedRows.ts';
import type { Row, RowFile } from '../../../nodes/MerchantData/rows/row.ts';
import { fileOf, line, refused } from './road.mts';

const UNREAD = refused(0, { json: '' });

/** Writes rows as they come. */
async function written(added: ReadonlyArray<readonly Row[]>, more: Partial<RowFile> = {}) {
	const prepareBinaryData = async (content: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: content.toString(), fileName, mimeType });
	const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
	const failed = new FailedRows(context, fileOf(more));
	for (const rows of added) failed.add(rows);
	return await failed.end();
}

describe('the file of rows to push again', () => {
	it('has a line for each row that could be read, in order', async () => {
		const added = [[line(0), UNREAD, line(2)], [UNREAD], [line(5)]];
		expect((await written(added))!.data).toBe('{"n":0}\n{"n":2}\n{"n":5}\n');
	});

	it.each([
		['rows.ndjson', 'rows-not-accepted.ndjson'],
		['rows.csv.gz', 'rows-not-accepted.ndjson'],
		['rows.gz', 'rows-not-accepted.ndjson'],
		['rows', 'rows-not-accepted.ndjson'],
		['rows.gz of May', 'rows.gz of May-not-accepted.ndjson'],
		['rows.2026.csv', 'rows.2026-not-accepted.ndjson'],
		['rows.--', 'rows.---not-accepted.ndjson'],
		['', '-not-accepted.ndjson'],
	])('of %j is named %j', async (name, fileName) => {
		expect(await written([[line(0)]], { name })).toEqual({
			data: '{"n":0}\n',
			fileName,
			mimeType: 'application/x-ndjson',
		});
	});

	it.each([[[]], [[[]]], [[[UNREAD]]]])(
		'is not there where no row could be read',
		async (added) => {
			expect(await written(added)).toBeUndefined();
		},
	);

	it('names the shop of each row, where a column did, which is not sent', async () => {
		const rows = [line(0, { shop: 'b.example' }), refused(1, { json: '{"Shop":"x","n":1}' })];
		expect((await written([rows], { shopColumn: 'Shop' }))!.data).toBe(
			'{"Shop":"b.example","n":0}\n{"Shop":"x","n":1}\n',
		);
	});
});

it('rows leave while others come, so that they are not held', async () => {
	const stored: string[] = [];
	const file = fileOf({
		async content(lines) {
			for await (const bytes of lines) stored.push(bytes.toString());
			return Buffer.alloc(0);
		},
	});
	const data = { data: '' } as IBinaryData;
	const helpers = { prepareBinaryData: async () => await Promise.resolve(data) };
	const failed = new FailedRows({ helpers } as unknown as IExecuteFunctions, file);
	for (const ordinal of [0, 1, 2]) {
		failed.add([line(ordinal)]);
		await new Promise(setImmediate);
		expect(stored).toHaveLength(ordinal + 1);
	}
	expect(await failed.end()).toBe(data);
	expect(stored).toHaveLength(3);
});

it('who ends it hears that n8n cannot store it, and nobody before', async () => {
	const content = () => Promise.reject(new Error('The disk is full'));
	const failed = new FailedRows({} as IExecuteFunctions, fileOf({ content }));
	failed.add([line(0)]);
	await new Promise(setImmediate);
	failed.add([line(1)]);
	await expect(failed.end()).rejects.toThrow('The disk is full');
});
