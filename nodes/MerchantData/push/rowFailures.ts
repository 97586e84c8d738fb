import type { INode } from 'n8n-workflow';
import { failure } from '../delivery/failures';
import type { Failure } from '../service/call';
import { InvalidValue } from '../shared/invalidValue';
import type { UnsendableRow } from './rows/batches';

/** The failures of rows and files that are found before anything of them is sent. */

/** What is said of a row that cannot be sent as it is. */
export function unsendable(node: INode, { records, problem }: UnsendableRow): Failure {
	const [{ item }] = records;
	return failure(node, 'rejected', item, problem.message, problem.remedy);
}

/** What is said of the rows of a file that was not read on. @param line of the record that ended it */
export function notReadOn(node: INode, itemIndex: number, line: number): Failure {
	return failure(
		node,
		'notSent',
		itemIndex,
		`Not sent, because reading the file ended at line ${line}`,
		'Correct that record, or turn on "Skip Records with Errors" in the options.',
	);
}

/** Why nothing of a file is sent that an earlier try has sent in part. */
export const OTHER_FILE = new InvalidValue(
	'Input Binary Field',
	'holds another file than at an earlier try of this execution, or is read in another way',
	'Which of its rows have been sent cannot be told, so none was sent. Undo the change, or start a new execution with what is still to be sent.',
);
