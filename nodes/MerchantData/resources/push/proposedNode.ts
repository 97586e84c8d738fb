import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Suggestions } from '../../errors/invalidInput';
import { columnInForm, isSame } from '../../mapping/names';
import type { Proposal } from '../../mapping/profile/proposal';

type Entry = Readonly<Record<string, unknown>>;

/** The node with settings that fit, as n8n copies nodes. Settings that are there are kept. */
export function proposedNode(node: INode, proposal: Proposal, changes: Suggestions): IDataObject {
	const { name, type, typeVersion, position, credentials } = node;
	const saved = node.parameters as Readonly<Record<string, unknown>>;
	const options = saved.options as Entry | undefined;
	const parameters = {
		...saved,
		...formats(saved, proposal),
		preview: false,
		columns: { column: [...entriesIn(saved.columns, 'column'), ...newColumns(saved, proposal)] },
		fieldsToAdd: {
			assignments: [...entriesIn(saved.fieldsToAdd, 'assignments'), ...newFields(proposal)],
		},
		options: { ...changes, ...options, ...tableOptions(options, proposal) },
	};
	const [x, y] = position;
	const proposed = {
		parameters,
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [x, y + 200],
		...(credentials && { credentials }),
	};
	return { nodes: [proposed], connections: {} } as unknown as IDataObject;
}

const entriesIn = (saved: unknown, group: string): readonly Entry[] =>
	((saved as Record<string, readonly Entry[]> | undefined)?.[group] ?? []).filter(
		(entry) => typeof entry === 'object',
	);

function formats(saved: Entry, { numberFormat, dateFormat, datePattern }: Proposal): Entry {
	const isUnset = (name: string, unset: string) =>
		[undefined, unset].includes(saved[name] as string);
	return {
		...(numberFormat && isUnset('numberFormat', 'plain') && { numberFormat }),
		...(dateFormat &&
			isUnset('dateFormat', 'iso') && { dateFormat, ...(datePattern && { datePattern }) }),
	};
}

function newColumns(saved: Entry, { columns }: Proposal): Entry[] {
	const named = entriesIn(saved.columns, 'column').map((entry) => String(entry.name));
	return columns.filter(
		({ name }) => isTypable(name) && !named.some((other) => isSame(other, name)),
	);
}

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
	const typed = String(options?.emptyValues ?? '');
	const all = [typed, ...emptyValues].filter(Boolean).join(', ');
	const rules = [
		...entriesIn(options?.skipRows, 'rule'),
		...skipRules.map(({ column, text = '' }) => ({
			column,
			when: text === '' ? 'isEmpty' : 'beginsWith',
			text,
		})),
	];
	return {
		...(all && { emptyValues: all }),
		...(shortLines && { shortLines }),
		...(rules.length > 0 && { skipRows: { rule: rules } }),
	};
}
