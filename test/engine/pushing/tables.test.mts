import type { IDataObject } from 'n8n-workflow';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { stored } from '../../kit/binaryData.mts';
import { assignments, columns, skipRows } from '../../kit/columns.mts';
import { hintsOf } from '../../kit/operations.mts';
import {
	changed,
	IN_TURN,
	numbers,
	push,
	pushFiles,
	rows,
	sentRows,
	storedRows,
} from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Rows of items and files whose settings change between attempts, or that an earlier push has written. */

const stage = sharedStage();
const onError = 'continueErrorOutput';

it.each(['items', 'a file'])(
	'after the mapping of %s is corrected, a retry sends only the rest',
	async (source) => {
		const table = numbers(0, 7).map((n) => [n === 4 ? 'Total' : `Ad ${n}`, `${n}`, '31/01/2026']);
		const text = [['name', 'n', 'at'], ...table].map((cells) => cells.join(',')).join('\n');
		const options = { batchSize: 2, ...IN_TURN };
		const parameters = {
			columns: columns(['n', '', 'number'], ['name', '', 'leaveOut'], ['at', '', 'leaveOut']),
		};
		stage.sandbox.fail('ads', 'ok', 400);
		const failed = await stage.run(
			source === 'items'
				? {
						parameters: push(options, parameters),
						items: table.map(([name, n, at]) => ({ name, n, at })),
					}
				: {
						parameters: pushFiles(options, parameters),
						files: [{ data: await stored(text) }],
					},
		);
		expect(failed.thrown?.message).toContain(
			'Of 7 rows, 2 were accepted, 2 rejected and 3 not sent.',
		);
		const again = await stage.engine.retry(
			changed(failed, {
				columns: columns(['n', 'ids.n', 'number'], ['at', 'at', 'date']),
				dateFormat: 'daySlashes',
				fieldsToAdd: assignments({ 'ids.of': 'ads' }),
				options: { ...options, skipRows: skipRows({ column: 'name', text: 'total' }) },
			}),
		);
		expect(again.thrown).toBeUndefined();
		const ids = [2, 3, 5, 6];
		expect(storedRows(stage)).toEqual([
			{ n: 0 },
			{ n: 1 },
			...ids.map((n) => ({ name: `Ad ${n}`, ids: { n, of: 'ads' }, at: '2026-01-31' })),
		]);
		expect(sentRows(stage)).toEqual([2, 2, 2, 2]);
	},
);

it('fields that this node wrote into items are not pushed again', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(2), onError });
	const flat = await stage.run({ parameters: push({ output: 'columns' }), items: [{ n: 2 }] });
	const again = [...failed.error, ...flat.success].map(({ json }) => json);
	expect(again.map((json) => Object.keys(json).sort())).toEqual([
		['error', 'n'],
		['error', 'n'],
		['n', 'pushOutcome', 'pushStatus'],
	]);
	const file = { data: await stored(again.map((row) => `${JSON.stringify(row)}\n`).join('')) };
	const runs = [
		{ parameters: push({ output: 'rows' }), items: again },
		{ parameters: push({}, { dataMode: 'json', rowsJson: '={{ $json }}' }), items: again },
		{ parameters: pushFiles(), files: [file] },
	];
	for (const run of runs) {
		stage.sandbox.reset();
		stage.connect();
		expect((await stage.run(run)).thrown).toBeUndefined();
		expect(storedRows(stage)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
	}
});

it('an empty item, as "Always Output Data" makes it, is not an error', async () => {
	const parameters = push({}, { columns: columns(['n', 'm']) });
	const result = await stage.run({ parameters, items: [{}] });
	expect([result.status, stage.sandbox.log]).toEqual(['success', []]);
	expect(hintsOf(result)).toMatch(/^Left out 1 row .*: row 1/);
});

it('an execution that was stored before a field existed can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(1) });
	const later = pushFields
		.map(({ name }) => name)
		.filter((name) => !['shop', 'dataMode'].includes(name));
	const without = Object.fromEntries(later.map((name) => [name, undefined]));
	const { thrown } = await stage.engine.retry(changed(failed, without as IDataObject));
	expect(thrown).toBeUndefined();
	expect(storedRows(stage)).toEqual([{ n: 0 }]);
});

it('a row that n8n cannot pass on fails with its item alone', async () => {
	let deep: object = {};
	for (let level = 0; level < 9_000; level++) deep = { row: deep };
	const items = [{ rows: [{ n: 0 }, deep] }, { rows: [{ n: 3 }] }];
	const json = { dataMode: 'json', rowsJson: '={{ $json.rows }}' };
	const { error } = await stage.run({ parameters: push({}, json), items, onError });
	expect(storedRows(stage)).toEqual([{ n: 3 }]);
	const rejected = { json: { error: { outcome: 'rejected' } }, pairedItem: { item: 0 } };
	expect(error).toMatchObject([rejected]);
});
