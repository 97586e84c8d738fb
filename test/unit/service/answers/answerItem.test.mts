import {
	answerItem,
	looksLikeError,
} from '../../../../nodes/MerchantData/service/answers/answerItem.ts';
import { answerValue } from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';

it('passes an object on as it is, whatever its fields', () => {
	expect(answerItem({ id: 1, deep: { a: [null] } })).toEqual({ id: 1, deep: { a: [null] } });
});

it.each<[string, string, unknown]>([
	['a list', '[{"id":1},2]', [{ id: 1 }, 2]],
	['a number', ' 17 ', 17],
	['a quoted text', '"queued"', 'queued'],
	['null', 'null', null],
	['a text that is no JSON', 'OK, {queued}', 'OK, {queued}'],
	['nothing', '', null],
	['white space', ' \r\n', null],
])('makes an item of %s, because an item of n8n is an object', (_, text, response) => {
	expect(answerItem(answerValue(text))).toEqual({ response });
});

it.each([{ error: 'asleep' }, { error: null, message: 'fine' }])(
	'gives %j under another name, because n8n would take it for a failed item',
	(answer) => {
		expect(answerItem(answer)).toEqual({ response: answer });
	},
);

it('gives what is nested deeper than n8n can show as text', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	for (const deep of [nested(1_001), `{"a":1,"b":${nested(1_000)}}`, nested(60_000)]) {
		expect(answerItem(answerValue(deep))).toEqual({ response: deep });
	}
	expect(JSON.stringify(answerItem(answerValue(nested(1_000))))).toBe(
		`{"response":${nested(1_000)}}`,
	);
});

it.each<[object, boolean]>([
	[{ error: 'x' }, true],
	[{ error: null }, true],
	[{ error: 'x', message: 'y' }, true],
	[{ error: 'x', message: 'y', details: 'z' }, true],
	[{ error: 'x', count: 1 }, false],
	[{ message: 'x' }, false],
	[{}, false],
])('%j looks like an error: %p', (row, expected) => {
	expect(looksLikeError(row)).toBe(expected);
});
