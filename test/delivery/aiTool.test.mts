import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../support/stage.mts';
import { create } from './deleting.mts';
import { FIRST } from './pushing.mts';

const stage = sharedStage();

describe('as an AI tool', () => {
	const tool = (options: IDataObject) => ({
		parameters: create(options, {
			emails: "={{ $fromAI('email', 'E-mail address') }}",
			phones: '',
		}),
		toolCalls: [{ email: 'ann@example.com' }],
	});

	it('is refused unless the user has allowed it', async () => {
		const refused = await stage.run(tool({}));
		expect(JSON.stringify(refused.success)).toContain('as an AI tool is not allowed');
		expect(stage.sandbox.log).toEqual([]);
	});

	it('works where it is allowed', async () => {
		const allowed = await stage.run(tool({ allowAsTool: true }));
		expect(JSON.stringify(allowed.success)).toContain('requestId');
		expect(stage.sandbox.requests('compliance').map(({ body }) => body)).toEqual([
			{ shop: FIRST, emails: ['ann@example.com'] },
		]);
	});
});
