import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describe } from './describe.mts';
import { bodies, rows } from './rows.mts';

/** Makes rows, one item each, or the request bodies that hold them. */
export class Rows implements INodeType {
	description: INodeTypeDescription = describe('rows', { count: 0, as: 'rows' });

	async execute(this: IExecuteFunctions) {
		const count = this.getNodeParameter('count', 0) as number;
		if (this.getNodeParameter('as', 0) === 'rows') return [rows(count).map((json) => ({ json }))];
		return [bodies(count).map((body) => ({ json: { body } }))];
	}
}
