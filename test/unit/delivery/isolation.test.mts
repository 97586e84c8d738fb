import { Isolation } from '../../../nodes/MerchantData/delivery/isolation.ts';
import type {
	DeliveryOptions,
	Settled,
} from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Sent } from '../../../nodes/MerchantData/delivery/sent/sent.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import { failure, row } from './road.mts';

interface Given extends Partial<DeliveryOptions> {
	continues?: boolean;
	/** Whether the node isolates the rows of another request already. */
	isBusy?: boolean;
}

function isolation({ continues = true, isBusy = false, ...options }: Given): Isolation {
	const sent = { beginIsolation: () => !isBusy } as Sent;
	return new Isolation(options as DeliveryOptions, continues, sent);
}

const rowsOf = (...numbers: number[]) => numbers.map((n) => row(n));
const refused = (rows: readonly Row[], status = 400): Settled => ({
	rows,
	...failure('rejected', status),
});
const ON: Given = { isolateRejectedRows: true };

it.each<[what: string, given: Given, result: Settled, hasBegun: boolean, isNeeded: boolean]>([
	['with the option on', ON, refused(rowsOf(1, 2)), false, true],
	['if rows replace', { ifSentAgain: 'replaces' }, refused(rowsOf(1, 2)), false, true],
	['not with the option off', {}, refused(rowsOf(1, 2)), false, false],
	['not a single row', ON, refused(rowsOf(1)), false, false],
	['not after another status', ON, refused(rowsOf(1, 2), 422), false, false],
	[
		'not an accepted request',
		ON,
		{ rows: rowsOf(1, 2), outcome: 'accepted', receipt: {} },
		false,
		false,
	],
	['in a node that stops', { ...ON, continues: false }, refused(rowsOf(1, 2)), false, true],
	[
		'not a second request in a node that stops',
		{ ...ON, continues: false, isBusy: true },
		refused(rowsOf(1, 2)),
		false,
		false,
	],
	[
		'a part of the first one in a node that stops',
		{ ...ON, continues: false, isBusy: true },
		refused(rowsOf(1, 2)),
		true,
		true,
	],
])('isolates %s', (_, given, result, hasBegun, isNeeded) => {
	expect(isolation(given).isNeeded(result, hasBegun)).toBe(isNeeded);
});

it('sends the next row alone after one that was refused alone, and all others together after ten', () => {
	const rows = isolation(ON);
	const parts = [rowsOf(1, 2, 3), rowsOf(4, 5)];
	const numbers = () => rows.nextParts(parts).map((part) => part.map(({ item }) => item));
	expect(numbers()).toEqual([
		[1, 2, 3],
		[4, 5],
	]);
	rows.learn(refused(rowsOf(0)));
	expect(numbers()).toEqual([[1], [2, 3], [4, 5]]);
	for (let more = 1; more < 10; more++) rows.learn(refused(rowsOf(0)));
	expect(numbers()).toEqual([[1, 2, 3, 4, 5]]);
	expect(rows.isNeeded(refused(rowsOf(1, 2)), false)).toBe(false);
	rows.learn({ rows: rowsOf(6), outcome: 'accepted', receipt: {} });
	expect(numbers()).toHaveLength(2);
});
