import { createOutcomeCounts } from '../../../nodes/MerchantData/delivery/outcomeCounts.ts';
import { failure, node } from './failure.mts';

describe('the counts of what became of rows', () => {
	it('counts every outcome in one error, which is that of the first failure', () => {
		const counts = createOutcomeCounts('rows');
		expect(counts.hasFailed).toBe(false);
		counts.count('accepted', 3);
		expect(counts.hasFailed).toBe(false);
		counts.fail(failure('rejected', 400, 7), 2, 'row 0 of item 7');
		counts.fail(failure('unknown', null, 8), 4, 'row 0 of item 8');
		counts.fail(failure('notSent', null, 9), 1, 'row 0 of item 9');
		counts.fail(failure('rejected', 403, 10), 5, 'row 0 of item 10');
		expect(counts.hasFailed).toBe(true);
		const error = counts.error(node, 20);
		expect(error.message).toBe(
			'400: no. Of 20 rows: 3 accepted, 7 rejected, 4 unknown, 6 not sent. First not accepted: row 0 of item 7.',
		);
		expect(error).toMatchObject({
			description:
				'Do it well. Do not execute the step again: that would send the accepted rows (3) once more. "Retry" in the list of executions sends only the rest.',
			status: 400,
			outcome: 'rejected',
			context: { itemIndex: 7 },
		});
	});

	it('tells an agent what it can do itself', () => {
		const counts = createOutcomeCounts('rows');
		counts.count('accepted', 3);
		counts.fail(failure('rejected', 400, 7), 2, 'row 0 of item 7');
		const tool = { ...node, type: 'n8n-nodes-merchant-data.merchantDataTool' };
		expect(counts.error(tool, 5).description).toBe(
			'Do it well. Do not send the accepted rows (3) again.',
		);
	});

	it('names the first row, though a later one failed first', () => {
		const counts = createOutcomeCounts('rows');
		counts.fail(failure('rejected', 400, 7), 1, 'row 0 of item 7');
		counts.fail(failure('rejected', 403, 2), 1, 'row 0 of item 2');
		counts.fail(failure('rejected', 500, 2), 1, 'row 1 of item 2');
		const error = counts.error(node, 3);
		expect(error.message).toMatch(/^400: no\..* First not accepted: row 0 of item 2\.$/);
		expect(error).toMatchObject({ status: 400, context: { itemIndex: 7 } });
	});

	it('names no status and no description where there are none', () => {
		const counts = createOutcomeCounts('items');
		const none = failure('unknown', null, 0);
		none.error.description = undefined;
		none.error.message = 'No answer. None';
		counts.fail(none, 1, 'item 0');
		const error = counts.error(node, 1);
		expect(error.message).toMatch(/^No answer\. None\. Of 1 items: /);
		expect(error).toMatchObject({ status: undefined, description: '' });
	});
});
