import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../nodes/MerchantData/n8n/output.ts';
import { createFileReport } from '../../../nodes/MerchantData/push/fileReport.ts';
import type { PushOptions } from '../../../nodes/MerchantData/push/options.ts';
import type { Piece } from '../../../nodes/MerchantData/push/rows/batches.ts';
import type { RowRecord } from '../../../nodes/MerchantData/push/rows/row.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { createRedactor } from '../../../nodes/MerchantData/service/redaction/redact.ts';
import { failure, node } from '../delivery/failure.mts';
import { openedFile, type OpenedFile } from './openedFile.mts';

const BATCH: Piece<LedgerEntry> = {
	kind: 'batch',
	shop: 'a.example',
	records: [],
	body: Buffer.of(),
};

/** A CSV file of numbers, whose rows begin in line 2. */
const csv = (count: number) => ['n\n', ...Array.from({ length: count }, (_, n) => `${n}\n`)];
/** A record of two cells, where the file has one column. */
const UNREADABLE = 'x,y\n';

interface Given {
	continues?: boolean;
	output?: PushOptions['output'];
	signal?: AbortSignal;
	/** Of n8n, when it is given the file of rows. */
	broken?: Error;
}

function reportOn(
	files: readonly OpenedFile[],
	{ continues = true, output = 'files', signal, broken }: Given = {},
) {
	const hints: string[] = [];
	const first: string[] = [];
	const context = {
		continueOnFail: () => continues,
		getNode: () => node,
		getExecutionCancelSignal: () => signal,
		helpers: {
			async prepareBinaryData(content: Buffer, fileName: string): Promise<IBinaryData> {
				if (broken) throw broken;
				return await Promise.resolve({ data: content.toString(), fileName, mimeType: '' });
			},
		},
	} as unknown as IExecuteFunctions;
	const out = createOutput(context, createRedactor());
	const execution = {
		context,
		hint: (text: string) => hints.push(text),
		firstHint: (text: string) => first.push(text),
	} as unknown as Execution;
	const options = { output, failedRowsField: 'failedRows' } as PushOptions;
	const report = createFileReport(execution, out, options, files);

	return {
		...report,
		/** A request with these rows was accepted. */
		accept(records: readonly RowRecord[], receipt: IDataObject = {}, piece = BATCH) {
			report.take([{ records, outcome: 'accepted', receipt }], piece).forEach(report.add);
		},
		/** It was not. */
		fail(records: readonly RowRecord[], outcome: FailedOutcome, status: number | null = null) {
			const [{ item }] = records as [RowRecord];
			report.take([{ records, ...failure(outcome, status, item) }], BATCH).forEach(report.add);
		},
		hints,
		/** The hint before all others. */
		first,
		/** The items of files or requests. */
		accepted: () => out.items().filter(({ json }) => json.error === undefined),
		/** What the error items say. */
		errors: () =>
			out.items().flatMap(({ json }) => (json.error ? [json.error as IDataObject] : [])),
	};
}

