import type { INode } from 'n8n-workflow';
import { failure } from '../delivery/failures';
import type { Failure } from '../service/call';
import { InvalidValue } from '../shared/invalidValue';
import type { UnsendableRow } from './rows/batches';
import type { OtherShops } from './rows/otherShop';

/** The failures of rows and files that are found before anything of them is sent. */

/** The failure of rows that cannot be sent as they are. */
export function unsendable(node: INode, { records, problem }: UnsendableRow | OtherShops): Failure {
	const [{ item }] = records;
	return failure(node, 'rejected', item, problem.message, problem.remedy);
}

/**
 * The failure of the rows behind the record that ended the reading of a file.
 * @param line of that record
 */
export function notReadOn(node: INode, itemIndex: number, line: number): Failure {
	return failure(
		node,
		'notSent',
		itemIndex,
		`Not sent, because reading the file ended at line ${line}`,
		'Correct that record, or turn on "Skip Records with Errors" in the options.',
	);
}

/** The failure of a file that an earlier try has sent in part, and that has changed since. */
export const OTHER_FILE = new InvalidValue(
	'Input Binary Field',
	'holds another file than at an earlier try of this execution, or is read in another way',
	'It is not known which of its rows were sent, so nothing was sent. Undo the change, or start a new execution with the rows that are still to be sent.',
);
