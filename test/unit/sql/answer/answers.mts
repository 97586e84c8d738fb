import { rowsAt, rowTextsAt } from '../../../../nodes/MerchantData/sql/answer/rows.ts';
import { locationAt } from '../../../../nodes/MerchantData/sql/answer/rowsField.ts';
import { findRows } from '../../../../nodes/MerchantData/sql/answer/rowsLocation.ts';

/** The rows as items have them; those of files, which are read from the text, must be the same. */
export function found(answer: unknown, path: string) {
	const place = path === '' ? findRows(answer) : locationAt(answer, path);
	const made = rowsAt(answer, place);
	if (made.length < 1_000) {
		for (const indent of [0, 2]) {
			const texts = rowTextsAt(JSON.stringify(answer, null, indent), place);
			expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(
				JSON.parse(JSON.stringify(made)),
			);
		}
	}
	return { rows: made, note: place.note };
}

export const extractRows = (answer: unknown, path: string) => found(answer, path).rows;

export const rows = [
	{ id: '90071992547409931234', date: '2026-01-31', total: 1.5, note: null },
	{ id: '007', date: '2026-02-01', total: '2.50', note: 'é' },
];

export const columns = ['id', 'date', 'total', 'note'];

export const lists = rows.map((row) => Object.values(row));

export const byColumn = {
	id: rows.map(({ id }) => id),
	date: rows.map(({ date }) => date),
	total: rows.map(({ total }) => total),
	note: rows.map(({ note }) => note),
};

export const named = columns.map((name) => ({ name, type: 'STRING' }));
