import type { PushExecution } from '../fields/fields';
import { NUMBER_FORMATS } from '../numberFormat';
import type { Source } from '../row';
import { earlierOutcome } from './notData';

/** What to do about numbers that are texts, by the Data Mode. */
const REMEDIES = {
	autoMapInputData: 'list them in "Number Columns"',
	binary: 'list them in "Number Columns"',
	defineBelow: 'choose the type Number for them',
	json: 'write them without quotes',
};

/** Hints at what is allowed in a push, but may be a mistake. What columns hold is known once all rows were read. */
export function hintAtRows(execution: PushExecution, { columns = [] }: Source): void {
	const { context, hint, nodeField, isFixed } = execution;
	const dataMode = nodeField('dataMode');
	const items = context.getInputData();
	if (dataMode === 'autoMapInputData') {
		const left = new Set(items.flatMap(({ json }) => earlierOutcome(json)));
		if (left.size > 0) {
			hint(
				`Left out, because this node wrote them at an earlier push: ${[...left].join(', ')}. To send such a column as data, rename it before this node.`,
			);
		}
		for (const { field, names } of columns.flatMap((each) => each.unknown())) {
			hint(
				`"${field}" names fields that no input item has: ${shown(names)}. Correct these names, or remove them.`,
			);
		}
	}
	if (dataMode === 'json' && items.length > 1 && isFixed('rowsJson')) {
		hint(
			`"Rows" is the same for all ${items.length} input items, so its rows are sent ${items.length} times. To send them once, turn on "Execute Once" in the node's settings; to send each item's own rows, use an expression.`,
		);
	}
	const suspects = columns.flatMap((each) => each.suspects());
	const { example } = NUMBER_FORMATS[nodeField('numberFormat')];
	for (const { name, use, suspect } of suspects) {
		if (use !== 'number') continue;
		// 1.234 is one and a bit here.
		hint(
			`All values of "${name}" look like thousands, such as ${suspect}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
		);
	}
	const texts = new Set(suspects.flatMap(({ name, use }) => (use === 'number' ? [] : name)));
	if (texts.size > 0) {
		hint(
			`Sent as text although they look like numbers: ${shown([...texts])}. To send numbers, ${REMEDIES[dataMode]}.`,
		);
	}
}

/** The beginning of a list. */
const shown = (names: readonly string[]): string => names.join(', ').slice(0, 200);
