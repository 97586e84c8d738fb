import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { columns, sentAs } from '../../kit/columns.mts';
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
		[inJson, []],
		[{ n: 2, ...inJson }, []],
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
		parameters: push({}, { columns: columns(['n']) }),
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
	const [withErrors, withOutcomes] = [again.slice(0, 2), again.slice(2)];
	const file = { data: await stored(again.map((row) => `${JSON.stringify(row)}\n`).join('')) };
	const sheet = { data: await stored('n,pushStatus,pushOutcome\n2,400,rejected\n') };
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
	await stage.run({ parameters: pushFiles(), files: [sheet] });
	expect(storedRows(stage)[3]).toEqual({ n: '2' });
	// Data of these names stays.
	const { pushStatus: _, ...withOutcome } = withOutcomes[0]!;
	const own = [{ ...withErrors[0], error: 'E4' }, withOutcome];
	await stage.run({ parameters: push(), items: own });
	expect(storedRows(stage).slice(4)).toEqual([
		{ n: 0, error: 'E4' },
		{ n: 2, pushOutcome: 'accepted' },
	]);
});

it.each<[what: string, items: IDataObject[], parameters: IDataObject, message: RegExp]>([
	[
		'a sheet whose first row holds no names',
		[{ __EMPTY: 'Brand', __EMPTY_1: 2 }],
		{},
		/^1 of 1 rows .* row 1: The fields __EMPTY, __EMPTY_1 have names that n8n made up/,
	],
	[
		'an error of an earlier node',
		[{ n: 1 }, { error: 'Not found', message: '' }],
		{},
		/^1 of 2 rows .* row 2: The input item is an error of an earlier node, and no row/,
	],
	[
		'the same rows for each of several items',
		[{}, {}, {}],
		{ dataMode: 'json', rowsJson: '[{ "n": 1 }, { "n": 2 }]' },
		/^"Rows" is the same for all 3 input items, so its rows would be sent 3 times/,
	],
	[
		'all rows of several items for each of these',
		[{ n: 1 }, { n: 2 }],
		{ dataMode: 'json', rowsJson: '={{ $input.all().map(({ json }) => json) }}' },
		/^"Rows" is the same for all 2 input items/,
	],
])('%s is refused, and nothing is sent', async (_, items, parameters, message) => {
	const { thrown } = await stage.run({ parameters: push({}, parameters), items });
	expect(thrown?.message).toMatch(message);
	expect(stage.sandbox.log).toEqual([]);
});

it('columns that n8n has added to a sheet are sent only if "Columns" names them', async () => {
	const items = [{ __EMPTY: 'Brand', n: 2, row_number: 7 }];
	const pushed = async (named: IDataObject) => {
		await stage.run({ parameters: push({}, { columns: named }), items });
		return storedRows(stage).at(-1);
	};
	expect(await pushed(columns(['n', 'row.n']))).toBeUndefined();
	expect(await pushed(columns(['__EMPTY', 'name']))).toEqual({ name: 'Brand', n: 2 });
	expect(await pushed(columns(['__EMPTY', '', 'leaveOut'], ['row_number', 'row.number']))).toEqual({
		n: 2,
		row: { number: 7 },
	});
});

it('one item that is empty, as "Always Output Data" gives it, is no error', async () => {
	for (const named of [{}, columns(['n', 'm'])]) {
		const result = await stage.run({ parameters: push({}, { columns: named }), items: [{}] });
		expect([result.status, stage.sandbox.log]).toEqual(['success', []]);
		expect(hintsOf(result)).toMatch(/^1 row .*left out: .*row 1/);
	}
});

it('a preview says beside each row what is wrong with it, and how many there are', async () => {
	const { success, hints } = await stage.run({
		parameters: push({}, { preview: true, columns: sentAs('number', 'spend') }),
		items: [{ spend: '17,35' }, {}, { spend: '5' }],
	});
	expect(stage.sandbox.log).toEqual([]);
	expect(success.map(({ json }) => Object.keys(json).slice(0, 3))).toEqual([
		['preview', 'problem', 'shop'],
		['preview', 'shop', 'rows'],
	]);
	expect(success[0]!.json.problem).toMatch(
		/^"spend" holds "17,35", which is no number in the format "1234\.56"\. Set "Number Format" to "1 234,56" or "1\.234,56" or "1234,56": it would be 17\.35\./,
	);
	expect(hints.map(({ message }) => message)).toEqual([
		'Nothing was sent: "Preview" is on',
		'1 of 2 rows cannot be sent: see "problem"',
		expect.stringMatching(/^1 row .*left out: .*row 2/),
	]);
});

it('an execution that was stored before a field came into being can be retried', async () => {
	stage.sandbox.fail('ads', 400);
	const failed = await stage.run({ parameters: push(), items: rows(1) });
	const fields = [
		...['preview', 'columns', 'otherColumns', 'fieldsToAdd', 'numberFormat', 'dateFormat'],
		...['shopColumn', 'options'],
	];
	const without = Object.fromEntries(fields.map((name) => [name, undefined]));
	const { thrown } = await stage.engine.retry(changed(failed, without as IDataObject));
	expect(thrown).toBeUndefined();
	expect(storedRows(stage)).toEqual([{ n: 0 }]);
});
