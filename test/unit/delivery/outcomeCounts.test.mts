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
			'400: no. Of 20 rows: 3 accepted, 7 rejected, 4 unknown, 6 not sent. First rejected: row 0 of item 7.',
		);
		expect(error).toMatchObject({
			description:
				'Do it well. Do not execute the step again: that would send the accepted rows (3) once more. To correct rows, set On Error to "Continue (using error output)" and run once more: accepted rows are not sent again by Retry, but are by Execute. So choose "Retry with currently saved workflow" in the list of executions: it sends only the rest, and what is rejected leaves on the Error Branch. "Retry with original workflow" would stop at the same place. Unknown rows (4) may have arrived: look them up at the service. Retry does not send them again.',
			status: 400,
			outcome: 'rejected',
			context: { itemIndex: 7 },
		});
	});

	it.each<[accepted: number, outcome: 'notSent' | 'unknown', advice: string]>([
		[0, 'notSent', 'Do it well. "Retry" in the list of executions sends only these rows.'],
		[
			2,
			'notSent',
			'Do it well. Do not execute the step again: that would send the accepted rows (2) once more. "Retry" in the list of executions sends only the rest.',
		],
		[
			0,
			'unknown',
			'Do it well. Unknown rows (1) may have arrived: look them up at the service. Retry does not send them again.',
		],
	])('with %d accepted and one %s, advises by what became of them', (accepted, outcome, advice) => {
		const counts = createOutcomeCounts('rows');
		counts.count('accepted', accepted);
		counts.fail(failure(outcome, null, 7), 1, 'item 7');
		const error = counts.error(node, accepted + 1);
		expect(error.description).toBe(advice);
		const words = outcome === 'notSent' ? 'not sent' : outcome;
		expect(error.message).toMatch(new RegExp(`1 ${words}\\. First ${words}: item 7\\.$`));
	});

	it.each([401, 403, 404])(
		'does not ask to correct rows after a %d, which says nothing of them',
		(status) => {
			const counts = createOutcomeCounts('rows');
			counts.fail(failure('rejected', status, 0), 1, 'item 0');
			expect(counts.error(node, 3).description).toBe(
				'Do it well. "Retry" in the list of executions sends only these rows.',
			);
		},
	);

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
		expect(error.message).toMatch(/^400: no\..* First rejected: row 0 of item 2\.$/);
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
		expect(error).toMatchObject({
			status: undefined,
			description:
				'Unknown items (1) may have arrived: look them up at the service. Retry does not send them again.',
		});
	});
});
