import type { IDataObject } from 'n8n-workflow';
import { type Reply, SHOP } from '../../kit/execution.mts';
import { createTrigger, PARAMETERS } from '../../kit/trigger.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const later = (ms = MINUTE_MS) => jest.setSystemTime(Date.now() + ms);

const row = (id: number, total = 1) => ({ id, total });
const answer = (...rows: object[]): Reply => ({ body: JSON.stringify(rows) });
const REFUSED: Reply = { status: 400 };

/** The rows of one poll after another, a minute apart, of a trigger whose service answers in turn. */
async function pollsOf(own: IDataObject, replies: Reply[]) {
	const trigger = createTrigger(own, { replies });
	const activation = trigger.activate();
	const polls = [];
	for (const _ of replies) {
		polls.push(await activation.poll());
		later();
	}
	return { ...trigger, activation, polls, rows: polls.map(({ rows }) => rows) };
}

describe('a poll', () => {
	it('asks for the days of the look-back, and starts the workflow with what is new', async () => {
		const { rows, queries } = await pollsOf({}, [
			answer(row(1), row(2)),
			answer(row(1), row(2)),
			answer(row(3), row(1, 5), row(2), row(4)),
		]);
		expect(rows).toEqual([null, null, [row(3), row(4)]]);
		expect(queries()).toEqual(
			rows.map(() => ({
				query: PARAMETERS.query,
				shopId: SHOP,
				period: { startDate: '2026-06-23', endDate: '2026-06-30' },
			})),
		);
	});

	it('starts it with changes where that is chosen, and says so', async () => {
		const own = { event: 'newOrChangedRows', options: { includeChange: true } };
		const { rows } = await pollsOf(own, [answer(row(1)), answer(row(1, 5), row(2))]);
		expect(rows[1]).toEqual([
			{ ...row(1, 5), change: { type: 'changed' } },
			{ ...row(2), change: { type: 'new' } },
		]);
	});

	it('compares whole rows where no column is their key', async () => {
		const { rows } = await pollsOf({ keyColumns: '' }, [answer(row(1)), answer(row(1), row(1, 5))]);
		expect(rows[1]).toEqual([row(1, 5)]);
	});

	it('goes on from the day of the one before, and ends yesterday where that is chosen', async () => {
		const trigger = createTrigger(
			{ lookBackDays: 1, options: { includeToday: false } },
			{ replies: [answer()] },
		);
		const activation = trigger.activate();
		await activation.poll();
		later(3 * DAY_MS);
		await activation.poll();
		expect(trigger.queries().map(({ period }) => period)).toEqual([
			{ startDate: '2026-06-28', endDate: '2026-06-29' },
			{ startDate: '2026-06-28', endDate: '2026-07-02' },
		]);
	});

	it('sends nothing where all days up to the last have been read', async () => {
		const trigger = createTrigger({ lookBackDays: 0 }, { replies: [answer()] });
		await trigger.activate().poll();
		Object.assign(trigger.node.parameters, { options: { includeToday: false } });
		expect(await trigger.activate().poll()).toEqual({ rows: null, error: undefined });
		expect(trigger.queries()).toHaveLength(1);
	});

	it('puts a row that n8n would take for a failed item under "row"', async () => {
		const own = { keyColumns: '', startWith: 'rowsInWindow' };
		const { rows } = await pollsOf(own, [answer({ error: 'x' })]);
		expect(rows).toEqual([[{ row: { error: 'x' } }]]);
	});

	it('adds what has changed, but not in place of a column', async () => {
		const own = { startWith: 'rowsInWindow', options: { includeChange: true } };
		const { polls } = await pollsOf(own, [answer({ id: 2, change: 5 })]);
		expect(polls[0]!.error!.message).toContain('"Include Change" adds the column "change"');
	});

	it('logs what a user should know of how an answer was read', async () => {
		const { log } = await pollsOf({}, [{ body: '[{"id":12345678901234567890}]' }]);
		expect(log).toEqual([
			expect.stringMatching(/^warn: Merchant Data: The answer has numbers that are too long/),
		]);
	});
});

it('goes on when the clock is right again that was ahead by more than the look-back', async () => {
	const replies = [answer(row(1)), answer(row(1)), answer(), answer(row(1, 5), row(2))];
	const trigger = createTrigger({ event: 'newOrChangedRows' }, { replies });
	await trigger.activate().poll();
	later(40 * DAY_MS);
	const ahead = trigger.activate();
	await ahead.poll();
	later();
	await ahead.poll();
	jest.setSystemTime(new Date('2026-07-01T12:00:00Z'));
	expect((await trigger.activate().poll()).rows).toEqual([row(1, 5), row(2)]);
	const { startDate, endDate } = trigger.queries().at(-1)!.period;
	expect([startDate, endDate]).toEqual(['2026-06-24', '2026-07-01']);
});

