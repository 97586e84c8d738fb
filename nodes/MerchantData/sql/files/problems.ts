import { type INode, NodeOperationError } from 'n8n-workflow';
import { UNDECODABLE } from '../../service/errors/failure';
import { Undecodable } from '../../service/http/charset';
import { InvalidInput } from '../../shared/invalidValue';
import { FailedAnswer } from '../answer/answer';
import { LateColumn } from './csvWriter';
import { BrokenJson, type JsonProblem } from './jsonCompleteness';
import { TooLargeToHold } from './rowStream';

const PROBLEMS: Record<JsonProblem, string> = {
	empty: 'The answer to the query is empty',
	notJson: 'The answer to the query is not JSON',
	cutOff: 'The answer to the query ends in the middle of its JSON',
	moreFollows: 'The answer to the query goes on after the end of its JSON',
};

/** The error for the user, where an answer did not become a file. @param error thrown by reading or storing it */
export function explained(node: INode, error: Error): Error {
	if (error instanceof FailedAnswer || error instanceof InvalidInput) return error;
	const explain = (message: string, description: string) =>
		new NodeOperationError(node, message, { description });
	if (error instanceof BrokenJson) {
		const { problem, excerpt } = error;
		const advice = excerpt === '' ? 'Try again, or split the period.' : `It reads: ${excerpt}`;
		return explain(PROBLEMS[problem], advice);
	}
	if (error instanceof Undecodable) {
		return explain(`The answer to the query cannot be decoded (${error.code})`, UNDECODABLE);
	}
	if (error instanceof LateColumn) {
		return explain(
			error.message,
			'The columns of a CSV file, and the one for the shop, are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
		);
	}
	if (error instanceof TooLargeToHold) {
		return explain(
			error.message,
			'Choose the Output Format JSON File, which takes any answer as it comes, or split the period. If one of several lists has the rows, set "Rows Field" to it.',
		);
	}
	// Of a stream that breaks while it is stored, the error says no more than "aborted".
	return explain(
		`The answer could not be put into a file: ${error.message}`,
		'The connection broke, or n8n could not store the file. Try again.',
	);
}
