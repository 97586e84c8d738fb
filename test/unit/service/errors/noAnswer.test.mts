import { readError } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';

const read = (error: unknown) => readError(error, createRedactor());

it.each<[string, unknown, string]>([
	["axios' own", { code: 'ECONNRESET' }, 'ECONNRESET'],
	['that of the cause', { code: 'ERR', cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	["n8n 1.x's", { httpCode: 'ECONNABORTED' }, 'ECONNABORTED'],
	['the next best to an empty one', { code: '', httpCode: 'ETIMEDOUT' }, 'ETIMEDOUT'],
	['the next best to a number', { cause: {}, code: 500, httpCode: 'EPIPE' }, 'EPIPE'],
	['that of an address', { code: null, cause: { errors: [{ code: 'EACCES' }] } }, 'EACCES'],
	['unknown', new Error('of another kind'), 'UNKNOWN'],
	['unknown of nothing', null, 'UNKNOWN'],
	['unknown of a text', 'broken', 'UNKNOWN'],
])('the error code is %s', (_, error, code) => {
	expect(read(error).code).toBe(code);
});

it.each<[string, unknown, string]>([
	[
		"the cause's",
		{ message: 'n8n', cause: { message: 'axios', cause: { message: 'node' } } },
		'node',
	],
	[
		'what stood there before',
		{ message: 'perhaps it is offline', messages: ['reset', 'x'] },
		'reset',
	],
	['its own', { message: ' gone\n', messages: [''] }, 'gone'],
	[
		"an address's",
		{ message: '', errors: [{ message: 'connect ECONNREFUSED ::1:9' }] },
		'connect ECONNREFUSED ::1:9',
	],
	['none', {}, ''],
])('the message is %s', (_, error, message) => {
	expect(read(error).message).toBe(message);
});

it('no connection was opened where none of several addresses could be reached', () => {
	const errors = [{ code: 'ETIMEDOUT', message: 'connect ETIMEDOUT 10.0.0.7:443' }];
	const aggregate = { code: 'ETIMEDOUT', message: '', errors };
	const error = {
		message: 'UNKNOWN ERROR',
		messages: [''],
		cause: { ...aggregate, errors: undefined, cause: aggregate },
	};
	expect(read(error)).toEqual({ ...errors[0], situation: 'neverOpened' });
});

it('an error that wraps itself is read, too', () => {
	const error = new Error('round');
	error.cause = error;
	expect(read(error)).toEqual({ code: 'UNKNOWN', message: 'round', situation: 'answerLost' });
});
