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

/** What a checked field of a type holds. Fields of other types are checked by whoever reads them. */
type Declared<F extends Field> = F extends { options: ReadonlyArray<{ value: infer V }> }
	? F['type'] extends 'multiOptions'
		? readonly V[]
		: V
	: F['type'] extends 'boolean' | 'number' | 'string'
		? { boolean: boolean; number: number; string: string }[F['type']]
		: unknown;

/**
 * What a field of an operation holds. Free text may come as something else, such as a list: whoever reads
 * it checks it. A collection has all of its options, with their defaults.
 */
type ValueOf<F extends Field> = F['type'] extends 'string'
	? unknown
	: F extends { type: 'collection'; options: ReadonlyArray<infer O> }
		? { [Option in Extract<O, Field> as Option['name']]: Declared<Option> }
		: Declared<F>;

export type NameOf<F extends Fields> = F[number]['name'];

/** What the field of a name holds. */
export type Given<F extends Fields, Name> = ValueOf<Extract<F[number], { name: Name }>>;
