import { hintAtNotAccepted } from '../../../nodes/MerchantData/delivery/notAccepted.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';

function hinted(onError: string, continues: boolean, notAccepted: number): string[] {
	const hints: string[] = [];
	const context = { getNode: () => ({ onError }), continueOnFail: () => continues };
	const execution = { context, firstHint: (text: string) => hints.push(text) };
	hintAtNotAccepted(execution as unknown as Execution, notAccepted, 4, 'rows');
	return hints;
}

it.each([
	['continueErrorOutput', true, 'see the Error Branch'],
	['continueRegularOutput', true, 'see the items with "error"'],
	['stopWorkflow', false, 'they were skipped'],
])('says where the failed rows are: %s', (onError, continues, where) => {
	expect(hinted(onError, continues, 2)).toEqual([`2 of 4 rows were not accepted: ${where}.`]);
	expect(hinted(onError, continues, 1)).toEqual([`1 of 4 rows was not accepted: ${where}.`]);
});

it('says nothing where all were accepted', () => {
	expect(hinted('continueErrorOutput', true, 0)).toEqual([]);
});
