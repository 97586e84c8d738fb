import type { IExecuteFunctions, INodeType, IRunExecutionData } from 'n8n-workflow';
import { describe } from './describe.mts';

/** Sends the times of the nodes before it: reading 200,000 items back from n8n takes longer than making them. */
export class Report implements INodeType {
	description = describe('report', { url: '' });

	async execute(this: IExecuteFunctions) {
		const { runExecutionData } = this as unknown as { runExecutionData: IRunExecutionData };
		const runs = Object.entries(runExecutionData.resultData.runData);
		await this.helpers.httpRequest({
			method: 'POST',
			url: this.getNodeParameter('url', 0) as string,
			body: {
				items: this.getInputData().length,
				milliseconds: Object.fromEntries(
					runs.map(([name, tasks]) => [name, tasks.at(-1)!.executionTime]),
				),
			},
			json: true,
		});
		return [[]];
	}
}
