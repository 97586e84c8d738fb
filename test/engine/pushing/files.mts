import type { IDataObject } from 'n8n-workflow';
import { push } from './pushing.mts';

/** The parameters of a push of files. */
export const pushFiles = (options: IDataObject = {}, others: IDataObject = {}): IDataObject =>
	push(options, {
		dataMode: 'binary',
		binaryPropertyName: 'data',
		fileFormat: 'autodetect',
		fieldsToIgnore: '',
		...others,
	});

/** A CSV file of so many rows, told apart by `n`. */
export const csvOf = (count: number): string =>
	`n,name\n${Array.from({ length: count }, (_, n) => `${n},row ${n}\n`).join('')}`;
