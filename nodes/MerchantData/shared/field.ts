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

/**
 * What a field of a type holds, once it is checked (fieldValues.ts). Of other types, whoever reads the
 * field checks it.
 */
interface Types {
	boolean: boolean;
	number: number;
	string: string;
}

type Declared<F extends Field> = F extends { options: ReadonlyArray<{ value: infer V }> }
	? F['type'] extends 'multiOptions'
		? readonly V[]
		: V
	: F['type'] extends keyof Types
		? Types[F['type']]
		: unknown;

/**
 * What a field of an operation holds. Free text may come as something else, such as a list: whoever reads
 * it checks it.
 */
type ValueOf<F extends Field> = F['type'] extends 'string' ? unknown : Declared<F>;

export type NameOf<F extends Fields> = F[number]['name'];

/** What the field of a name holds. */
export type Given<F extends Fields, Name> = ValueOf<Extract<F[number], { name: Name }>>;

type OptionOf<F extends Fields> =
	Extract<F[number], { name: 'options' }> extends { options: ReadonlyArray<infer O> }
		? Extract<O, Field>
		: never;

/** What the Options collection holds: of each option that was added, the value. */
export type OptionsOf<F extends Fields> = {
	[O in OptionOf<F> as O['name']]?: Declared<O>;
};

/** The defaults of options, as they are declared; of several of one name, those of the first. */
export function defaultsOf<F extends Fields, Name extends keyof OptionsOf<F> & string>(
	fields: F,
	...names: Name[]
): Required<Pick<OptionsOf<F>, Name>> {
	const defaultOf = (wanted: string) =>
		optionsIn(fields).find(({ name }) => name === wanted)!.default;
	return Object.fromEntries(names.map((name) => [name, defaultOf(name)])) as never;
}

/** The options that the Options collection offers. */
export function optionsIn(fields: Fields): Fields {
	return (fields.find(({ name }) => name === 'options')?.options ?? []) as Fields;
}
