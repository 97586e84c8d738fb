import type { INodeExecutionData } from 'n8n-workflow';
import { looksLikeError } from '../service/answers/answerItem';
import { freeColumn, isColumnOf } from '../sql/answer/columnNaming';
import type { Row } from '../sql/answer/rows';
import type { Change, Found } from './diff';
import type { Columns } from './fingerprint';

/** What "Include Change" adds to a row. */
interface ChangeColumn {
	type: Change;
	/** The columns that changed, if that is certain. */
	columns?: string[];
}

/** The rows as the SQL operation gives them. @param includesChange adds what has changed */
export function itemsOf(
	rows: readonly Row[],
	found: readonly Found[],
	columns: Columns,
	includesChange: boolean,
): INodeExecutionData[] {
	const name = includesChange
		? freeColumn(['change'], (each) => isColumnOf([rows], each))
		: undefined;
	return found.map(({ index, change }) => {
		const row = rows[index]!;
		const json = looksLikeError(row) ? { row } : { ...row };
		return { json: name ? { ...json, [name]: changeColumn(change, columns) } : json };
	});
}

/** Only a hash of a row's content is kept, so a column is named only if no other can have changed. */
function changeColumn(type: Change, { key, compare, ignore }: Columns): ChangeColumn & Row {
	const candidates = compare.filter((name) => !ignore.includes(name) && !key.includes(name));
	return type === 'changed' && candidates.length === 1 ? { type, columns: candidates } : { type };
}
