import type { IDataObject } from 'n8n-workflow';
import { sentencesOf } from '../../errors/refusedText';
import type { RequestFormat } from '../../delivery/requestFormat';
import { LooksWrong, type Suggestions } from '../../errors/invalidInput';
import type { Inspection, Source } from '../../input/source';
import { isTable } from '../../mapping/columns';
import { type Proposal, proposalFor } from '../../mapping/profile/proposal';
import type { Output } from '../../n8n/output';
import type { PushExecution } from './form';
import { previewItem } from './previewItem';
import { previewRows } from './previewRows';
import { proposedNode } from './proposedNode';
import { setFields } from './settings';

const NOTHING_SENT = 'Nothing was sent: "Preview" is on';
const USE_THEM =
	'To use these settings, open the JSON view, click proposedNode, then the copy icon and "Copy Selection". Paste on the canvas.';
/** The sentence of mapping/profile/proposal.ts that is not a hint, because it asks nothing about the data. */
const ABOUT_NAMES = 'Others use these field names. Ask your contact for yours.';

export async function previewPush(
	execution: PushExecution,
	output: Output,
	format: RequestFormat,
	sourceOf: (changes: Suggestions) => Source,
): Promise<void> {
	const { source, inspection, refusal, changes } = await read(sourceOf);
	const { description, hints } = inspection;
	const rows = await previewRows(source, inspection, format, changes);
	const isUnread = source.files && refusal && rows.sent === 0 && description?.columns.length === 0;
	const items = isUnread
		? [previewItem(`The file cannot be read: ${sentencesOf(refusal)}`)]
		: rows.items;
	// Settings do not mend a file that is not a table.
	const isReadable = !refusal || refusal instanceof LooksWrong;
	const mayPropose = isReadable && isTable(execution.nodeField('dataMode'));
	const proposal = mayPropose ? proposalOf(execution, inspection) : undefined;
	if (proposal) {
		const node = proposedNode(execution.context.getNode(), proposal, changes);
		const questions = [...(proposal.hasKnownNames ? [ABOUT_NAMES] : []), ...proposal.questions];
		const fields: IDataObject = { ...(questions.length > 0 && { questions }), proposedNode: node };
		// Last, because its tree is open and would hide all rows.
		items.push(previewItem(USE_THEM, fields));
	}
	output.acceptAll(items, 0);
	const refused = isUnread ? [] : rows.hints;
	const asked = proposal?.questions ?? [];
	for (const text of [NOTHING_SENT, ...refused, ...asked, ...hints]) execution.hint(text);
}

/** Most readings of a file, each with what the one before it has found. */
const MOST_READINGS = 4;

async function read(sourceOf: (changes: Suggestions) => Source) {
	let changes: Suggestions = {};
	for (let reading = 1; ; reading++) {
		const source = sourceOf(changes);
		const inspection = await source.inspect();
		const refusals = [inspection, ...inspection.inputs.values()].map((each) => each.refusal);
		const refusal = refusals.find(Boolean);
		if (!refusal?.suggests || reading === MOST_READINGS)
			return { source, inspection, refusal, changes };
		changes = { ...changes, ...refusal.suggests };
	}
}

function proposalOf({ field }: PushExecution, { description }: Inspection): Proposal | undefined {
	const [first, second] = description?.columns ?? [];
	const isSentences = !second && first?.kind === 'text';
	if (!description || !first || isSentences) return undefined;
	const added = setFields(field('fieldsToAdd', 0), 'Fields to Add').map(({ name }) => name);
	return proposalFor(description, added);
}
