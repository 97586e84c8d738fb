import type { Execution } from '../runtime/execution';
import { InvalidValue } from '../shared/invalidValue';
import type { Limits } from '../transport/call';
import type { BatchLimits } from '../rows/batches';

/** The Options of a push, which hold for all its items: a request holds rows of many. */
export interface PushOptions extends Limits {
	batchSize: number;
	maxBodyKb: number;
	output: 'requests' | 'rows' | 'columns';
	preview: boolean;
	isolateRejectedRows: boolean;
	keepRowOrder: boolean;
	retryServerErrors: boolean;
}

const DEFAULTS: Omit<PushOptions, keyof Limits> = {
	batchSize: 500,
	maxBodyKb: 1024,
	output: 'requests',
	preview: false,
	isolateRejectedRows: false,
	keepRowOrder: false,
	retryServerErrors: false,
};

/** @throws InvalidValue */
export function readPushOptions(execution: Execution): PushOptions {
	execution.nodeField('dataMode', 'Data Mode');
	const options = { ...DEFAULTS, ...execution.nodeOptions<PushOptions>() };
	if (!(options.batchSize >= 1)) throw new InvalidValue('Batch Size', 'must be 1 or more');
	if (!(options.maxBodyKb > 0)) throw new InvalidValue('Max Body Size (KB)', 'must be more than 0');
	return options;
}

export function batchLimits({ batchSize, maxBodyKb }: PushOptions): BatchLimits {
	const bytes = maxBodyKb * 1_024;
	return { rows: Math.floor(batchSize), bytes, bytesOfOneRow: bytes };
}
