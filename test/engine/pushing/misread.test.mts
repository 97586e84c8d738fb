import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns } from '../../kit/columns.mts';
import { hintsOf } from '../../kit/operations.mts';
import { changed, push, pushFiles, rows, storedRows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What looks right on the screen, but is not what was meant. */

const stage = sharedStage();

it('an item with a file is no row, wherever n8n keeps it, unless "Columns" names what to take', async () => {
	const data = { ...(await stored('a\n1\n')), fileName: 'ad-spend.csv' };
	const inJson = { _files: { data } } as unknown as IDataObject;
	for (const [json, files] of [
		[{}, [undefined, { data }]],
		[{ n: 2, ...inJson }, []],
	] as const) {
		const items = [{ n: 1 }, json];
		const { thrown } = await stage.run({ parameters: push(), items, files: [...files] });
		expect(thrown?.message).toBe(
			'1 of 2 rows cannot be sent. First, row 2: The input item holds a file ("data": ad-spend.csv) and no rows',
		);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	}
	const parameters = push({}, { columns: columns(['n']) });
	await stage.run({ parameters, items: [{ n: 1, ...inJson }] });
	expect(storedRows(stage)).toEqual([{ n: 1 }]);
});

it('what this node wrote into items of its error branch and of its rows is not pushed again', async () => {
	stage.sandbox.fail('ads', 400);
	const onError = 'continueErrorOutput';
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

it.each([
	['[{ "n": 1 }, { "n": 2 }]', 3],
	['={{ $input.all().map(({ json }) => json) }}', 2],
])('the same rows for each of several items are refused: %s', async (rowsJson, count) => {
	const parameters = push({}, { dataMode: 'json', rowsJson });
	const { thrown } = await stage.run({ parameters, items: rows(count) });
	expect(thrown?.message).toContain(`"Rows" is the same for all ${count} input items`);
	expect(stage.sandbox.log).toEqual([]);
});

it('one item that is empty, as "Always Output Data" gives it, is no error', async () => {
	for (const named of [{}, columns(['n', 'm'])]) {
		const result = await stage.run({ parameters: push({}, { columns: named }), items: [{}] });
		expect([result.status, stage.sandbox.log]).toEqual(['success', []]);
		expect(hintsOf(result)).toMatch(/^1 row .*left out: .*row 1/);
	}
});

it('an execution that was stored before a field came into being can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(1) });
	const later = [
		...['preview', 'columns', 'otherColumns', 'fieldsToAdd', 'numberFormat', 'dateFormat'],
		...['shopColumn', 'options'],
	];
	const without = Object.fromEntries(later.map((name) => [name, undefined]));
	const { thrown } = await stage.engine.retry(changed(failed, without as IDataObject));
	expect(thrown).toBeUndefined();
	expect(storedRows(stage)).toEqual([{ n: 0 }]);
});
