import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Suggestions } from '../../errors/invalidInput';
import { columnInForm, isSame } from '../../mapping/names';
import type { Proposal } from '../../mapping/profile/proposal';

type Entry = Readonly<Record<string, unknown>>;

/** The node with settings that fit, as n8n copies nodes. Settings that are there are kept. */
export function proposedNode(node: INode, proposal: Proposal, changes: Suggestions): IDataObject {
	const saved: Entry = node.parameters;
	const { numberFormat, dateFormat, datePattern } = proposal;
	const isUnset = (name: string, unset: string) => (saved[name] ?? unset) === unset;
	const columns = entriesIn(saved.columns, 'column');
	const assignments = entriesIn(saved.fieldsToAdd, 'assignments');
	const options = saved.options as Entry | undefined;
	const parameters = {
		...saved,
		...(numberFormat && isUnset('numberFormat', 'plain') && { numberFormat }),
		...(dateFormat && isUnset('dateFormat', 'iso') && { dateFormat, datePattern }),
		preview: false,
		columns: { column: [...columns, ...newColumns(columns, proposal)] },
		fieldsToAdd: { assignments: [...assignments, ...newFields(proposal)] },
		options: { ...changes, ...options, ...tableOptions(options, proposal) },
	};
	const [x, y] = node.position;
	const proposed = { ...node, id: randomUUID(), position: [x, y + 200], parameters };
	return { nodes: [proposed], connections: {} } as unknown as IDataObject;
}

const entriesIn = (saved: unknown, group: string): readonly Entry[] =>
	((saved as Record<string, readonly Entry[]> | undefined)?.[group] ?? []).filter(
		(entry) => typeof entry === 'object',
	);

const newColumns = (columns: readonly Entry[], proposal: Proposal): Entry[] =>
	proposal.columns.filter(
		({ name }) => isTypable(name) && !columns.some((other) => isSame(String(other.name), name)),
	);

/** Whether the form keeps a name as it is. n8n would make an expression of one that begins with =. */
function isTypable(name: string): boolean {
	if (name.startsWith('=')) return false;
	try {
		return columnInForm(name, 'Columns') === name.trim();
	} catch {
		return false;
	}
}

const newFields = ({ fieldsToAdd }: Proposal): Entry[] =>
	Object.entries(fieldsToAdd).map(([name, value]) => ({
		id: randomUUID(),
		name,
		value,
		type: 'string',
	}));

function tableOptions(
	options: Entry | undefined,
	{ emptyValues, skipRules, shortLines }: Proposal,
): Entry {
	const all = [options?.emptyValues, ...emptyValues].filter(Boolean).join(', ');
	const newRules = skipRules.map(({ column, text }) =>
		text ? { column, when: 'beginsWith', text } : { column, when: 'isEmpty', text: '' },
	);
	const rule = [...entriesIn(options?.skipRows, 'rule'), ...newRules];
	return {
		...(all && { emptyValues: all }),
		...(shortLines && { shortLines }),
		...(rule.length > 0 && { skipRows: { rule } }),
	};
}
