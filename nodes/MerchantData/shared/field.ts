import type { INodeProperties } from 'n8n-workflow';

/**
 * Fields as they are declared: `as const satisfies Fields`. What may be asked for, and what is given,
 * follows from the declaration, so that a name and a type stand once.
 */

type Frozen<T> = T extends (...args: never[]) => unknown
	? T
	: T extends object
		? { readonly [K in keyof T]: Frozen<T[K]> }
		: T;

export type Field = Frozen<INodeProperties>;
export type Fields = readonly Field[];

/** What n8n gives for a field, by its type. */
interface Types {
	boolean: boolean;
	number: number;
	string: string;
}

type Declared<F extends Field> = F extends { options: ReadonlyArray<{ value: infer V }> }
	? V
	: F['type'] extends keyof Types
		? Types[F['type']]
		: unknown;

/** What a field holds: of one that takes expressions, whatever these give. */
type ValueOf<F extends Field> = F extends { noDataExpression: true } ? Declared<F> : unknown;

export type NameOf<F extends Fields> = F[number]['name'];

/** What the field of a name holds. */
export type Given<F extends Fields, Name> = ValueOf<Extract<F[number], { name: Name }>>;

type OptionOf<F extends Fields> =
	Extract<F[number], { name: 'options' }> extends { options: ReadonlyArray<infer O> }
		? Extract<O, Field>
		: never;

/** What the Options collection holds: of each option that was added, the value. */
export type OptionsOf<F extends Fields> = {
	[O in OptionOf<F> as O['name']]?: ValueOf<O>;
};

/** The defaults of options, as they are declared; of several of one name, those of the first. */
export function defaultsOf<F extends Fields, Name extends keyof OptionsOf<F> & string>(
	fields: F,
	...names: Name[]
): Required<Pick<OptionsOf<F>, Name>> {
	const { options = [] } = fields.find(({ name }) => name === 'options') ?? {};
	const defaultOf = (wanted: string) =>
		(options as Fields).find(({ name }) => name === wanted)!.default;
	return Object.fromEntries(names.map((name) => [name, defaultOf(name)])) as never;
}

/** Options with defaults for those that were not added, or whose expression gives nothing. */
export function withDefaults<G extends object, D extends object>(given: G, byDefault: D): G & D {
	const set = Object.entries(given).filter(([, value]) => value !== undefined);
	return { ...byDefault, ...Object.fromEntries(set) } as G & D;
}
