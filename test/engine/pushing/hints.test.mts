import type { IDataObject } from 'n8n-workflow';
import { sharedStage, SHOP_OF_ITEM } from '../../kit/stage.mts';
import { create } from '../deleting/deleting.mts';
import { FIRST, push, rows, SECOND } from '../../kit/pushing.mts';

const stage = sharedStage();

const hintsOf = async (parameters: IDataObject, items: IDataObject[] = rows(2)) =>
	(await stage.run({ parameters, items })).hints.map(({ message }) => message);

const JSON_ROWS = { dataMode: 'json', rowsJson: '[{ "n": 1 }]' };

describe('what may not have been meant is said', () => {
	it.each<[what: string, parameters: IDataObject, items: IDataObject[], told: RegExp]>([
		[
			'a name to ignore that no row has',
			push({ output: 'rows' }, { fieldsToIgnore: 'note, n , Note' }),
			[
				{ n: 1, m: 1 },
				{ n: 2, m: 2 },
			],
			/^"Fields to Ignore" names fields that no input item has: note, Note\. Correct these names, or remove them\.$/,
		],
		[
			'fixed rows that go out once per item',
			push({ output: 'rows' }, JSON_ROWS),
			rows(3),
			/^"Rows" is the same for all 3 input items, so its rows are sent 3 times\. To send them once, turn on "Execute Once"/,
		],
		[
			'a preview of a push',
			push({}, { preview: true }),
			rows(2),
			/^Nothing was sent: "Preview" is on$/,
		],
		[
			'a preview of deletions',
			create({}, { preview: true, emails: 'ann@example.com', phones: '' }),
			[{}],
			/^Nothing was sent: "Preview" is on$/,
		],
		[
			'many rows in few items',
			push({ batchSize: 2 }),
			rows(5),
			/^5 rows were accepted in 3 requests: one item per request\./,
		],
	])('%s', async (_, parameters, items, told) => {
		expect(await hintsOf(parameters, items)).toEqual([expect.stringMatching(told)]);
	});

	it.each<[what: string, parameters: IDataObject, items: IDataObject[]]>([
		[
			'rows that name the same shop in another spelling',
			push({ output: 'rows' }),
			[
				{ shop: `https://${FIRST.toUpperCase()}/`, n: 1 },
				{ shop: '', n: 2 },
				{ shop: 5, n: 3 },
			],
		],
		[
			'rows sent to their own shops',
			push({ output: 'rows' }, { shop: SHOP_OF_ITEM }),
			[
				{ shop: FIRST, n: 1 },
				{ shop: SECOND, n: 2 },
			],
		],
		[
			'names to ignore that some rows have',
			push({ output: 'rows' }, { fieldsToIgnore: 'm' }),
			[{ n: 1 }, { n: 2, m: 2 }],
		],
		['fixed rows and one item', push({}, JSON_ROWS), [{}]],
		[
			'rows from each item',
			push({ output: 'rows' }, { ...JSON_ROWS, rowsJson: '={{ $json }}' }),
			rows(3),
		],
	])('and nothing of %s', async (_, parameters, items) => {
		expect(await hintsOf(parameters, items)).toEqual([]);
	});
});

it('after a partial failure the error says not to execute again', async () => {
	stage.sandbox.fail('ads', 'ok', 400);
	const parameters = push({ batchSize: 1, maxParallelRequests: 1 });
	const { thrown } = await stage.run({ parameters, items: rows(2) });
	expect(thrown?.description).toContain(
		'Do not execute again: that would send the accepted rows (1) once more. Instead: 1. Set On Error to "Continue (using error output)", and connect a node to the Error Branch, or the rejected rows are lost. 2. Save, and choose "Retry with currently saved workflow" in the list of executions: it sends only the rest (1).',
	);
	stage.sandbox.fail('ads', 400);
	const { thrown: nothing } = await stage.run({ parameters, items: rows(2) });
	expect(nothing?.description).toContain(
		'Nothing has arrived at the service. Correct the cause and execute again.',
	);
	expect(nothing?.description).not.toContain('Do not execute again');
});
