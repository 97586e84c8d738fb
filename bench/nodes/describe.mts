import type { INodeTypeDescription } from 'n8n-workflow';

/** The description of a node of the benchmarks. @param parameters names and defaults */
export const describe = (
	name: string,
	parameters: Record<string, string | number>,
	...credentials: string[]
): INodeTypeDescription => ({
	name,
	displayName: name,
	description: name,
	group: ['transform'],
	version: 1,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	credentials: credentials.map((credential) => ({ name: credential })),
	properties: Object.entries(parameters).map(([parameter, value]) => ({
		displayName: parameter,
		name: parameter,
		type: typeof value === 'number' ? 'number' : 'string',
		default: value,
	})),
});
