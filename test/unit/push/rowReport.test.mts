import type { IExecuteFunctions } from 'n8n-workflow';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../nodes/MerchantData/n8n/output.ts';
import { createPushReport, pairedItems } from '../../../nodes/MerchantData/push/rowReport.ts';
import type { PlacedRow } from '../../../nodes/MerchantData/push/rows/row.ts';
import { createRedactor } from '../../../nodes/MerchantData/service/redaction/redact.ts';
import { failure, node } from '../delivery/failure.mts';

const record = (item: number, ordinal = 0, row: unknown = { item, ordinal }): PlacedRow => ({
	item,
	ordinal,
	shop: 'a.example',
	row: () => row,
});

describe('the report of a push', () => {
	const input = [{ n: 0, pushOutcome: 'rejected' }, { n: 1 }, { n: 2 }];

	function report(
		continues: boolean,
		output: 'requests' | 'rows' | 'columns' = 'requests',
		mode = 'json',
	) {
		const hints: string[] = [];
		const context = {
			continueOnFail: () => continues,
			getNode: () => node,
			getInputData: () => input.map((json) => ({ json })),
		} as unknown as IExecuteFunctions;
		const out = createOutput(context, createRedactor());
		const hint = (text: string) => hints.push(text);
		const field = (name: string) => (name === 'dataMode' ? mode : undefined);
		const firstHint = (text: string) => hints.unshift(text);
		const execution = { context, field, hint, firstHint } as unknown as Execution;
		return { ...createPushReport(execution, out, output), items: () => out.items(), hints };
	}
	const receipt = { shop: 'a.example', rows: 3, status: 201 };
	const records = [record(0), record(0, 1), record(2)];

	it('gives an item for each request, linked to its input items', () => {
		const { add, finish, items } = report(true);
		add({ records, outcome: 'accepted', receipt });
		finish(3);
		expect(items()).toEqual([{ json: receipt, pairedItem: [{ item: 0 }, { item: 2 }] }]);
	});

	it('or one for each row', () => {
		const { add, items } = report(true, 'rows');
		add({ records, outcome: 'accepted', receipt });
		expect(items()).toEqual(
			records.map(({ item, ordinal }) => ({
				json: { outcome: 'accepted', shop: 'a.example', status: 201, row: { item, ordinal } },
				pairedItem: { item },
			})),
		);
	});

	it.each([
		['the columns of a row', 'json', [{ item: 0, ordinal: 0 }]],
		['all columns of an input item, ignored ones too', 'autoMapInputData', [input[0]]],
	])('or %s with its outcome, which stands first and wins', (_, mode, columns) => {
		const { add, items } = report(true, 'columns', mode);
		add({ records: records.slice(0, 1), outcome: 'accepted', receipt });
		const own = { pushOutcome: 'accepted', pushStatus: 201 };
		expect(items()).toEqual(
			columns.map((row) => ({ json: { ...row, ...own }, pairedItem: { item: 0 } })),
		);
		expect(Object.keys(items()[0]!.json).slice(0, 2)).toEqual(['pushOutcome', 'pushStatus']);
	});

	it('says what became of many rows in few items, and how to get one each', () => {
		const many = report(true);
		many.add({ records, outcome: 'accepted', receipt });
		many.finish(3);
		expect(many.hints).toEqual([
			'3 rows were accepted in 1 request: one item per request. For one item per row, see "Output" in the options.',
		]);
		const several = report(true);
		several.add({ records, outcome: 'accepted', receipt });
		several.add({ records: [record(3)], outcome: 'accepted', receipt });
		several.finish(4);
		expect(several.hints).toEqual([
			'4 rows were accepted in 2 requests: one item per request. For one item per row, see "Output" in the options.',
		]);
		const single = report(true);
		single.add({ records: records.slice(0, 1), outcome: 'accepted', receipt });
		single.finish(1);
		const rows = report(true, 'rows');
		rows.add({ records, outcome: 'accepted', receipt });
		rows.finish(3);
		expect([single.hints, rows.hints]).toEqual([[], []]);
	});

	it('gives an item for each row that was not accepted, and does not stop', () => {
		const { add, finish, items, hints } = report(true);
		add({ records: records.slice(1), ...failure('rejected', 400, 0) });
		finish(2);
		expect(hints).toEqual(['2 of 2 rows were not accepted: see the items with "error".']);
		const told = { outcome: 'rejected', status: 400, shop: 'a.example' };
		const texts = { message: '400: no.', description: 'Do it well.' };
		expect(items()).toEqual([
			{
				json: { error: { ...texts, ...told, rowIndex: 1, row: { item: 0, ordinal: 1 } } },
				pairedItem: { item: 0 },
			},
			{
				json: { error: { ...texts, ...told, rowIndex: 0, row: { item: 2, ordinal: 0 } } },
				pairedItem: { item: 2 },
			},
		]);
	});

	it('ends in one error where the error output is off, if anything was not accepted', () => {
		const good = report(false);
		good.add({ records, outcome: 'accepted', receipt });
		expect(() => good.finish(3)).not.toThrow();
		const bad = report(false);
		bad.add({ records, outcome: 'accepted', receipt });
		bad.add({ records: records.slice(1), ...failure('unknown', null, 0) });
		expect(() => bad.finish(9)).toThrow(
			'Of 9 rows: 3 accepted, 2 unknown, 4 not sent. First unknown: row 1 of item 0, shop a.example.',
		);
	});

	it('links each input item once', () => {
		expect(pairedItems([record(0), record(0, 1), record(1), record(3), record(3, 1)])).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 3 },
		]);
	});
});
