import {
	hasData,
	oddity,
	parseAnswer,
	saysFailed,
} from '../../../nodes/MerchantData/transport/goodAnswer.ts';

it.each<[string, unknown]>([
	['', null],
	[' \n', null],
	['\uFEFF', null],
	['\uFEFF[1]', [1]],
	['null', null],
	['0', 0],
	['<html>', undefined],
	['[1', undefined],
])('parses %j', (text, expected) => {
	expect(parseAnswer(text)).toEqual(expected);
});

it.each<[unknown, 'no' | 'partly' | 'yes']>([
	[{ success: false, error: 'x' }, 'yes'],
	[{ success: false }, 'yes'],
	[{ ok: false, message: 'x', code: 7 }, 'yes'],
	[{ errors: [{ message: 'x' }], data: null }, 'yes'],
	[{ error: { code: 5 }, rows: [] }, 'yes'],
	[{ error: true, status: 400 }, 'yes'],
	[{ error: 'x', details: { line: 3 } }, 'yes'],
	[{ error: 'x', data: [{ a: 1 }] }, 'partly'],
	[{ success: false, total: 5 }, 'partly'],
	[{ success: true, data: [{ a: 1 }] }, 'no'],
	[{ error: null, data: [] }, 'no'],
	[{ error: false, errors: [], message: 'x' }, 'no'],
	[{ error: '', errors: {} }, 'no'],
	[{ error: 0 }, 'no'],
	[{ message: 'x' }, 'no'],
	[{ success: 'false' }, 'no'],
	[{}, 'no'],
	[[{ error: 'x' }], 'no'],
	[null, 'no'],
	['error', 'no'],
])('%j says that it failed: %s', (answer, expected) => {
	expect(saysFailed(answer)).toBe(expected);
});

it.each<[unknown, boolean]>([
	[null, false],
	[undefined, false],
	['', false],
	[[], false],
	[{}, false],
	[{ a: [null, { b: '' }] }, false],
	[0, true],
	[false, true],
	[' ', true],
	[{ a: [null, { b: 0 }] }, true],
])('%j has data: %p', (value, expected) => {
	expect(hasData(value)).toBe(expected);
});

it('looks no deeper for data than the stack allows', () => {
	const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
	expect(hasData(nested)).toBe(true);
});

it.each([
	['<!DOCTYPE html><p>Hello', 'is a web page'],
	[' \n<html>', 'is a web page'],
	['<?xml version="1.0"?>', 'is a web page'],
	['{"success":false}', 'says that the request failed'],
	['{"error":"x","data":[1]}', 'says that the request failed'],
	['{"success":true}', undefined],
	['accepted, <html> and all', undefined],
	['<p>', undefined],
	['', undefined],
])('%j as the answer to a push: %s', (text, expected) => {
	expect(oddity(text)).toBe(expected);
});
