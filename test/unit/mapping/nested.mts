/** Fields that are put into objects by hand: what the code should give. */

export type Nested = Map<string, unknown>;

/** Puts a value where a path leads. @returns whether nothing was there */
export function put(object: Nested, [name, ...rest]: readonly string[], value: unknown): boolean {
	if (rest.length === 0) return !object.has(name!) && Boolean(object.set(name!, value));
	if (!object.has(name!)) object.set(name!, new Map());
	const inner = object.get(name!);
	return inner instanceof Map && put(inner as Nested, rest, value);
}

/** The same fields as pairs, so that their order counts. Undefined values, and objects of these, are left out. */
export const pairs = (object: Nested): unknown[] =>
	[...object].flatMap(([name, value]) => {
		const shown = value instanceof Map ? pairs(value as Nested) : value;
		const isNothing = value === undefined || (value instanceof Map && (shown as []).length === 0);
		return isNothing ? [] : [[name, shown]];
	});
