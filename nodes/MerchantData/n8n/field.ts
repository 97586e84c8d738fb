import type { INodeProperties } from 'n8n-workflow';

/** Fields are declared `as const satisfies Fields`, so that types know their names and values. */

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export type Field = Frozen<INodeProperties>;
export type Fields = readonly Field[];

/** A group of a fixed collection. Its entries have these fields. */
export interface EntryGroup {
	readonly name: string;
	readonly values: Fields;
}

type Values<Each extends Field> = { readonly [One in Each as One['name']]: Checked<One> };

/** The value of a checked field. Values of other types are checked where they are read. */
type Checked<F extends Field> = F extends { type: 'collection'; options: ReadonlyArray<infer O> }
	? Values<Extract<O, Field>>
	: F extends { type: 'fixedCollection'; options: ReadonlyArray<infer G> }
		? {
				readonly [Group in Extract<G, EntryGroup> as Group['name']]: ReadonlyArray<
					Values<Group['values'][number]>
				>;
			}
		: F extends { options: ReadonlyArray<{ value: infer V }> }
			? F['type'] extends 'multiOptions'
				? readonly V[]
				: V
			: F['type'] extends 'boolean' | 'number' | 'string'
				? { boolean: boolean; number: number; string: string }[F['type']]
				: unknown;

export type NameOf<F extends Fields> = F[number]['name'];

/** An expression in a text field may return a list, say, so it is checked where it is read. An option is always text. */
type ValueOf<F extends Field> = F['type'] extends 'string' ? unknown : Checked<F>;

export type Given<F extends Fields, Name> = ValueOf<Extract<F[number], { name: Name }>>;