describe('what n8n keeps', () => {
	it('is one text, assigned anew only where it differs', async () => {
		const { data } = await pollsOf({}, [answer(row(1))]);
		expect(data).toEqual({ state: expect.any(String) as string });
		const assigned = jest.fn();
		const watched = new Proxy({ ...data }, { set: assigned });
		const trigger = createTrigger({}, { replies: [answer(row(1))] });
		await trigger.activate({ data: watched }).poll();
		expect(assigned).not.toHaveBeenCalled();
	});

	it.each([
		['of rows with a key: those that are new are given', 'id', [row(2)]],
		['of rows without one, none of which it finds again: they are a new baseline', '', null],
	])('is kept after another query, %s', async (_, keyColumns, found) => {
		const replies = [answer(row(1)), answer(row(2))];
		const trigger = createTrigger({ keyColumns }, { replies });
		await trigger.activate().poll();
		trigger.node.parameters.query = 'SELECT 2 WHERE date >= @startDate AND date <= @endDate';
		expect((await trigger.activate().poll()).rows).toEqual(found);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['shop', { shopDomain: 'b.example' }, {}],
		['key', { keyColumns: 'total' }, {}],
		['address', {}, { baseUrl: 'https://other.example' }],
	])('says nothing of another %s: its rows are a new baseline', async (_, own, stored) => {
		const trigger = createTrigger({}, { replies: [answer(row(1)), answer(row(2, 7))] });
		await trigger.activate().poll();
		Object.assign(trigger.node.parameters, own);
		Object.assign(trigger.stored.merchantDataApi, stored);
		expect((await trigger.activate().poll()).rows).toBeNull();
	});

	it('is the same for a shop whose domain is written in another way', async () => {
		const trigger = createTrigger({}, { replies: [answer(row(1)), answer(row(2))] });
		await trigger.activate().poll();
		trigger.node.parameters.shopDomain = SHOP.toUpperCase();
		expect((await trigger.activate().poll()).rows).toEqual([row(2)]);
	});

	it('is not overwritten where it cannot be read', async () => {
		const trigger = createTrigger();
		const data = { state: 'spoilt' };
		const { error } = await trigger.activate({ data }).poll();
		expect(error!.message).toMatch(/cannot be read\. Replace the node by a copy/);
		expect(data).toEqual({ state: 'spoilt' });
		expect(trigger.queries()).toEqual([]);
	});
});

