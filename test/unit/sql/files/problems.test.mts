import { FailedAnswer } from '../../../../nodes/MerchantData/sql/answer/answer.ts';
import { LateColumn } from '../../../../nodes/MerchantData/sql/files/csvWriter.ts';
import { BrokenJson } from '../../../../nodes/MerchantData/sql/files/jsonCompleteness.ts';
import { explained } from '../../../../nodes/MerchantData/sql/files/problems.ts';
import { TooLargeToHold } from '../../../../nodes/MerchantData/sql/files/rowStream.ts';
import { Undecodable } from '../../../../nodes/MerchantData/service/http/charset.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext } from '../../../kit/execution.mts';

const { node } = createContext({});

it.each([
	[
		new BrokenJson('notJson', '<html>'),
		'The answer to the query is not JSON',
		/^It reads: <html>$/,
	],
	[
		new BrokenJson('cutOff'),
		'The answer to the query ends in the middle of its JSON',
		/^Try again, or split the period\.$/,
	],
	[
		new BrokenJson('moreFollows', '[1]\n[2]'),
		'The answer to the query goes on after the end of its JSON',
		/^It reads: \[1\]\n\[2\]$/,
	],
	[new BrokenJson('empty'), 'The answer to the query is empty', /^Try again/],
	[
		new Undecodable('utf-8'),
		'The answer to the query cannot be decoded (utf-8)',
		/no text in the charset/,
	],
	[
		new LateColumn('b', 1_001),
		'Row 1001 of the answer has the column "b", which none of its first rows has',
		/choose NDJSON or JSON\.$/,
	],
	[new TooLargeToHold('It is too large'), 'It is too large', /^Choose the Output Format JSON File/],
	[new Error('aborted'), 'The answer could not be put into a file: aborted', /Try again\.$/],
])('explains %s', (error, message, description) => {
	expect(explained(node, error)).toMatchObject({
		message,
		description: expect.stringMatching(description) as string,
	});
});

it.each([new FailedAnswer('{"error":"asleep"}'), new InvalidValue('Rows Field', 'is wrong', '')])(
	'leaves what explains itself: %s',
	(error) => {
		expect(explained(node, error)).toBe(error);
	},
);