describe('the item of a file', () => {
	it('counts its rows, its requests and their bytes, and has a file of those not accepted', async () => {
		const file = await openedFile(csv(7), { name: 'rows.csv', item: 2 });
		const report = reportOn([file]);
		report.accept(file.all.slice(0, 2), { requests: 1, bytes: 10 });
		report.fail(file.all.slice(2, 3), 'rejected', 400);
		report.accept(file.all.slice(3, 4), { requests: 1, bytes: 20 });
		report.fail(file.all.slice(4, 5), 'unknown');
		report.fail(file.all.slice(5, 6), 'notSent');
		report.accept(file.all.slice(6), { requests: 1, bytes: 40 });
		await report.finish();
		expect(report.accepted()).toEqual([
			{
				json: {
					shop: 'a.example',
					fileName: 'rows.csv',
					...{ rows: 7, accepted: 4, rejected: 1, unknown: 1, notSent: 1 },
					...{ requests: 3, bytes: 70 },
				},
				binary: {
					failedRows: {
						data: '{"n":"2"}\n{"n":"4"}\n{"n":"5"}\n',
						fileName: 'rows-not-accepted.ndjson',
						mimeType: '',
					},
				},
				pairedItem: { item: 2 },
			},
		]);
		expect(Object.keys(report.accepted()[0]!.json)).toEqual(
			'rows accepted rejected unknown notSent shop fileName requests bytes'.split(' '),
		);
		expect(report.first).toEqual(['3 of 7 rows were not accepted: see the items with "error".']);
		expect(report.hints).toEqual([]);
	});

	it('has no name where the file has none, and a hint says that it has no rows', async () => {
		const report = reportOn([await openedFile(['n\n'], { item: 3 })]);
		await report.finish();
		const counts = { rows: 0, accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
		expect(report.accepted()).toEqual([
			{
				json: { shop: 'a.example', ...counts, requests: 0, bytes: 0 },
				pairedItem: { item: 3 },
			},
		]);
		expect(report.hints).toEqual(['The file of item 3 has no rows, so nothing of it was sent']);
	});

	it.each(['files', 'requests'] as const)(
		'whose rows were all accepted takes no further reading (%s)',
		async (output) => {
			const file = await openedFile(csv(3));
			const report = reportOn([file], { output });
			report.accept(file.all);
			await report.finish();
			expect(file.readings).toEqual([]);
			expect(report.hints).toEqual([]);
		},
	);

	it('gives way to those of its requests, where that is chosen', async () => {
		const file = await openedFile(csv(3), { item: 1 });
		const report = reportOn([file], { output: 'requests' });
		const receipts = [0, 1].map((n) => ({ shop: 'a.example', rows: 1, response: { n } }));
		report.accept(file.all.slice(0, 1), receipts[0]);
		report.fail(file.all.slice(1, 2), 'rejected', 400);
		report.accept(file.all.slice(2), receipts[1]);
		await report.finish();
		expect(report.accepted()).toEqual(receipts.map((json) => ({ json, pairedItem: { item: 1 } })));
		expect(report.errors()).toMatchObject([{ rowIndex: 1 }]);
	});

	it('is there without the rows, where n8n cannot keep them', async () => {
		const file = await openedFile(csv(1_001), { item: 4 });
		const report = reportOn([file], { broken: new Error('The disk is full') });
		report.fail(file.all, 'rejected', 400);
		await report.finish();
		expect(report.accepted()).toMatchObject([{ json: { rows: 1_001, rejected: 1_001 } }]);
		expect(report.accepted()[0]).not.toHaveProperty('binary');
		expect(report.hints).toEqual([
			'The rows of item 4 that were not accepted could not be put into a file: The disk is full',
			'Of the rows of item 4 that were not accepted, 1 have no item of their own.',
		]);
	});
});

it('keeps of settled rows their range, and no more than the items will tell', async () => {
	const file = await openedFile(csv(3), { item: 2 });
	const range = { item: 2, shop: 'a.example', from: 1, to: 2, rows: 2, line: 3, isSendable: true };
	const records = file.all.slice(1);
	const receipt = { requests: 1, bytes: 9 };
	const known = failure('unknown', 500, 2);
	const taken = (continues: boolean) =>
		reportOn([file], { continues }).take(
			[
				{ records, outcome: 'accepted', receipt },
				{ records, ...known },
			],
			BATCH,
		);
	const rows = [
		{ ordinal: 1, shop: 'a.example', line: 3, row: { n: '1' } },
		{ ordinal: 2, shop: 'a.example', line: 4, row: { n: '2' } },
	];
	expect(taken(true)).toEqual([
		{ ...range, told: [], receipt },
		{ ...range, told: rows, failure: known },
	]);
	expect(taken(false)[1]).toEqual({ ...range, told: [], failure: known });
});

it('counts what an earlier try sent once, however many pieces its rows come in', async () => {
	const file = await openedFile(csv(6));
	const entry = (requests: number): LedgerEntry => ({
		shop: 'a.example',
		from: [0, 0],
		to: [0, 5],
		target: '',
		state: 'accepted',
		receipt: { requests, bytes: 10 * requests },
	});
	const entries = [entry(3), entry(4)];
	for (const output of ['files', 'requests'] as const) {
		const report = reportOn([file], { output });
		for (const [at, record] of file.all.entries()) {
			const covered = entries[Math.floor(at / 3)]!;
			const piece = { ...BATCH, kind: 'covered' as const, entry: covered };
			report.accept([record], covered.receipt, piece);
		}
		await report.finish();
		expect(report.accepted().map(({ json }) => json)).toMatchObject(
			output === 'files'
				? [{ rows: 6, accepted: 6, requests: 7, bytes: 70 }]
				: entries.map(({ receipt }) => receipt),
		);
	}
});

describe('a row that was not accepted', () => {
	it('has an item with its place and what it holds', async () => {
		const file = await openedFile(csv(4), { item: 2 });
		const report = reportOn([file]);
		report.accept(file.all.slice(0, 1));
		report.fail(file.all.slice(1, 3), 'rejected', 400);
		report.fail(file.all.slice(3), 'unknown');
		await report.finish();
		const told = { description: 'Do it well.', shop: 'a.example' };
		const refused = { ...told, message: '400: no.', outcome: 'rejected', status: 400 };
		const lost = { ...told, message: 'null: no.', outcome: 'unknown', status: null };
		expect(report.errors()).toEqual([
			{ ...refused, rowIndex: 1, line: 3, row: { n: '1' } },
			{ ...refused, rowIndex: 2, line: 4, row: { n: '2' } },
			{ ...lost, rowIndex: 3, line: 5, row: { n: '3' } },
		]);
	});

	it.each(['files', 'requests'] as const)(
		'because reading ended before it says so (%s)',
		async (output) => {
			const file = await openedFile(['n\n0\n', UNREADABLE, '2\n', '3\n'], { item: 1 });
			const report = reportOn([file], { output });
			report.accept(file.all.slice(0, 1), { rows: 1 });
			report.fail(file.all.slice(1, 2), 'rejected');
			await report.finish();
			const unsent = {
				message: 'Not sent, because reading the file ended at line 3',
				description: 'Correct that record, or turn on "Skip Records with Errors" in the options.',
				outcome: 'notSent',
				status: null,
				shop: 'a.example',
			};
			expect(report.errors().slice(1)).toEqual([
				{ ...unsent, rowIndex: 2, line: 4, row: { n: '2' } },
				{ ...unsent, rowIndex: 3, line: 5, row: { n: '3' } },
			]);
			expect(report.accepted()).toMatchObject(
				output === 'files'
					? [
							{
								json: { rows: 4, accepted: 1, rejected: 1, notSent: 2 },
								binary: { failedRows: { data: '{"n":"2"}\n{"n":"3"}\n' } },
							},
						]
					: [{ json: { rows: 1 } }],
			);
			expect(report.hints).toEqual([]);
		},
	);

	it('is one of a thousand at most that have an item, and the others are counted', async () => {
		const file = await openedFile(csv(1_201));
		const report = reportOn([file]);
		report.accept(file.all.slice(0, 1));
		report.fail(file.all.slice(1, 601), 'rejected', 400);
		report.fail(file.all.slice(601), 'unknown');
		await report.finish();
		expect(report.errors().map(({ rowIndex }) => rowIndex)).toEqual(
			Array.from({ length: 1_000 }, (_, n) => n + 1),
		);
		expect(report.hints).toEqual([
			'Of the rows of item 0 that were not accepted, 200 have no item of their own. All that could be read are in the file "failedRows".',
		]);
	});

	it.each([
		[998, 'files', []],
		[
			999,
			'files',
			[
				'Of the rows of item 0 that were not accepted, 1 have no item of their own. All that could be read are in the file "failedRows".',
			],
		],
		[
			1_001,
			'requests',
			['Of the rows of item 0 that were not accepted, 3 have no item of their own.'],
		],
	] as const)(
		'is one of a thousand, too, with %d that were not read on (%s)',
		async (more, output, hints) => {
			const file = await openedFile(csv(2 + more));
			const report = reportOn([file], { output });
			report.fail(file.all.slice(0, 2), 'rejected', 400);
			await report.finish();
			expect(report.errors()).toHaveLength(Math.min(2 + more, 1_000));
			expect(report.hints).toEqual(hints);
		},
	);
});

describe('an execution that somebody has stopped', () => {
	const signal = AbortSignal.abort();

	it('tells what it knows, and does not read the file again', async () => {
		const file = await openedFile(csv(9));
		const next = await openedFile(csv(9), { item: 1 });
		const report = reportOn([file, next], { signal });
		report.accept(file.all.slice(0, 2));
		report.fail(file.all.slice(2, 3), 'notSent');
		await report.finish();
		expect(file.readings).toEqual([]);
		expect(next.readings).toEqual([]);
		expect(report.accepted()).toMatchObject([
			{ json: { rows: 3, accepted: 2, notSent: 1 } },
			{ json: { rows: 0 } },
		]);
		expect(report.accepted()[0]).not.toHaveProperty('binary');
		expect(report.errors()).toMatchObject([{ rowIndex: 2 }]);
		expect(new Set(report.hints)).toEqual(
			new Set(['The execution was stopped: what is left of its files was not read']),
		);
	});
});

describe('where the error output is off', () => {
	it.each<[string, AbortSignal | undefined, string]>([
		['counts the rows of all files', undefined, 'Of 7 rows: 3 accepted, 1 rejected, 3 not sent'],
		[
			'counts what is known, once somebody has stopped it,',
			AbortSignal.abort(),
			'Of 4 rows: 3 accepted, 1 rejected',
		],
	])('one error %s and names the first', async (_, signal, counts) => {
		const files = [
			await openedFile(csv(2), { item: 0 }),
			await openedFile(['n\n0\n', UNREADABLE, '2\n', '3\n', '4\n'], { item: 1 }),
		] as const;
		const report = reportOn(files, { continues: false, signal });
		report.accept(files[0].all);
		report.accept(files[1].all.slice(0, 1));
		report.fail(files[1].all.slice(1, 2), 'rejected');
		await expect(report.finish()).rejects.toThrow(
			`null: no. ${counts}. First rejected: row 1 of item 1 (line 3), shop a.example.`,
		);
		expect([...report.accepted(), ...report.errors()]).toEqual([]);
	});

	it('what was all accepted ends well', async () => {
		const file = await openedFile(csv(2));
		const report = reportOn([file], { continues: false });
		report.accept(file.all);
		await report.finish();
		expect(report.accepted()).toMatchObject([{ json: { rows: 2, accepted: 2 } }]);
	});
});
