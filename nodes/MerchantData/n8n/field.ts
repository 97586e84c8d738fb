import type { INodeProperties } from 'n8n-workflow';

/** Fields are declared `as const satisfies Fields`. What may be asked for, and what it holds, follows from that. */

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export type Field = Frozen<INodeProperties>;
export type Fields = readonly Field[];

/** The entries of a group of a fixed collection have these fields as their parts. */
export interface EntryGroup {
	readonly name: string;
	readonly values: Fields;
}

type Values<Each extends Field> = { readonly [One in Each as One['name']]: Checked<One> };

/** What a checked field holds. Fields of other types are checked by whoever reads them. */
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

/** Free text may come as something else, such as a list: whoever reads it checks it. In an option it is a text. */
type ValueOf<F extends Field> = F['type'] extends 'string' ? unknown : Checked<F>;

/** What the field of a name holds. */
export type Given<F extends Fields, Name> = ValueOf<Extract<F[number], { name: Name }>>;
