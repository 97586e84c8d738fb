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
			/^"Rows" is the same for all 3 input items, so its rows were sent 3 times\. If that was not meant, remove the doubled rows/,
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
		[
			'people who are named twice',
			create({}, { emails: 'ann@example.com, ann@example.com', phones: '' }),
			[{}],
			/^1 email address or phone number was given more than once/,
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

	it.each([
		['<!doctype html><html><title>Login</title></html>', 'is a web page or XML'],
		['{"success":false,"message":"no"}', 'says that the request failed'],
	])('an accepted request whose answer reads otherwise: %s', async (body, told) => {
		stage.sandbox.fail('ads', { status: 200, body, headers: { 'content-type': 'text/html' } });
		const [hint] = await hintsOf(push({ output: 'rows' }));
		expect(hint).toContain(`its answer ${told}`);
	});
});

it('after a partial failure the error says not to execute the step again', async () => {
	stage.sandbox.fail('ads', 'ok', 400);
	const parameters = push({ batchSize: 1, maxParallelRequests: 1 });
	const { thrown } = await stage.run({ parameters, items: rows(2) });
	expect(thrown?.description).toContain(
		'Do not execute the step again: that would send the accepted rows (1) once more. To correct rows, set On Error to "Continue (using error output)" and run once more: accepted rows are not sent again by Retry, but are by Execute.',
	);
	stage.sandbox.fail('ads', 400);
	const { thrown: nothing } = await stage.run({ parameters, items: rows(2) });
	expect(nothing?.description).not.toContain('execute the step again');
});
