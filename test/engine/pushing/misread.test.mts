import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { changed, push, rows, storedRows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What looks right on the screen, but is not what was meant. */

const stage = sharedStage();

it('a file in an item is no row, wherever n8n keeps it, and is not sent with one', async () => {
	const data = { ...(await stored('a\n1\n')), fileName: 'ad-spend.csv' };
	const inJson = { _files: { data } } as unknown as IDataObject;
	for (const [json, files] of [
		[{}, [undefined, { data }]],
		[inJson, []],
	] as const) {
		const { thrown } = await stage.run({
			parameters: push(),
			items: [{ n: 1 }, json],
			files: [...files],
		});
		expect(thrown?.message).toBe(
			'1 of 2 rows cannot be sent. First, row 2: The input item holds a file ("data": ad-spend.csv) and no rows',
		);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	}
	await stage.run({
		parameters: push(),
		items: [
			{ n: 1, ...inJson },
			{ n: 2, _files: 'mine' },
		],
	});
	expect(storedRows(stage)).toEqual([{ n: 1 }, { n: 2, _files: 'mine' }]);
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
	await stage.run({ parameters: push({ output: 'rows' }), items: again });
	expect(storedRows(stage).slice(1)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
});

it('a preview says beside each row what is wrong with it, and how many there are', async () => {
	const { success, hints } = await stage.run({
		parameters: push({}, { preview: true, numberColumns: 'spend' }),
		items: [{ spend: '17,35' }, {}, { spend: '5' }],
	});
	expect(stage.sandbox.log).toEqual([]);
	expect(success.map(({ json }) => Object.keys(json).slice(0, 3))).toEqual([
		['preview', 'problem', 'shop'],
		['preview', 'shop', 'rows'],
	]);
	expect(success[0]!.json.problem).toMatch(
		/^"spend" holds "17,35", which is not a number\. "Number Format" is "1234\.56"\. The text would be 17\.35 in "1 234,56", "1\.234,56", "1234,56"\. Choose/,
	);
	expect(hints.map(({ message }) => message)).toEqual([
		'Nothing was sent: "Preview" is on',
		'1 of 2 rows cannot be sent: see "problem"',
		'Rows left out, because they have no value to send: 1',
	]);
});

it('an execution that was stored before a field came into being can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(1) });
	const fields = ['preview', 'numberColumns', 'numberFormat', 'shopColumn', 'fieldsToIgnore'];
	const without = Object.fromEntries(fields.map((name) => [name, undefined]));
	const { thrown } = await stage.engine.retry(changed(failed, without as IDataObject));
	expect(thrown).toBeUndefined();
	expect(storedRows(stage)).toEqual([{ n: 0 }]);
});
