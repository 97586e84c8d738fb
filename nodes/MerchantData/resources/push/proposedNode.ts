import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Suggestions } from '../../errors/invalidInput';
import type { Proposal } from '../../mapping/profile/proposal';

type Entry = Readonly<Record<string, unknown>>;

/** The node with settings that fit, as n8n copies nodes. Settings that are there are kept. */
export function proposedNode(node: INode, proposal: Proposal, changes: Suggestions): IDataObject {
	const saved: Entry = node.parameters;
	const { numberFormat, dateFormat, datePattern } = proposal;
	const isUnset = (name: string, unset: string) => (saved[name] ?? unset) === unset;
	const assignments = [...entriesIn(saved.fieldsToAdd, 'assignments'), ...newFields(proposal)];
	const options = saved.options as Entry | undefined;
	const parameters = {
		...saved,
		...(numberFormat && isUnset('numberFormat', 'plain') && { numberFormat }),
		...(dateFormat && isUnset('dateFormat', 'iso') && { dateFormat, datePattern }),
		preview: false,
		columns: { column: [...entriesIn(saved.columns, 'column'), ...proposal.columns] },
		...(typeof saved.fieldsToAdd !== 'string' && { fieldsToAdd: { assignments } }),
		options: { ...options, ...changes, ...tableOptions(options, proposal) },
	};
	const [x, y] = node.position;
	const proposed = { ...node, id: randomUUID(), position: [x, y + 200], parameters };
	return { nodes: [proposed], connections: {} } as unknown as IDataObject;
}

const entriesIn = (saved: unknown, group: string): readonly Entry[] =>
	((saved as Record<string, readonly Entry[]> | undefined)?.[group] ?? []).filter(
		(entry) => typeof entry === 'object',
	);

const newFields = ({ fieldsToAdd }: Proposal): Entry[] =>
	Object.entries(fieldsToAdd).map(([name, value]) => ({
		id: randomUUID(),
		name,
		value,
		type: 'string',
	}));

function tableOptions(options: Entry | undefined, { emptyValues, skipRules }: Proposal): Entry {
	const all = [options?.emptyValues, ...emptyValues].filter(Boolean).join(', ');
	const newRules = skipRules.map(({ column, text }) =>
		text ? { column, when: 'beginsWith', text } : { column, when: 'isEmpty', text: '' },
	);
	const rule = [...entriesIn(options?.skipRows, 'rule'), ...newRules];
	return {
		...(all && { emptyValues: all }),
		...(rule.length > 0 && { skipRows: { rule } }),
	};
}
