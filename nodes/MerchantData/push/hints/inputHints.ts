import { columnNames } from '../../shared/fieldValues';
import { shopIdentity } from '../../shared/shopDomain';
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
		hintAtShopColumn(execution);
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

/** Hints at rows that name another shop than the one they all go to. */
function hintAtShopColumn(execution: PushExecution): void {
	if (!execution.isFixed('shop')) return;
	const shop = shopIdentity(execution.shop(0));
	const firstOf = new Map<unknown, number>();
	execution.context.getInputData().forEach(({ json }, item) => {
		if (!firstOf.has(json.shop)) firstOf.set(json.shop, item);
	});
	const other = [...firstOf].find(
		([name]) => typeof name === 'string' && name.trim() !== '' && shopIdentity(name) !== shop,
	);
	if (other === undefined) return;
	const [name, item] = other;
	execution.hint(
		`All rows go to ${execution.shop(0)}, but rows have a "shop" of their own (item ${item}: ${String(name).slice(0, 100)}). To send each row to its shop, set "Shop" to the expression {{ $json.shop }}.`,
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
