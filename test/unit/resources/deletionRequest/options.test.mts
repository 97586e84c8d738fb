import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { readOptions } from '../../../../nodes/MerchantData/resources/deletionRequest/options.ts';
import { executionOf } from './reading.mts';

const read = (options: IDataObject = {}, type = 'merchantData') => {
	const { execution, node } = executionOf([{}, {}], options);
	node.type = type;
	return readOptions(execution);
};

it('has the defaults of what the user did not set', () => {
	expect(read()).toEqual({
		allowAsTool: false,
		combine: false,
		maxIdentifiers: 100,
		preview: false,
		timeout: 300,
		maxRetries: 5,
		maxWait: 300,
		maxParallelRequests: 16,
	});
});

it('holds what the user set', () => {
	const set = { combine: true, maxIdentifiers: 7, maxRetries: 0 };
	expect(read(set)).toMatchObject(set);
	expect(() => read({ combine: 'yes' })).toThrow('"Combine Items" must be');
});

it('refuses an AI agent, unless the user allows it', () => {
	const tool = 'merchantDataTool';
	expect(() => read({}, tool)).toThrow(NodeOperationError);
	expect(() => read({ allowAsTool: false }, tool)).toThrow(
		expect.objectContaining({
			message: 'Creating deletion requests as an AI tool is not allowed in this node',
			description: expect.stringMatching(
				/^Nothing was sent.*"Allow as AI Tool" in the options/,
			) as string,
		}) as unknown as Error,
	);
	expect(read({ allowAsTool: true }, tool).allowAsTool).toBe(true);
});
