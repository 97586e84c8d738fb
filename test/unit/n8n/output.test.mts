import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError, Output, PartFailure } from '../../../nodes/MerchantData/n8n/output.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { Redactor } from '../../../nodes/MerchantData/lib/redact.ts';
import { type Code, withCode } from '../../../nodes/MerchantData/errors/codes.ts';
import { InvalidValue } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { createContext } from '../../kit/execution.mts';

it('an item on the error branch has one key, and the outcome of a request with its status', () => {
	const { context, node } = createContext({ items: 3 });
	const output = new Output(context, new Redactor());
	const texts = { code: 'service.lost', message: 'no', description: 'Do it.' } as const;
	const what = { outcome: 'unknown', ...texts } as const;
	output.failOrThrow(new ServiceError(node, { ...what, status: 500 }), 2, { shop: 's' });
	output.failOrThrow(new ServiceError(node, what), 2);
	const errors = [{ ...what, status: 500, shop: 's' }, what];
	const items = errors.map((error) => ({ json: { error }, pairedItem: { item: 2 } }));
	// As text, because the outcome comes first, as in items of the success branch.
	expect(JSON.stringify(output.items())).toBe(JSON.stringify(items));
});

it('puts out in input order, and what belongs to one item as it came', () => {
	const { context } = createContext({ items: 9 });
	const output = new Output(context, new Redactor());
	const links = [{ item: 3 }, { item: 1 }, [{ item: 2 }, { item: 8 }], { item: 1 }, { item: 0 }];
	links.forEach((pairedItem, n) => output.accept({ json: { n }, pairedItem }));
	output.accept({ json: { n: 5 }, pairedItem: { item: 3 } }, -1);
	output.failOrThrow(new Error('b'), 5);
	output.failOrThrow(new Error('a'), 4);
	const given = output.items().map(({ json }) => json.n ?? (json.error as Error).message);
	expect(given).toEqual([4, 1, 3, 2, 5, 0, 'a', 'b']);
});

it('takes all results of an item at once, and is empty before any result or failure', () => {
	const create = () => new Output(createContext({ items: 2 }).context, new Redactor());
	const [some, failed, none] = [create(), create(), create()];
	const outputs = [1, 2].map((n) => ({ json: { n }, pairedItem: { item: 1 } }));
	some.acceptAll(outputs, 1);
	failed.failOrThrow(new Error('no'), 0);
	expect([some.isEmpty, failed.isEmpty, none.isEmpty]).toEqual([false, false, true]);
	expect(some.items()).toEqual(outputs);
	expect((failed.items()[0]!.json.error as { description: unknown }).description).toBe('');
});

const CAUSE = 'credential-invalid';

describe('any error as one of n8n', () => {
	const { context } = createContext({});
	const redactor = new Redactor();
	redactor.learn('hush-hush');
	const made = (error: unknown) => asNodeError(context, error, 6, redactor);

	const invalid = new InvalidValue('value.wrongType', 'Shop', 'is bad', 'Mend it.');

	it('stays what it is if it is ours', () => {
		const details = { message: 'no', description: '', outcome: 'rejected' } as const;
		const error = new ServiceError(context.getNode(), { code: 'service.400', ...details });
		expect(made(error)).toBe(error);
		expect(error).toBeInstanceOf(NodeApiError);
	});

	// Node's own code is none of ours.
	const noFile = Object.assign(new Error('of hush-hush'), { code: 'ENOENT' });
	it.each<[unknown, message: string, description?: string, code?: Code, itemIndex?: number]>([
		[invalid, '"Shop" is bad', 'Mend it.', 'value.wrongType'],
		[withCode('sql.notStored', new Error('No')), 'No', '', 'sql.notStored'],
		[noFile, 'of [redacted]'],
		[{ message: 'm', description: 'hush-hush!' }, 'm', '[redacted]!'],
		[{ message: 'm', description: null, context: { itemIndex: 2 } }, 'm', '', 'node.unexpected', 2],
		['hush-hush', '[redacted]'],
	])('has its words, without secrets, and its code: %p', (...given) => {
		const [error, message, description = '', code = 'node.unexpected', itemIndex = 6] = given;
		const node = made(error);
		expect(node).toBeInstanceOf(NodeOperationError);
		expect(node).toMatchObject({ message, code, context: { itemIndex } });
		expect(node.description ?? '').toBe(description);
	});

	it('names the part that failed, and leaves the error of the part as it was', () => {
		const what = { code: 'service.500', outcome: 'unknown', status: 500 } as const;
		const texts = { message: 'no', description: 'Ask.', supportBlock: '\n| a' };
		const ours = new ServiceError(context.getNode(), { ...what, ...texts, itemIndex: 2 });
		const { failure } = ours;
		const foreign = Object.assign(new Error('of hush-hush'), { description: 'Hm.' });
		const given = [ours, foreign].map((each) => made(new PartFailure('May', each, 'Wait.')));
		const ofOurs = { message: 'May: no', description: 'Ask. Wait.\n| a', failure };
		expect(given).toMatchObject([
			{ ...what, ...ofOurs, context: { itemIndex: 2 } },
			{ code: 'node.unexpected', message: 'May: of [redacted]', description: 'Hm. Wait.' },
		]);
		expect(ours).toMatchObject({ message: 'no', description: 'Ask.\n| a' });
		expect(foreign).toMatchObject({ message: 'of hush-hush', description: 'Hm.' });
	});

	it('names no item in a poll, and the cause', () => {
		const error = { message: 'm', context: { itemIndex: 9 } };
		const { failure, context: of } = asNodeError(context, error, undefined, redactor, CAUSE);
		expect([of.itemIndex, failure]).toEqual([undefined, { cause: CAUSE }]);
	});
});
