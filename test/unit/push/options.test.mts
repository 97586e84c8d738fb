import type { IDataObject } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../nodes/MerchantData/push/fields/fields.ts';
import { batchSize, readPushOptions } from '../../../nodes/MerchantData/push/options.ts';
import { createContext, type Resolve } from '../../kit/execution.mts';
import { refusal } from './files/pieces.mts';

function read(dataMode: string, options: IDataObject = {}, resolve?: Resolve) {
	const { preview = false, ...others } = options;
	const parameters = { dataMode, preview, options: others };
	const { context } = createContext({ parameters, resolve, items: 2 });
	return readPushOptions(createExecution(context, pushFields));
}

const DEFAULTS = {
	batchSize: 500,
	maxBodyKb: 1_024,
	output: 'requests',
	preview: false,
	isolateRejectedRows: false,
	keepRowOrder: false,
	retryServerErrors: false,
	failedRowsField: 'failedRows',
	maxRetries: 5,
	maxWait: 300,
	timeout: 300,
	maxParallelRequests: 16,
};

it.each<[dataMode: string, given: IDataObject, expected: IDataObject]>([
	['json', {}, {}],
	['json', { batchSize: 1, maxBodyKb: 1.5 }, { batchSize: 1, maxBodyKb: 1.5 }],
	['autoMapInputData', { output: 'columns' }, { output: 'columns' }],
	['defineBelow', { output: 'rows', preview: true }, { output: 'rows', preview: true }],
	['json', { failedRowsField: '', delimiter: 5 }, {}],
	['binary', {}, { output: 'files' }],
	['binary', { output: 'requests' }, { output: 'requests' }],
	['binary', { failedRowsField: 'rest' }, { output: 'files', failedRowsField: 'rest' }],
])('what is not among the options has its default: %s, %j', (dataMode, given, expected) => {
	expect(read(dataMode, given)).toEqual({ ...DEFAULTS, dataMode, ...expected });
});

it.each([
	[{ batchSize: 0 }, '"Batch Size" must be a whole number, 1 or more'],
	[{ maxBodyKb: 0.5 }, '"Max Body Size (KB)" must be a number, 1 or more'],
])('%j is refused', (options, message) => {
	expect(() => read('json', options)).toThrow(message);
});

it('a data mode that differs from item to item is refused', () => {
	const resolve: Resolve = (name, item) =>
		name === 'dataMode' ? ['json', 'binary'][item] : undefined;
	expect(() => read('={{ $json.mode }}', {}, resolve)).toThrow(
		refusal(
			'"Data Mode" has another value for item 1 than for item 0',
			'It holds for all items of a run, so nothing was sent. Give a fixed value, or an expression that gives the same for all items.',
		),
	);
});

describe('of files is refused', () => {
	const noName = [
		'"Put Failed Rows in Field" is empty',
		'Give a name, such as failedRows.',
	] as const;

	it.each<[what: string, options: IDataObject, message: string, remedy: string]>([
		[
			'a file of failed rows without an item that has it',
			{ output: 'requests', failedRowsField: 'rest' },
			'"Put Failed Rows in Field" names a file that only "One Item per File" has',
			'Remove the option, or choose that for "Output".',
		],
		['a file of failed rows without a name', { failedRowsField: '' }, ...noName],
		['one whose name is blank', { output: 'files', failedRowsField: ' \t' }, ...noName],
	])('%s', (_, options, message, remedy) => {
		expect(() => read('binary', options)).toThrow(refusal(message, remedy));
	});
});

it('batches have bytes of 1,024 to the KB', () => {
	expect(batchSize({ batchSize: 2, maxBodyKb: 1.5 })).toEqual({
		rows: 2,
		bytes: 1_536,
		bytesOfOneRow: 1_536,
	});
});
