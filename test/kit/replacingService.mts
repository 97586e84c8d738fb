import { assignments, columns, type Entry } from './columns.mts';
import type { Chance, Life, Simulation } from './processes.mts';

/** A sheet whose rows have keys, and a service that replaces rows by key. */

export interface SheetRow {
	readonly key: string;
	/** Rows of none cannot be sent. */
	readonly shop: string;
	readonly value?: string | number;
}

/** The service refuses rows with it. */
const BAD = 'bad';
const KEYS = 'abcdef';

const NO_SHOP: Entry = ['shop', '', 'leaveOut'];
/** What can be corrected in the node, so that all rows become others. */
export const FORMS = [
	{
		parameters: { columns: columns(NO_SHOP) },
		sent: ({ key, value }: SheetRow) => ({ key, value }),
	},
	{
		parameters: { columns: columns(NO_SHOP, ['value', 'amount']) },
		sent: ({ key, value }: SheetRow) => ({ amount: value, key }),
	},
	{
		parameters: { columns: columns(NO_SHOP), fieldsToAdd: assignments({ currency: 'EUR' }) },
		sent: ({ key, value }: SheetRow) => ({ currency: 'EUR', key, value }),
	},
] as const;

export const shopOf = (key: string) => (KEYS.indexOf(key) % 3 === 0 ? 'a.example' : 'b.example');

/** Adds, corrects (or changes back), removes and moves rows. @param canFail whether new values may be refused */
export function edited(
	rows: readonly SheetRow[],
	chance: Chance,
	canFail: boolean,
): readonly SheetRow[] {
	const drawn = (key: string): SheetRow => ({
		key,
		shop: canFail && chance.is(0.03) ? '' : shopOf(key),
		value: canFail && chance.is(0.08) ? BAD : chance.of([1, 2, '1', 0.1 + 0.2, undefined]),
	});
	const isWrong = ({ shop, value }: SheetRow) => shop === '' || value === BAD;
	const next = rows
		.filter(() => !chance.is(0.1))
		.map((row) => (chance.is(0.25) || (isWrong(row) && !canFail) ? drawn(row.key) : row));
	for (const key of KEYS)
		if (chance.is(0.2) && !next.some((row) => row.key === key)) next.push(drawn(key));
	return chance.is(0.1) ? next.toReversed() : next;
}

/** A row as it is stored: JSON, by its fields in order. */
export const storedAs = (row: object): string =>
	JSON.stringify(row, ['amount', 'currency', 'key', 'value']);

/** What a run did at the service, by the keys of rows. */
export class Deeds {
	readonly requested = new Set<string>();
	readonly taken = new Set<string>();
	/** The node has the good answer. */
	readonly accepted = new Set<string>();

	/** @param earlier what tries of the execution have had accepted, as it is stored */
	readonly earlier: Map<string, string>;

	constructor(earlier: Map<string, string>) {
		this.earlier = earlier;
	}
}

interface Answer {
	status?: number;
	/** The error code of a connection that broke. */
	code?: string;
	body?: string;
	retryAfter?: number;
	/** Whether the rows may be stored anyway. */
	mayBeTaken?: boolean;
}

const FAULTS: readonly Answer[] = [
	{ status: 500, mayBeTaken: true },
	{ status: 502, mayBeTaken: true },
	{ code: 'ECONNRESET', mayBeTaken: true },
	{ status: 200, body: '<!DOCTYPE html><html><body>Sign in</body></html>', mayBeTaken: true },
	{ status: 503 },
	{ code: 'ECONNREFUSED' },
	{ status: 429, retryAfter: 2 },
	{ status: 429, retryAfter: 1_200 },
];

export class ReplacingService {
	readonly stored = new Map<string, string>();

	private readonly simulation: Simulation;

	constructor(simulation: Simulation) {
		this.simulation = simulation;
	}

	/** Answers a request of a run. @param faulty how many of the answers are faults */
	async answer(
		life: Life,
		deeds: Deeds,
		body: Buffer,
		faulty: number,
		tell: (what: string) => void,
	) {
		const { chance } = this.simulation;
		const { data } = JSON.parse(String(body)) as { data: Array<Record<string, string>> };
		const keys = data.map(({ key }) => key!);
		for (const key of keys) deeds.requested.add(key);
		const isBad = data.some((row) => Object.values(row).includes(BAD));
		const byRows: Answer = isBad
			? { status: 400, body: '{"error":"bad value"}' }
			: { mayBeTaken: true };
		const fault = chance.is(faulty) ? chance.of(FAULTS) : undefined;
		const { status = 200, code, body: text = '{}', retryAfter, mayBeTaken } = fault ?? byRows;
		const isTaken = !isBad && mayBeTaken && (!fault || chance.is(0.5));
		let isOpen = isTaken;
		const carryOut = () => {
			if (!isOpen) return;
			isOpen = false;
			tell(`stores ${String(body)}`);
			for (const row of data) this.stored.set(row.key!, storedAs(row));
			for (const key of keys) deeds.taken.add(key);
		};
		life.inFlight.add(carryOut);
		await this.simulation.moment(200);
		life.inFlight.delete(carryOut);
		carryOut();
		await this.simulation.moment(200);
		tell(`is answered ${code ?? status}`);
		if (code) throw Object.assign(new Error('broken'), { code });
		if (!fault && !isBad)
			for (const row of data) {
				deeds.accepted.add(row.key!);
				deeds.earlier.set(row.key!, storedAs(row));
			}
		const headers = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
		return { statusCode: status, headers, body: [Buffer.from(text)] };
	}
}
