import { notReadOn, OTHER_FILE, unsendable } from '../../../nodes/MerchantData/push/rowFailures.ts';
import type { RowRecord } from '../../../nodes/MerchantData/push/rows/row.ts';
import type { Failure } from '../../../nodes/MerchantData/service/call.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { node } from '../delivery/failure.mts';
import { refusal } from './files/pieces.mts';

const records = [{ item: 4 } as RowRecord] as const;
const problem = new InvalidValue('Field', 'is bad', 'Mend it.');

it.each<[what: string, found: Failure, outcome: string, message: string, description: string]>([
	[
		'a row that cannot be sent is rejected, and says why',
		unsendable(node, { kind: 'unsendable', shop: 'a.example', records, problem }),
		'rejected',
		'"Field" is bad',
		'Mend it.',
	],
	[
		'the rows after a record that ended the reading are not sent',
		notReadOn(node, 4, 17),
		'notSent',
		'Not sent, because reading the file ended at line 17',
		'Correct that record, or turn on "Skip Records with Errors" in the options.',
	],
])('%s', (_, found, outcome, message, description) => {
	expect(found).toMatchObject({ outcome, status: null });
	expect(found.error).toMatchObject({ outcome, message, description, context: { itemIndex: 4 } });
	expect(found.error.status).toBeUndefined();
});

it('a file that is another than at an earlier try says what can be done', () => {
	expect(OTHER_FILE).toEqual(
		refusal(
			'"Input Binary Field" holds another file than at an earlier try of this execution, or is read in another way',
			'It is not known which of its rows were sent, so nothing was sent. Undo the change, or start a new execution with the rows that are still to be sent.',
		),
	);
});
