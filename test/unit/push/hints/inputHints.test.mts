import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../../nodes/MerchantData/push/fields/fields.ts';
import type { RowFile } from '../../../../nodes/MerchantData/push/files/rowFile.ts';
import {
	hintAtFileColumns,
	hintAtInput,
} from '../../../../nodes/MerchantData/push/hints/inputHints.ts';
import { createContext } from '../../../kit/execution.mts';

const FIELDS = { dataMode: 'autoMapInputData', shop: 'a.example', fieldsToIgnore: '', options: {} };

function start(parameters: IDataObject, items: IDataObject[] = [{}]) {
	const { context } = createContext({ parameters: { ...FIELDS, ...parameters }, items });
	return createExecution(context, pushFields);
}

function hintsAtInput(parameters: IDataObject, items: IDataObject[]) {
	const execution = start(parameters, items);
	hintAtInput(execution);
	return [...execution.hints];
}

/** @param columns of each file; none of one that has no header @param unopened how many there are besides */
function hintsAtFiles(parameters: IDataObject, columns: Array<string[] | undefined>, unopened = 0) {
	const items = Array.from({ length: columns.length + unopened }, () => ({}));
	const execution = start({ dataMode: 'binary', ...parameters }, items);
	const files = columns.map((columnNames) => ({ columnNames })) as RowFile[];
	hintAtFileColumns(execution, files);
	return [...execution.hints];
}

const shops = (...names: unknown[]) => names.map((shop) => ({ shop })) as IDataObject[];

const REMEDY = 'Correct these names, or remove them.';

describe('fields that are named', () => {
	const options = { booleanColumns: 'm, isNew' };
	const toldOf = (holder: string) => [
		`"Fields to Ignore" names fields that no ${holder} has: note, constructor. ${REMEDY}`,
		`"Boolean Columns" names fields that no ${holder} has: isNew. ${REMEDY}`,
		`"Number Columns" names fields that no ${holder} has: spend. ${REMEDY}`,
	];
	const numberColumns = 'n,spend';
	const named = { fieldsToIgnore: 'note, n , constructor', numberColumns, options };

	it('are told where no input item has them', () => {
		expect(hintsAtInput(named, [{ n: 1 }, { n: 2, m: true }])).toEqual(toldOf('input item'));
	});

	it('are told where no file has them', () => {
		expect(hintsAtFiles(named, [['n'], ['n', 'm']])).toEqual(toldOf('file'));
	});

	it('are not told where a file has no header, for it may have them', () => {
		expect(hintsAtFiles(named, [['n', 'm'], undefined])).toEqual([]);
	});

	it('are not told where a file could not be opened, for it may have them', () => {
		expect(hintsAtFiles(named, [['n', 'm']], 1)).toEqual([]);
		expect(hintsAtFiles(named, [], 1)).toEqual([]);
	});

	it.each<[what: string, parameters: IDataObject]>([
		['all are known', { fieldsToIgnore: 'n,m', numberColumns: 'n' }],
		['none is named', { options: {} }],
		['an expression names them', { fieldsToIgnore: '={{ $json.names }}' }],
		['an expression names numbers', { numberColumns: '={{ $json.names }}' }],
		['they are no text', { fieldsToIgnore: 5 }],
	])('are not told where %s', (_, parameters) => {
		expect(hintsAtInput(parameters, [{ n: 1 }, { m: 2 }])).toEqual([]);
		expect(hintsAtFiles(parameters, [['n'], ['m']])).toEqual([]);
	});

	it('are told with no more than the beginning of a long list', () => {
		const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
		const [hint] = hintsAtFiles({ fieldsToIgnore: names.join(',') }, [[]]);
		expect(hint).toBe(
			`"Fields to Ignore" names fields that no file has: ${names.join(', ').slice(0, 200)}. ${REMEDY}`,
		);
	});
});

describe('fixed rows', () => {
	const fixed = { dataMode: 'json', rowsJson: '[{ "n": 1 }]' };
	const items = shops('a.example', 'b.example', 'c.example');

	it('are told to go out once for each item', () => {
		expect(hintsAtInput({ ...fixed, fieldsToIgnore: 'note' }, items)).toEqual([
			'"Rows" is the same for all 3 input items, so its rows were sent 3 times. If that was not meant, remove the doubled rows at the service. To send them once, turn on "Execute Once" in the node\'s settings; to send each item\'s own rows, use an expression.',
		]);
	});

	it('are told in a preview, in which nothing was sent', () => {
		const execution = start(fixed, items);
		hintAtInput(execution, true);
		const [hint] = execution.hints;
		expect(hint).toMatch(/so its rows would be sent 3 times\. To send them once, /);
	});

	it.each<[what: string, parameters: IDataObject, items: IDataObject[]]>([
		['there is one item', {}, items.slice(0, 1)],
		['an expression gives them', { rowsJson: '={{ $json.rows }}' }, items],
		['the rows are the items', { dataMode: 'autoMapInputData', shop: '={{ $json.shop }}' }, items],
	])('are as meant where %s', (_, parameters, given) => {
		expect(hintsAtInput({ ...fixed, ...parameters }, given)).toEqual([]);
	});
});

describe('what this node wrote into items at an earlier push', () => {
	const error = { message: '400: no', outcome: 'rejected' };

	it('is told to be left out, each name once', () => {
		const items = [
			{ n: 1, error },
			{ n: 2, error },
			{ n: 3, pushOutcome: 'accepted', pushStatus: 200 },
		];
		expect(hintsAtInput({}, items)).toEqual([
			'Left out, because this node wrote them at an earlier push: error, pushOutcome, pushStatus. To send such a column as data, rename it before this node.',
		]);
	});

	it('is not what a data column of the same name holds', () => {
		expect(hintsAtInput({}, [{ error: 'none' }, { pushOutcome: 'won', pushStatus: 1 }])).toEqual(
			[],
		);
	});
});
