import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { readTriggerInput } from '../../../nodes/MerchantData/trigger/input.ts';
import { PARAMETERS } from '../../kit/trigger.mts';

const OWN = { shopDomain: ' My-Shop.example ', query: 'SELECT 1', keyColumns: 'b, a' };
const FIELDS: IDataObject = { ...PARAMETERS, ...OWN };

/** @param more of n8n's part */
function read(own: IDataObject = {}, more: object = {}) {
	const parameters: IDataObject = { ...FIELDS, ...own };
	return readTriggerInput({
		getNode: () => ({ name: 'Trigger', parameters }),
		getNodeParameter: (name: string) => parameters[name],
		getTimezone: () => 'Europe/Berlin',
		...more,
	} as unknown as IPollFunctions);
}

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-06-30T22:30:00Z') }));

it('reads its fields', () => {
	const limits = { timeout: 300, maxWait: 300, endsAt: Infinity };
	const request = { shop: 'My-Shop.example', query: 'SELECT 1', limits };
	const columns = { key: ['a', 'b'], ignore: [] };
	const finds = { event: 'newRows', end: dayOf('2026-07-01'), lookBackDays: 7 };
	const unset = { rowsField: '', startsWithAll: false, includeChange: false };
	const bounds = { maxRows: 10_000, maxRowsPerRun: 1_000 };
	expect(read()).toMatchObject({ request, columns, ...finds, ...unset, ...bounds });
});

it('reads its options', () => {
	const days = { timezone: 'UTC', includeToday: false };
	const options = { ...days, rowsField: ' data ', ignoreColumns: 'y', includeChange: true };
	expect(read({ options, startWith: 'rowsInWindow' })).toMatchObject({
		rowsField: 'data',
		end: dayOf('2026-06-29'),
		columns: { ignore: ['y'] },
		includeChange: true,
		startsWithAll: true,
	});
});

it.each<[IDataObject, string]>([
	[{ shopDomain: 'https://a.example/b' }, '"Shop" is not a plain'],
	[{ query: '' }, '"Query" is empty'],
	[{ query: 'SELECT {{ $now }}' }, '"Query" contains {{ … }}'],
	[{ keyColumns: 7 }, '"Key Columns" is not a text'],
	[{ options: { timezone: 'Mars' } }, '"Timezone" is not a time zone'],
])('refuses %j', (own, message) => {
	expect(() => read(own)).toThrow(message);
});

it('limits a poll to the time that n8n allows', () => {
	const options = { timeout: 60, maxWait: 60 };
	const limits = (ms: number) => read({ options }, { getPollBudgetMs: () => ms }).request.limits;
	const endsAt = performance.now() + 5_000;
	expect(limits(5_000)).toEqual({ ...options, endsAt });
});

it('changes its reading with the saved query, "Rows Field" and "Columns to Ignore"', () => {
	const { reading } = read();
	expect(read({ lookBackDays: 9, keyColumns: 'c', options: { maxRows: 5 } }).reading).toBe(reading);
	const options = [{ ignoreColumns: 'x' }, { rowsField: 'x' }].map((each) => ({ options: each }));
	for (const own of [{ query: 'SELECT 2' }, ...options])
		expect(read(own).reading).not.toBe(reading);
	const parameters = { ...FIELDS, query: '={{ $now }}' };
	const saved = { getNode: () => ({ name: 'Trigger', parameters }) };
	const readings = ['SELECT 1', 'SELECT 2'].map((query) => read({ query }, saved).reading);
	expect(readings[0]).toBe(readings[1]);
});
