import type { IDataObject } from 'n8n-workflow';
import { pushFields } from '../../../nodes/MerchantData/resources/push/form.ts';
import { stored } from '../../kit/binaryData.mts';
import { columns, skipRows } from '../../kit/columns.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
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
import { read } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Rows as n8n passes them on, also to another attempt or another push. */

const stage = sharedStage();
const onError = 'continueErrorOutput';

it('after the mapping is corrected, a retry sends only the rest', async () => {
	const items = numbers(0, 7).map((n) => ({ n: `${n}`, name: n === 4 ? 'Total' : `Ad ${n}` }));
	const options = { batchSize: 2, ...IN_TURN };
	const wrong = { columns: columns(['n', '', 'number'], ['name', '', 'leaveOut']) };
	stage.sandbox.fail('ads', 'ok', 400);
	const failed = await stage.run({ parameters: push(options, wrong), items });
	expect(failed.thrown?.message).toContain('2 were accepted, 2 rejected and 3 not sent.');
	const again = await stage.engine.retry(
		changed(failed, {
			columns: columns(['n', 'ids.n', 'number']),
			options: { ...options, skipRows: skipRows({ column: 'name', text: 'total' }) },
		}),
	);
	expect(again.thrown).toBeUndefined();
	const rest = [2, 3, 5, 6].map((n) => ({ name: `Ad ${n}`, ids: { n } }));
	expect(storedRows(stage)).toEqual([{ n: 0 }, { n: 1 }, ...rest]);
	expect(sentRows(stage)).toEqual([2, 2, 2, 2]);
});

it('fields that this node wrote into items are not pushed again', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(2), onError });
	const flat = await stage.run({ parameters: push({ output: 'columns' }), items: [{ n: 2 }] });
	const again = [...failed.error, ...flat.success].map(({ json }) => json);
	const written = [
		['error', 'n'],
		['error', 'n'],
		['n', 'pushOutcome', 'pushStatus'],
	];
	expect(again.map((json) => Object.keys(json).sort())).toEqual(written);
	const file = { data: await stored(again.map((row) => `${JSON.stringify(row)}\n`).join('')) };
	for (const run of [
		{ parameters: push({ output: 'rows' }), items: again },
		{ parameters: push({}, { dataMode: 'json', rowsJson: '={{ $json }}' }), items: again },
		{ parameters: pushFiles(), files: [file] },
	]) {
		stage.sandbox.reset();
		stage.connect();
		expect((await stage.run(run)).thrown).toBeUndefined();
		expect(storedRows(stage)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
	}
});

it('an execution that was stored before a field existed can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(1) });
	const later = pushFields.filter(({ name }) => !['shop', 'dataMode'].includes(name));
	const without = Object.fromEntries(later.map(({ name }) => [name, undefined]));
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

/** The rows that arrived, as the JSON text that was sent. */
const sentJson = () =>
	stage.sandbox.requests('ads').map(({ text }) => /"data":(\[.*\])/.exec(text)![1]);

it('keeps the digits of IDs in a JSON file and in the field "Rows"', async () => {
	const ids = read('test/data/inputs/long-ids.json').trim();
	const files = [{ data: await stored(ids, 'ids.json') }];
	const inFile = await stage.run({ parameters: pushFiles(), files, onError });
	const ofField = push({}, { dataMode: 'json', rowsJson: ids });
	const inField = await stage.run({ parameters: ofField, onError });
	expect([...failuresOf(inFile), ...failuresOf(inField)]).toEqual([]);
	expect(sentJson()).toEqual([ids, ids]);
});

it('hints at a date of an item that is sent as a moment', async () => {
	const items = [{ day: new Date('2026-11-19T23:00:00Z') as never }];
	const result = await stage.run({ parameters: push(), items });
	expect(sentJson()).toEqual(['[{"day":"2026-11-19T23:00:00.000Z"}]']);
	expect(hintsOf(result)).toContain('"day" looks like a day, such as 2026-11-19T23:00:00.000Z');
});
