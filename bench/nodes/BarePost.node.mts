import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { describe } from './describe.mts';

/** Posts prepared bodies one after another, by n8n's own helper and nothing else. */
export class BarePost implements INodeType {
	description = describe('barePost', { url: '' }, 'merchantDataOAuth2Api');

	async execute(this: IExecuteFunctions) {
		const url = this.getNodeParameter('url', 0) as string;
		const answers = [];
		for (const { json } of this.getInputData()) {
			const answer = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				'merchantDataOAuth2Api',
				{
					method: 'POST',
					url,
					body: Buffer.from(json.body as string),
					headers: { 'content-type': 'application/json' },
				},
			)) as object;
			answers.push({ json: { ...answer } });
		}
		return [answers];
	}
}
