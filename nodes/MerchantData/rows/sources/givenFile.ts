import type { InvalidInput } from '../../shared/invalidValue';
import type { AddedField } from '../columns';
import type { FileDialect } from '../files/dialect';
import type { Piece, RecordReader } from '../files/records';
import type { FileSettings } from './form';
import type { StoredFile } from './storedFile';

/** What a file is made of. */
export interface GivenFile {
	readonly item: number;
	/** Before the line, if there are several files: `item 2, `. */
	readonly place: string;
	readonly stored: StoredFile;
	readonly settings: FileSettings;
	readonly added: readonly AddedField[];
	/** Of its rows; empty if each row names its own, or there is none. */
	readonly shop: string;
	/** Why none of its rows is sent, if that is known before it is read. */
	readonly refusal?: InvalidInput;
}

/** A file that is being read, up to a piece of it. */
export interface Reading {
	readonly piece: Piece;
	readonly dialect: FileDialect;
	readonly reader: RecordReader;
}
