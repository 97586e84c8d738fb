import { columnNames } from '../../shared/fieldValues';
import type { PushExecution } from '../fields/fields';
import type { RowFile } from '../files/rowFile';
import { earlierOutcome } from '../rows/itemFields';

/** Hints at what is allowed, but may be a mistake. */

/**
 * Hints at what can be seen in the fields and the input items. They are read when the rows were sent.
 * @param isPreview whether nothing is sent
 */
export function hintAtInput(execution: PushExecution, isPreview = false): void {
	const mode = execution.field('dataMode', 0);
	if (mode === 'autoMapInputData') {
		const rows = execution.context.getInputData();
		hintAtEarlierOutcomes(execution);
		hintAtUnknownNames(execution, 'input item', (name) =>
			rows.some(({ json }) => Object.hasOwn(json, name)),
		);
	}
	const items = execution.context.getInputData().length;
	if (mode === 'json' && items > 1 && execution.isFixed('rowsJson')) {
		execution.hint(
			`"Rows" is the same for all ${items} input items, so its rows ${isPreview ? 'would be' : 'were'} sent ${items} times. ${isPreview ? '' : 'If that was not meant, remove the doubled rows at the service. '}To send them once, turn on "Execute Once" in the node's settings; to send each item's own rows, use an expression.`,
		);
	}
}

function hintAtEarlierOutcomes({ context, hint }: PushExecution): void {
	const names = new Set(context.getInputData().flatMap(({ json }) => earlierOutcome(json)));
	if (names.size === 0) return;
	hint(
		`Left out, because this node wrote them at an earlier push: ${[...names].join(', ')}. To send such a column as data, rename it before this node.`,
	);
}

/** The fields of the node that name columns, where they hold no expression. */
function namingFields({
	field,
	isFixed,
	options,
}: PushExecution): Array<[label: string, typed: unknown]> {
	const { booleanColumns } = options(0);
	return [
		['Fields to Ignore', isFixed('fieldsToIgnore') ? field('fieldsToIgnore', 0) : ''],
		['Boolean Columns', booleanColumns],
		['Number Columns', isFixed('numberColumns') ? field('numberColumns', 0) : ''],
	];
}

/** Hints at names that no column of the files has. @param files those that could be opened */
export function hintAtFileColumns(execution: PushExecution, files: readonly RowFile[]): void {
	// A file that could not be opened may have the names, and so may one without a header.
	if (files.length < execution.context.getInputData().length) return;
	if (files.some(({ columnNames: own }) => !own)) return;
	const names = files.flatMap(({ columnNames: own }) => own ?? []);
	hintAtUnknownNames(execution, 'file', (name) => names.includes(name));
}

/** @param holder what could have the names */
function hintAtUnknownNames(
	execution: PushExecution,
	holder: string,
	isKnown: (name: string) => boolean,
): void {
	for (const [label, typed] of namingFields(execution)) {
		if (typeof typed !== 'string') continue;
		const unknown = [...columnNames(label, typed)].filter((name) => !isKnown(name));
		if (unknown.length === 0) continue;
		execution.hint(
			`"${label}" names fields that no ${holder} has: ${unknown.join(', ').slice(0, 200)}. Correct these names, or remove them.`,
		);
	}
}
