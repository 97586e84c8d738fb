import { jsonListener, type JsonAnswer, type JsonRequest } from './gateway.mts';

/** As much of Google's Sheets API (v4) as n8n's node calls, and Google's token endpoint. */

export type Cell = string | number | boolean;

const TOKEN = 'ya29.stand-in';
const TOKENS = {
	access_token: TOKEN,
	refresh_token: '1//stand-in',
	expires_in: 3599,
	token_type: 'Bearer',
};

interface ValueRange {
	range: string;
	values: Cell[][];
}

/** One spreadsheet with one sheet, whatever its id. */
export function createSheet() {
	const sheet = {
		rows: [] as Cell[][],
		/** What was written, in order: `PUT Sheet1!1:1`, `POST Sheet1!H2`. */
		writes: [] as string[],
		/** A value of which a write is refused. */
		refuses: undefined as Cell | undefined,
		hosts: {
			'sheets.googleapis.com': jsonListener(respond),
			'oauth2.googleapis.com': jsonListener(() => [200, TOKENS]),
		},
		/** The rows below the header, by its names; a cell that is empty is not there. */
		records(): Array<Record<string, Cell>> {
			const [header = [], ...rows] = sheet.rows;
			return rows.map((row) =>
				Object.fromEntries(
					row.map((cell, index) => [String(header[index]), cell]).filter(([, cell]) => cell !== ''),
				),
			);
		},
		/** @param rows what it is to hold from now on, the header first */
		fill(rows: Cell[][]): void {
			sheet.rows = rows.map((row) => [...row]);
			sheet.writes.splice(0);
			sheet.refuses = undefined;
		},
	};

	function respond({ method, path, query, headers, body }: JsonRequest): JsonAnswer {
		if (headers.authorization !== `Bearer ${TOKEN}`) return failure(401, 'UNAUTHENTICATED');
		const [, call = ''] = /^\/v4\/spreadsheets\/[\w-]{25,}(.*)$/.exec(path) ?? [];
		const typed = query.get('valueInputOption') === 'USER_ENTERED';
		if (method === 'GET' && call === '')
			return [200, { sheets: [{ properties: { sheetId: 0, title: 'Sheet1', index: 0 } }] }];
		if (method === 'POST' && call === ':batchUpdate') return [200, { replies: [{}] }];
		if (method === 'POST' && call === '/values:batchUpdate') {
			const { data, valueInputOption } = body as { data: ValueRange[]; valueInputOption: string };
			if (data.some(({ values }) => values.flat().includes(sheet.refuses!)))
				return failure(503, 'UNAVAILABLE');
			for (const each of data) write('POST', each, valueInputOption === 'USER_ENTERED');
			return [200, { totalUpdatedCells: data.length }];
		}
		if (!call.startsWith('/values/')) return failure(404, 'NOT_FOUND');
		if (method === 'PUT') {
			write('PUT', body as ValueRange, typed);
			return [200, { updatedRange: call.slice('/values/'.length) }];
		}
		const asText = query.get('valueRenderOption') === 'FORMATTED_VALUE';
		const values = trimmed(sheet.rows).map((row) => (asText ? row.map(String) : row));
		return [200, { values }];
	}

	function write(method: string, { range, values }: ValueRange, typed: boolean): void {
		sheet.writes.push(`${method} ${range}`);
		const [, column = 'A', first = ''] = /!([A-Z]*)(\d+)/.exec(range) ?? [];
		values.forEach((cells, down) => {
			const row = (sheet.rows[Number(first) - 1 + down] ??= []);
			cells.forEach((cell, right) => {
				const at = columnNumber(column) + right;
				while (row.length < at) row.push('');
				row[at] = typed ? entered(cell) : cell;
			});
		});
	}

	return sheet;
}

/** Google leaves out what is empty at the end of a row. */
const trimmed = (rows: Cell[][]): Cell[][] =>
	rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));

/** What Google makes of a cell that is written as if it were typed: in a British spreadsheet. */
function entered(cell: Cell): Cell {
	const text = String(cell);
	const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
	if (date) return `${date[3]}/${date[2]}/${date[1]}`;
	if (text.startsWith('=')) return '#NAME?';
	return text !== '' && Number.isFinite(Number(text)) ? Number(text) : cell;
}

const columnNumber = (letters: string): number =>
	[...(letters || 'A')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const failure = (code: number, status: string): JsonAnswer => [
	code,
	{ error: { code, status, message: status } },
];
