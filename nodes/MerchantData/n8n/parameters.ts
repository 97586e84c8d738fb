import type { INode } from 'n8n-workflow';
import type { Fields, Given, NameOf } from './field';
import { InvalidValue } from '../errors/invalidInput';
import { isTool } from './agentCall';
import { anyText, checkedValue, isShown, type Siblings, unsetValue } from './checkedValue';

/** The form of an operation or of the trigger. Its functions are properties, so that they may be destructured. */
export class Parameters<F extends Fields = Fields> {
	/** Names of the fields on which the visibility of options depends. */
	private readonly deciding: readonly string[];
	/** Checked values of the fields without an expression. */
	private readonly constants = new Map<string, unknown>();

	/** @param resolve asks n8n for the value of a parameter for an item */
	constructor(
		private readonly node: INode,
		private readonly resolve: (name: string, item: number) => unknown,
		protected readonly fields: F,
	) {
		this.deciding = optionsIn(fields)
			.flatMap(({ displayOptions: { show, hide } = {} }) => Object.keys({ ...show, ...hide }))
			.flatMap((name) => (name.startsWith('/') ? name.slice(1) : []));
	}

	/** The value of a field for an item. Options are complete, with their defaults. @throws InvalidValue */
	readonly field = <Name extends NameOf<F>>(name: Name, item: number): Given<F, Name> =>
		this.valueOf(name, item) as Given<F, Name>;

	/** Whether a field has no expression, so that its value is the same for all items. */
	readonly isFixed = <Name extends NameOf<F>>(name: Name): boolean => {
		const names: readonly string[] = name === 'options' ? [name, ...this.deciding] : [name];
		return !names.some((each) => anyText(this.node.parameters[each], /^=/));
	};

	private valueOf(name: string, item: number): unknown {
		// Resolving it for each of thousands of items would be most of the work.
		if (this.constants.has(name)) return this.constants.get(name);
		const given = this.resolve(name, item);
		const siblings: Siblings = (other) =>
			other === '@tool' ? isTool(this.node) : this.valueOf(other.replace('/', ''), item);
		const named = this.fields.filter((each) => each.name === name);
		const shown = named.find((each) => isShown(each, siblings));
		// Not kept, because it may be shown for another item. Readers of hidden entries need not check other fields.
		if (!shown) return named[0]?.type === 'fixedCollection' ? unsetValue(named[0]) : given;
		const saved = this.node.parameters[name];
		// Text is checked where it is used, because each field accepts other values as well.
		const value = shown.type === 'string' ? given : checkedValue(shown, given, saved, siblings);
		if (this.isFixed(name)) this.constants.set(name, value);
		return value;
	}
}

export function optionsIn(fields: Fields): Fields {
	return (fields.find(({ name }) => name === 'options')?.options ?? []) as Fields;
}

/** The delimiter of a CSV file. @throws InvalidValue */
export function readDelimiter(typed: string, mayBeEmpty: boolean): string {
	const delimiter = typed === '\\t' ? '\t' : typed;
	if (delimiter === '' ? mayBeEmpty : /^[^"\r\n]$/.test(delimiter)) return delimiter;
	const problem = 'must be one character, or \\t for a tab';
	throw new InvalidValue('setting.wrongValue', 'Delimiter', problem);
}

/** The names in a field that takes several, separated by commas. @throws InvalidValue */
export function listedNames(label: string, typed: unknown): Set<string> {
	if (typeof typed === 'string')
		return new Set(typed.split(',').flatMap((name) => name.trim() || []));
	// If it were ignored, columns would be sent that the user wants to leave out.
	const remedy = 'Enter names, separated by commas.';
	throw new InvalidValue('value.wrongType', label, 'is not a text', remedy);
}
