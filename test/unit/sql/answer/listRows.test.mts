import { columns, extractRows, found, lists } from './answers.mts';

it.each<[string, unknown, unknown]>([
	[
		'a single column of texts',
		[['search'], ['social']],
		[{ column_1: 'search' }, { column_1: 'social' }],
	],
	['one list of one text', { rows: [['search']] }, [{ column_1: 'search' }]],
	['a name over numbers', [['total'], [1], [null]], [{ total: 1 }, { total: null }]],
	[
		'a column that is called as one without a name',
		{ columns: ['column_2'], rows: [[1, 2]] },
		[{ column_2: 1, column_2_2: 2 }],
	],
	[
		'rows of different lengths',
		{ columns: ['a'], rows: [[1], [], [2, 3]] },
		[{ a: 1 }, {}, { a: 2, column_2: 3 }],
	],
	['a value among lists', { columns: ['a'], rows: [[1], 2] }, [{ a: 1 }, { a: 2 }]],
	['an empty first list', [[], [1]], [{}, { column_1: 1 }]],
	[
		'lists without names',
		[
			[1, 'a'],
			[2, 'b'],
		],
		[
			{ column_1: 1, column_2: 'a' },
			{ column_1: 2, column_2: 'b' },
		],
	],
	['two columns of one name', { columns: ['id', 'id'], rows: [[1, 2]] }, [{ id: 1, id_2: 2 }]],
	['more values than names', { columns: ['id'], rows: [[1, 2]] }, [{ id: 1, column_2: 2 }]],
])('loses nothing of %s', (_, answer, expected) => {
	expect(extractRows(answer, '')).toEqual(expected);
});

it.each<[string, unknown, string | undefined]>([
	['', [columns, ...lists], 'The first list, id, date, total, note, was taken as the names'],
	['', [['a', 'b']], 'The first list, a, b, was taken as the names'],
	[
		'',
		[
			Array(100)
				.fill('x')
				.map((x, index) => `${x}${index}`),
			[1],
		],
		'x21, …, was taken',
	],
	['', [['search'], ['social']], 'called column_1'],
	[
		'',
		[
			['a', 'a'],
			[1, 2],
		],
		'called column_1',
	],
	[
		'',
		{
			x: [
				['a', ''],
				['b', 'c'],
			],
		},
		'called column_1',
	],
	[
		'x',
		{
			x: [
				['a', 'b'],
				['c', 'd'],
			],
		},
		'The first list, a, b,',
	],
	['', { columns, rows: lists }, undefined],
	['', { a: [['x', 'y']], b: [['z', 'z']] }, undefined],
])('of what is at "%s" in %j it notes: %s', (path, answer, note) => {
	const given = found(answer, path).note;
	if (note === undefined) expect(given).toBeUndefined();
	else expect(given).toContain(note);
});
