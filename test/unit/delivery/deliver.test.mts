import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../../../nodes/MerchantData/delivery/deliver.ts';
import type { LedgerHandle } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { ended, type Reply } from '../../kit/execution.mts';
import { LIMITS, start } from '../../kit/client.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

type Told = [state: string, receipt?: IDataObject];

/** Delivers something to a service that answers so, with a ledger that breaks at some word. */
async function delivered(reply: Reply, breaksAt?: string, receiptOf = () => ({ rows: 2 })) {
	const { client, context } = start([reply]);
	const told: Told[] = [];
	const entry: LedgerHandle = {
		get isKept() {
			return ['inFlight', 'accepted', 'unknown'].includes(String(told.at(-1)?.[0]));
		},
		track(...state) {
			if (state[0] === breaksAt) throw new Error('a fault with key-of-the-account');
			told.push(state);
		},
	};
	const call = { limits: LIMITS, itemIndex: 4 };
	const hints: string[] = [];
	const hint = (text: string) => hints.push(text);
	const execution = { client, context, hint } as unknown as Execution;
	await client.target('sql');
	const { value } = await ended(
		deliver(execution, 'createDeletionRequest', call, entry, receiptOf),
	);
	return { end: value!, told, hints };
}

it('notes a request before it is sent and when it was accepted, with its receipt', async () => {
	const { end, told, hints } = await delivered({});
	expect(end).toEqual({ outcome: 'accepted', receipt: { rows: 2 } });
	expect(told).toEqual([['inFlight'], ['accepted'], ['accepted', { rows: 2 }]]);
	expect(hints).toEqual([]);
});

it.each([
	['<!doctype html><title>Login</title>', 'is a web page or XML'],
	['{"success":false}', 'says that the request failed'],
])('takes an odd answer for an accepted request, and says so: %s', async (body, odd) => {
	const { end, hints } = await delivered({ body });
	expect(end).toEqual({ outcome: 'accepted', receipt: { rows: 2 } });
	expect(hints).toEqual([
		`The service accepted a request, but its answer ${odd}: check at the service that the data has arrived`,
	]);
});

it.each<[Reply, string, number | null]>([
	[{ status: 400 }, 'rejected', 400],
	[{ status: 500 }, 'unknown', 500],
	[{ throws: { code: 'CERT_HAS_EXPIRED' } }, 'notSent', null],
])('notes what became of one that was not: %j', async (reply, outcome, status) => {
	const { end, told } = await delivered(reply);
	expect(end).toMatchObject({ outcome, status, error: { outcome } });
	expect(told).toEqual([['inFlight'], [outcome], [outcome]]);
});

describe('a fault of this package', () => {
	const unknown = {
		outcome: 'unknown',
		status: null,
		error: {
			outcome: 'unknown',
			message: 'a fault with [redacted]',
			description: '',
			context: { itemIndex: 4 },
		},
	};

	it('before anything is sent leaves it not sent', async () => {
		const { end, told } = await delivered({}, 'inFlight');
		expect(end).toMatchObject({ outcome: 'notSent', error: { outcome: 'notSent' } });
		expect(told).toEqual([['notSent']]);
	});

	it('after it was sent leaves it unknown', async () => {
		const { end, told } = await delivered({}, 'accepted');
		expect(end).toMatchObject(unknown);
		expect(told).toEqual([['inFlight'], ['unknown']]);
	});

	it('after it was accepted leaves it unknown too: it is not sent again', async () => {
		const { end, told } = await delivered({}, undefined, () => {
			throw new Error('a fault with key-of-the-account');
		});
		expect(end).toMatchObject(unknown);
		expect(told.at(-1)).toEqual(['unknown']);
	});
});
