import { defaultsOf } from '../shared/field';
import type { Limits } from '../shared/fields';
import { InvalidValue } from '../shared/invalidValue';
import { type PushExecution, pushFields } from './fields/fields';
import type { FileOptions } from './files/settings';
import type { BatchSize } from './rows/batches';

/** The options of a push. They are the same for all items, because a request holds rows of many. */
export interface PushOptions extends Limits, Partial<Omit<FileOptions, 'maxBodyKb'>> {
	/** Where the rows come from. */
	dataMode: string;
	batchSize: number;
	maxBodyKb: number;
	output: 'columns' | 'files' | 'requests' | 'rows';
	preview: boolean;
	isolateRejectedRows: boolean;
	keepRowOrder: boolean;
	retryServerErrors: boolean;
	/** The name of the output field for the file of rows that were not accepted. */
	failedRowsField: string;
}

const DEFAULTS = defaultsOf(
	pushFields,
	'batchSize',
	'maxBodyKb',
	'output',
	'isolateRejectedRows',
	'keepRowOrder',
	'retryServerErrors',
	'failedRowsField',
);

/** @throws InvalidValue */
export function readPushOptions(execution: PushExecution): PushOptions {
	const dataMode = execution.nodeField('dataMode');
	const given = execution.nodeOptions();
	const options = {
		...DEFAULTS,
		...given,
		preview: execution.nodeField('preview'),
		dataMode,
	};
	if (dataMode === 'binary') options.output = outputOfFiles(given);
	return options;
}

/** There is no item for each row, because a file may have millions. */
function outputOfFiles({ output = 'files', failedRowsField }: Partial<PushOptions>) {
	if (failedRowsField === undefined) return output;
	if (output === 'requests') {
		throw new InvalidValue(
			'Put Failed Rows in Field',
			'names a file that only "One Item per File" has',
			'Remove the option, or choose that for "Output".',
		);
	}
	if (failedRowsField.trim() !== '') return output;
	throw new InvalidValue(
		'Put Failed Rows in Field',
		'is empty',
		'Give a name, such as failedRows.',
	);
}

export function batchSize({
	batchSize,
	maxBodyKb,
}: Pick<PushOptions, 'batchSize' | 'maxBodyKb'>): BatchSize {
	const bytes = maxBodyKb * 1_024;
	return { rows: batchSize, bytes, bytesOfOneRow: bytes };
}
