import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { describe } from './describe.mts';

/** Receives one SQL answer by n8n's own helper, and makes no items of it. */
export class BareReceive implements INodeType {
	description = describe('bareReceive', { url: '', body: '' }, 'merchantDataApi');

	async execute(this: IExecuteFunctions) {
		const answer = (await this.helpers.httpRequestWithAuthentication.call(this, 'merchantDataApi', {
			method: 'POST',
			url: this.getNodeParameter('url', 0) as string,
			body: this.getNodeParameter('body', 0) as string,
			headers: { 'content-type': 'application/json' },
			json: true,
		})) as { data: unknown[] };
		return [[{ json: { rows: answer.data.length } }]];
	}
}