describe('a poll that fails', () => {
	it('says why, leaves what is kept, and lets the next one find what it missed', async () => {
		const { polls, rows, commits } = await pollsOf({}, [
			answer(row(1)),
			REFUSED,
			answer(row(1), row(2)),
		]);
		expect(polls[1]!.error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		expect(polls[1]!.error!.context.itemIndex).toBeUndefined();
		expect(rows[2]).toEqual([row(2)]);
		expect(commits()).toBe(1);
	});

	it('at the start of n8n only logs it, for n8n would give the trigger up', async () => {
		const trigger = createTrigger({}, { replies: [REFUSED] });
		const activation = trigger.activate({ activation: 'init' });
		expect(await activation.poll()).toEqual({ rows: null, error: undefined });
		expect(trigger.log).toEqual([
			expect.stringMatching(
				/^error: Merchant Data: the first poll since n8n started has failed.*: 400 /s,
			),
		]);
		later();
		expect((await activation.poll()).error!.message).toMatch(/^400 /);
	});

	it('names a column that no row has as what has to be changed', async () => {
		const { polls } = await pollsOf({ keyColumns: 'key' }, [answer(row(1))]);
		expect(polls[0]!.error).toMatchObject({
			message: expect.stringMatching(/^"Key Columns" names "key"/) as string,
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('names an answer that does not have all rows, of which none is given or taken for known', async () => {
		const cut = { body: JSON.stringify({ rows: [row(1), row(2)], hasMore: true }) };
		const { polls, rows, log } = await pollsOf({}, [answer(row(1)), cut, answer(row(1), row(2))]);
		expect(polls[1]!.error).toMatchObject({
			message:
				'The answer says that there are more rows than it has: shorten the look-back, or narrow the query. No row was given out or forgotten',
			description: expect.stringContaining('"hasMore"') as string,
			failure: { cause: 'configuration-invalid' },
		});
		expect(rows[2]).toEqual([row(2)]);
		expect(log).toEqual([]);
	});

	it('names a credential that cannot be used', async () => {
		const trigger = createTrigger();
		trigger.stored.merchantDataApi.baseUrl = 'http://api.example';
		const { error } = await trigger.activate().poll();
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Credential "Key": The base URL/) as string,
			description: 'Open the credential and correct it. Nothing was sent.',
			failure: { cause: 'credential-invalid' },
		});
		expect(trigger.queries()).toEqual([]);
	});
});

describe('the rows that are remembered', () => {
	const rows = (count: number) => answer(...Array.from({ length: count }, (_, id) => row(id)));
	const own = { options: { maxRows: 10 } };

	it('are no more than the user allows, and none is forgotten for others', async () => {
		const { polls, data } = await pollsOf(own, [rows(10)]);
		const { state } = data;
		expect(polls[0]!.error).toBeUndefined();
		const trigger = createTrigger(own, { replies: [rows(11)] });
		const { error } = await trigger.activate({ data }).poll();
		expect(error).toMatchObject({
			message:
				'"Max Rows" is 10, but the trigger would have to remember 11 rows. Raise it in the options, shorten the look-back, or narrow the query. No row was given out or forgotten',
		});
		expect(data.state).toBe(state);
	});
});

describe('polls side by side', () => {
	it('of an earlier activation give up what they found, and keep nothing', async () => {
		const replies = [answer(row(1)), { ...answer(row(1), row(2)), afterMs: 5_000 }, answer(row(1))];
		const trigger = createTrigger({}, { replies });
		await trigger.activate().poll();
		const { state } = trigger.data;
		const early = trigger.activate().poll();
		const late = trigger.activate().poll();
		expect([(await early).rows, (await late).rows]).toEqual([null, null]);
		expect(trigger.data.state).toBe(state);
	});

	it('of one activation are one: the other waits for it and gives nothing', async () => {
		const replies = [answer(row(1)), { ...answer(row(1), row(2)), afterMs: 5_000 }];
		const trigger = createTrigger({}, { replies });
		const activation = trigger.activate();
		await activation.poll();
		const both = await Promise.all([activation.poll(), activation.poll()]);
		expect(both.map(({ rows, error }) => [rows, error])).toEqual([
			[[row(2)], undefined],
			[null, undefined],
		]);
		expect(trigger.queries()).toHaveLength(2);
	});

	it('that go on from the same state give its rows out once', async () => {
		const trigger = createTrigger({}, { replies: [answer(row(1)), answer(row(1), row(2))] });
		await trigger.activate().poll();
		const [first, second] = [{ ...trigger.data }, { ...trigger.data }];
		expect((await trigger.activate({ data: first }).poll()).rows).toEqual([row(2)]);
		expect((await trigger.activate({ data: second }).poll()).rows).toBeNull();
		expect(trigger.queries()).toHaveLength(2);
	});

	it('that go on from the same state and find nothing do not keep others from finding', async () => {
		const replies = [answer(row(1)), answer(row(1)), answer(row(1), row(2))];
		const trigger = createTrigger({}, { replies });
		await trigger.activate().poll();
		const [first, second] = [{ ...trigger.data }, { ...trigger.data }];
		expect((await trigger.activate({ data: first }).poll()).rows).toBeNull();
		expect((await trigger.activate({ data: second }).poll()).rows).toEqual([row(2)]);
	});
});

/** "Fetch test event": what poll.ts gives by hand. */
async function fetchEvent(own: IDataObject, replies: Reply[]) {
	const trigger = createTrigger(own, { replies });
	const result = await trigger.activate({ mode: 'manual', activation: 'manual' }).poll();
	return { ...trigger, ...result };
}

const twelve = Array.from({ length: 12 }, (_, id) => row(id));

it('a test event is the first rows of the look-back, and changes nothing', async () => {
	const { rows: found, data, commits, queries } = await fetchEvent({}, [answer(...twelve)]);
	expect(found).toEqual(twelve.slice(0, 10));
	expect([data, commits()]).toEqual([{}, 0]);
	expect(queries().map(({ period }) => period)).toEqual([
		{ startDate: '2026-06-23', endDate: '2026-06-30' },
	]);
});

it('a test event has as many rows as a run, and the columns of one', async () => {
	const own = { options: { maxRowsPerRun: 2, includeChange: true } };
	const { rows: found } = await fetchEvent(own, [answer(...twelve)]);
	expect(found).toEqual([row(0), row(1)].map((each) => ({ ...each, change: { type: 'new' } })));
});

it.each<[string, IDataObject, RegExp]>([
	['Key Columns', { keyColumns: 'key' }, /^"Key Columns" names "key"/],

	['Max Rows', { options: { maxRows: 11 } }, /^"Max Rows" is 11, but .* 12 rows/],
	['rows', { keyColumns: 'total' }, /^"Key Columns" do not tell all rows apart/],
])('a test event refuses %s that do not fit the rows', async (_, own, message) => {
	expect((await fetchEvent(own, [answer(...twelve)])).error!.message).toMatch(message);
});

it('a test event says for which shop and days there are no rows', async () => {
	expect((await fetchEvent({}, [answer()])).error).toMatchObject({
		message: `There are no rows for ${SHOP}, 2026-06-23 to 2026-06-30`,
		description: expect.stringContaining('"Look-Back (Days)"') as string,
	});
});
