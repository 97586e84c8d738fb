import type { IBinaryData } from 'n8n-workflow';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import {
	addOrdinals,
	linesOf,
	type Ordinals,
	writeRows,
} from '../../../nodes/MerchantData/push/failedRows.ts';
import { openedFile } from './openedFile.mts';

/** Every second row cannot be read. */
const PIECES = ['{"n":0}\n', 'no row\n', '{"n":2}\n', 'no row\n', '{"n":4}\n'];

it.each<[string, Array<[number, number]>, Ordinals]>([
	[
		'follow each other become one range',
		[
			[0, 1],
			[2, 2],
			[3, 9],
		],
		[0, 9],
	],
	[
		'lie apart stay apart, if by one row only',
		[
			[0, 1],
			[3, 3],
			[5, 5],
		],
		[0, 1, 3, 3, 5, 5],
	],
	[
		'go on to the end',
		[
			[4, 4],
			[5, Infinity],
		],
		[4, Infinity],
	],
])('rows that %s', (_, added, ordinals) => {
	const all: Ordinals = [];
	for (const [from, to] of added) addOrdinals(all, from, to);
	expect(all).toEqual(ordinals);
});

describe('of the rows of a file', () => {
	async function linesAt(pieces: readonly string[], ordinals: Ordinals) {
		const read: number[] = [];
		const lines: string[] = [];
		const file = await openedFile(pieces);
		for await (const line of linesOf(file, ordinals, ({ ordinal }) => read.push(ordinal)))
			lines.push(line.toString());
		return { lines, read };
	}

	it.each<[Ordinals, number[], string[]]>([
		[[], [], []],
		[[0, 0], [0], ['{"n":0}\n']],
		[
			[0, 2],
			[0, 1, 2],
			['{"n":0}\n', '{"n":2}\n'],
		],
		[
			[0, 0, 4, 4],
			[0, 4],
			['{"n":0}\n', '{"n":4}\n'],
		],
		[[1, 1, 3, Infinity], [1, 3, 4], ['{"n":4}\n']],
	])('%j are read, and those given that can be', async (ordinals, read, lines) => {
		expect(await linesAt(PIECES, ordinals)).toEqual({ lines, read });
	});

	it('each is one line, however it is written', async () => {
		const { lines } = await linesAt(['[{\r\n"n": 0,\n\n"t": "a\\n"}, {"n": 1}]'], [0, 1]);
		expect(lines).toEqual(['{ "n": 0, "t": "a\\n"}\n{"n": 1}\n']);
	});
});

describe('the file of rows to push again', () => {
	const prepareBinaryData = async (content: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: content.toString(), fileName, mimeType });
	const execution = { context: { helpers: { prepareBinaryData } } } as unknown as Execution;

	async function written(ordinals: Ordinals, name = ''): Promise<IBinaryData | undefined> {
		return await writeRows(execution, await openedFile(PIECES, { name }), ordinals, () => {});
	}

	it.each([
		['rows.ndjson', 'rows-not-accepted.ndjson'],
		['rows.csv.gz', 'rows-not-accepted.ndjson'],
		['rows.gz', 'rows-not-accepted.ndjson'],
		['rows', 'rows-not-accepted.ndjson'],
		['rows.gz of May', 'rows.gz of May-not-accepted.ndjson'],
		['rows.2026.csv', 'rows.2026-not-accepted.ndjson'],
		['rows.--', 'rows.---not-accepted.ndjson'],
		['', '-not-accepted.ndjson'],
	])('of %j is named %j', async (name, fileName) => {
		expect(await written([0, 2], name)).toEqual({
			data: '{"n":0}\n{"n":2}\n',
			fileName,
			mimeType: 'application/x-ndjson',
		});
	});

	it.each([[[]], [[1, 1, 3, 3]]])(
		'is not there where no row can be read (%j)',
		async (ordinals) => {
			expect(await written(ordinals)).toBeUndefined();
		},
	);
});
