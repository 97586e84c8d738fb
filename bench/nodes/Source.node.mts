import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { describe } from './describe.mts';
import { bodies, rows, shops } from './rows.mts';

const MAKE: Record<string, (count: number, from: number) => IDataObject[]> = {
	rows,
	bodies: (count) => bodies(count).map((body) => ({ body })),
	shops,
};

/** Makes rows, one item each, or the request bodies that hold them, or shops. */
export class Source implements INodeType {
	description = describe('source', { count: 0, as: 'rows', from: 0 });

	async execute(this: IExecuteFunctions) {
		const count = this.getNodeParameter('count', 0) as number;
		const make = MAKE[this.getNodeParameter('as', 0) as string]!;
		const from = this.getNodeParameter('from', 0) as number;
		return [make(count, from).map((json) => ({ json }))];
	}
}
