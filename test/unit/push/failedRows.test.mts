import fc from 'fast-check';
import type { IBinaryData } from 'n8n-workflow';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import {
	addRange,
	finderOf,
	linesOf,
	type RowRanges,
	writeRows,
} from '../../../nodes/MerchantData/push/failedRows.ts';
import type { PlacedRow } from '../../../nodes/MerchantData/push/rows/row.ts';
import { openedFile } from './openedFile.mts';

/** Every second row cannot be read. */
const PIECES = ['{"n":0}\n', 'no row\n', '{"n":2}\n', 'no row\n', '{"n":4}\n'];

type Added = [shop: string, from: number, to: number];

function rangesOf(added: readonly Added[]): RowRanges {
	const ranges: RowRanges = new Map();
	for (const [shop, from, to] of added) addRange(ranges, shop, from, to);
	return ranges;
}

it.each<[string, Added[], Array<[string, number[]]>]>([
	[
		'follow each other become one range',
		[
			['a', 0, 1],
			['a', 2, 2],
			['a', 3, 9],
		],
		[['a', [0, 9]]],
	],
	[
		'lie apart stay apart, if by one row only',
		[
			['a', 0, 1],
			['a', 3, 3],
			['a', 5, 5],
		],
		[['a', [0, 1, 3, 3, 5, 5]]],
	],
	[
		'are of several shops stay apart',
		[
			['a', 0, 4],
			['b', 1, 3],
			['b', 5, 5],
			['a', 5, 6],
		],
		[
			['a', [0, 6]],
			['b', [1, 3, 5, 5]],
		],
	],
])('rows that %s', (_, added, ranges) => {
	expect([...rangesOf(added)]).toEqual(ranges);
});

it('finds exactly the rows that were added, whatever shops they alternate between', () => {
	const row = fc.record({
		shop: fc.constantFrom('a', 'b', 'c'),
		isAdded: fc.boolean(),
		isJoined: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(row, { maxLength: 40 }), (drawn) => {
			const rows = drawn.map((each, ordinal) => ({ ...each, ordinal }) as never as Drawn);
			const ranges: RowRanges = new Map();
			for (const shop of ['a', 'b', 'c']) {
				// As requests do, a range takes several rows of its shop that follow each other.
				let open: [from: number, to: number] | undefined;
				const close = () => {
					if (open) addRange(ranges, shop, ...open);
					open = undefined;
				};
				for (const each of rows.filter((one) => one.shop === shop)) {
					if (!each.isAdded || !each.isJoined) close();
					if (each.isAdded) open = [open?.[0] ?? each.ordinal, each.ordinal];
				}
				close();
			}
			const isFound = finderOf(ranges);
			expect(rows.filter(isFound)).toEqual(rows.filter(({ isAdded }) => isAdded));
		}),
	);
});

interface Drawn extends PlacedRow {
	isAdded: boolean;
	isJoined: boolean;
}

describe('of the rows of a file', () => {
	async function linesAt(pieces: readonly string[], wanted: readonly number[]) {
		const asked: number[] = [];
		const lines: string[] = [];
		const file = await openedFile(pieces);
		const isWanted = ({ ordinal }: PlacedRow) => {
			asked.push(ordinal);
			return wanted.includes(ordinal);
		};
		for await (const line of linesOf(file, isWanted)) lines.push(line.toString());
		return { lines, asked };
	}

	it.each<[number[], string[]]>([
		[[], []],
		[[0], ['{"n":0}\n']],
		[
			[0, 1, 2],
			['{"n":0}\n', '{"n":2}\n'],
		],
		[
			[0, 4],
			['{"n":0}\n', '{"n":4}\n'],
		],
		[[1, 3, 4], ['{"n":4}\n']],
	])('%j are given that can be read, and each is asked for', async (wanted, lines) => {
		expect(await linesAt(PIECES, wanted)).toEqual({ lines, asked: [0, 1, 2, 3, 4] });
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

	async function written(wanted: number[], name = ''): Promise<IBinaryData | undefined> {
		const file = await openedFile(PIECES, { name });
		return await writeRows(execution, file, ({ ordinal }) => wanted.includes(ordinal));
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

	it.each([[[]], [[1, 3]]])('is not there where no row can be read (%j)', async (wanted) => {
		expect(await written(wanted)).toBeUndefined();
	});
});
