import type { Code } from '../../../nodes/MerchantData/errors/codes.ts';
import type { IDataObject } from 'n8n-workflow';
import { type Reply, SHOP } from '../../kit/execution.mts';
import { createTrigger, PARAMETERS } from '../../kit/trigger.mts';

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') }));

const later = () => jest.setSystemTime(Date.now() + 60_000);

const row = (id: number, total = 1) => ({ id, total });
const answer = (...rows: object[]): Reply => ({ body: JSON.stringify(rows) });
const twelve = Array.from({ length: 12 }, (_, id) => row(id));
const [ONE, TWO] = [answer(row(1)), answer(row(1), row(2))];
const LOOK_BACK = { startDate: '2026-06-23', endDate: '2026-06-30' };
const KEYLESS = { keyColumns: '' };

/** The rows of one poll after another, a minute apart, of a trigger whose service answers in turn. */
async function pollsOf(own: IDataObject, replies: Reply[], count = replies.length) {
	const trigger = createTrigger(own, { replies });
	const activation = trigger.activate();
	const polls = [];
	while (polls.length < count) {
		polls.push(await activation.poll());
		later();
	}
	return { ...trigger, activation, polls, rows: polls.map(({ rows }) => rows) };
}

const begun = async (own: IDataObject, replies: Reply[]) => await pollsOf(own, replies, 1);

const matching = (text: RegExp) => expect.stringMatching(text) as string;

describe('a poll', () => {
	it('starts the workflow with new rows, and with changes if that is chosen, and says so', async () => {
		const replies = [ONE, answer(row(1, 5), row(2))];
		expect((await pollsOf({}, replies)).rows).toEqual([null, [row(2)]]);
		const own = { event: 'newOrChangedRows', options: { includeChange: true } };
		const { rows, queries, reads } = await pollsOf(own, replies);
		const query = { query: PARAMETERS.query, shopId: SHOP, period: LOOK_BACK };
		// A poll reads the credential once, so that the state is of the address that the query goes to.
		expect([queries(), reads.length]).toEqual([[query, query], 2]);
		expect(rows[1]).toEqual([
			{ ...row(1, 5), change: { type: 'changed' } },
			{ ...row(2), change: { type: 'new' } },
		]);
	});

	it.each([
		['sends nothing if all days up to the last have been read', '2026-06-30T12:00:00Z'],
		['does not fail if, besides, another time zone has an earlier day', '2026-06-29T12:00:00Z'],
	])('%s', async (_, now) => {
		const trigger = await begun({ lookBackDays: 0 }, [answer()]);
		jest.setSystemTime(new Date(now));
		Object.assign(trigger.node.parameters, { options: { includeToday: false } });
		expect(await trigger.activate().poll()).toEqual({ rows: null, error: undefined });
		expect(trigger.queries()).toHaveLength(1);
	});

	it('starts it with all rows at first if that is chosen, and logs how they were read', async () => {
		const body = '[{"error":"x"},{"id":12345678901234567890}]';
		const { rows, log } = await pollsOf({ startWith: 'rowsInWindow' }, [{ body }]);
		expect(rows).toEqual([[{ row: { error: 'x' } }, { id: '12345678901234567890' }]]);
		expect(log).toEqual([matching(/^warn: Merchant Data: Some numbers are too long/)]);
	});
});

it('fails if the clock was ahead by more than the look-back, and goes on once it was behind', async () => {
	const trigger = await begun({}, [ONE, TWO, TWO]);
	const { state } = trigger.data;
	jest.setSystemTime(new Date('2026-06-20T12:00:00Z'));
	const { error } = await trigger.activate().poll();
	expect(error).toMatchObject({ code: 'trigger.state', message: matching(/dated in the future/) });
	expect([trigger.queries().length, trigger.data.state]).toEqual([1, state]);
	jest.setSystemTime(new Date('2026-06-30T12:01:00Z'));
	expect((await trigger.activate().poll()).rows).toEqual([row(2)]);
});

describe('what n8n keeps', () => {
	const SAME_SHOP = { shopDomain: SHOP.toUpperCase() };
	const QUERY = { query: 'SELECT 2 WHERE date >= @startDate AND date <= @endDate' };
	const NEW = [row(2, 7)];

	it.each<[string, own: IDataObject, edit: object, IDataObject[] | null, baseUrl?: string]>([
		['is kept after another query: rows with a new key are given', {}, QUERY, NEW],
		['says nothing of rows without a key, none of which is found again', KEYLESS, QUERY, null],
		['says nothing of another shop', {}, { shopDomain: 'b.example' }, null],
		['says nothing of another address', {}, {}, null, 'https://other.example'],
		['says nothing of another key', {}, { keyColumns: 'total' }, null],
		['is kept for a shop whose domain is written in another way', {}, SAME_SHOP, NEW],
	])('%s', async (...given) => {
		const [, own, edit, found, baseUrl] = given;
		const trigger = await begun(own, [ONE, answer(row(2, 7))]);
		Object.assign(trigger.node.parameters, edit);
		if (baseUrl !== undefined) trigger.stored.merchantDataApi.baseUrl = baseUrl;
		expect((await trigger.activate().poll()).rows).toEqual(found);
	});

	it('is not overwritten if it cannot be read', async () => {
		const data = { state: 'spoilt' };
		const { error } = await createTrigger().activate({ data }).poll();
		const message = matching(/cannot be used: it is damaged, or .* replace the node with a copy/);
		expect(error).toMatchObject({ message, failure: undefined });
		expect(data).toEqual({ state: 'spoilt' });
	});
});

const MORE_ROWS =
	/^The answer says that there are more rows than it has: shorten the look-back, or narrow the query\. No row was returned or forgotten It says so by "hasMore"\.$/;
const TOO_MANY = /^"Max Rows" is 2, but .* 4 rows\. Raise it in the options, shorten .* forgotten /;
const TWICE =
	/^Two columns .* are called "id": give it another name with AS As in: SELECT o\.id AS /;

describe('a poll that fails', () => {
	const STARTS = ['init', 'leadershipChange'] as const;
	it.each(STARTS)('at the start of n8n (%s) is only logged', async (how) => {
		const trigger = createTrigger({}, { replies: [{ status: 400 }] });
		const activation = trigger.activate({ activation: how });
		expect(await activation.poll()).toEqual({ rows: null, error: undefined });
		const logged = /^error: Merchant Data: the first poll since n8n started failed.*\. 400 /s;
		expect(trigger.log).toEqual([matching(logged)]);
		later();
		const failed = { message: matching(/^400 /), failure: { cause: 'configuration-invalid' } };
		expect((await activation.poll()).error).toMatchObject(failed);
	});

	it.each<[body: string, code: Code, said: RegExp, cause: string | undefined]>([
		['{"rows":[{"id":2}],"hasMore":true}', 'sql.moreRows', MORE_ROWS, 'configuration-invalid'],
		['[{"id":2,"id":2}]', 'column.twice', TWICE, 'configuration-invalid'],
		['[{"id":2},{"id":3},{"id":4}]', 'trigger.tooManyRows', TOO_MANY, 'configuration-invalid'],
		['{"jobComplete":false,"rows":[]}', 'sql.unfinished', /has not finished/, undefined],
	])('starts nothing with %s, and knows nothing of it', async (body, code, said, cause) => {
		const replies = [ONE, { body }, TWO];
		const { polls, rows, log, commits } = await pollsOf({ options: { maxRows: 2 } }, replies);
		const { error } = polls[1]!;
		expect(error).toMatchObject({ code });
		expect(`${error!.message} ${error!.description}`).toMatch(said);
		expect([error!.failure?.cause, error!.context.itemIndex]).toEqual([cause, undefined]);
		expect(rows).toEqual([null, undefined, [row(2)]]);
		expect([commits(), log]).toEqual([1, []]);
	});

	it('names a credential that cannot be used', async () => {
		const trigger = createTrigger();
		trigger.stored.merchantDataApi.baseUrl = 'http://api.example';
		const message = matching(/^Credential "Key": The base URL/);
		const failed = { message, failure: { cause: 'credential-invalid' } };
		expect((await trigger.activate().poll()).error).toMatchObject(failed);
	});
});

describe('polls in parallel', () => {
	it('of an earlier activation give up what they found, and keep nothing', async () => {
		const trigger = await begun({}, [ONE, { ...TWO, afterMs: 5_000 }, ONE]);
		const { state } = trigger.data;
		const polls = await Promise.all([1, 2].map(async () => await trigger.activate().poll()));
		expect(polls.map(({ rows }) => rows)).toEqual([null, null]);
		expect(trigger.data.state).toBe(state);
	});

	it('of one activation are one: the second waits for the first and returns nothing', async () => {
		const { activation, queries } = await begun({}, [ONE, { ...TWO, afterMs: 5_000 }]);
		const both = await Promise.all([activation.poll(), activation.poll()]);
		expect(both).toEqual([[row(2)], null].map((rows) => ({ rows, error: undefined })));
		expect(queries()).toHaveLength(2);
	});

	it.each([
		['return its rows once', [ONE, TWO], [[row(2)], null]],
		['and find nothing do not keep others from finding', [ONE, ONE, TWO], [null, [row(2)]]],
	])('that go on from the same state %s', async (_, replies, found) => {
		const trigger = await begun({}, replies);
		const rows = [];
		for (const data of [{ ...trigger.data }, { ...trigger.data }])
			rows.push((await trigger.activate({ data }).poll()).rows);
		expect(rows).toEqual(found);
		expect(trigger.queries()).toHaveLength(replies.length);
	});
});

/** "Fetch test event": what poll.ts gives by hand. */
async function fetchEvent(own: IDataObject, ...replies: Reply[]) {
	const trigger = createTrigger(own, { replies });
	const result = await trigger.activate({ mode: 'manual', activation: 'manual' }).poll();
	return { ...trigger, ...result };
}

it('a test event is the first rows of the look-back, no more than a run has, and changes nothing', async () => {
	const { rows: found, data, commits, queries } = await fetchEvent({}, answer(...twelve));
	expect(found).toEqual(twelve.slice(0, 10));
	expect([data, commits()]).toEqual([{}, 0]);
	expect(queries()).toMatchObject([{ period: LOOK_BACK }]);
	const own = { options: { maxRowsPerRun: 2, includeChange: true } };
	const run = await fetchEvent(own, answer(...twelve));
	expect(run.rows).toEqual([row(0), row(1)].map((each) => ({ ...each, change: { type: 'new' } })));
});

it.each<[IDataObject, Reply, RegExp]>([
	[{ keyColumns: 'key' }, answer(...twelve), /^"Key Columns" names "key"/],
	[{ options: { maxRows: 11 } }, answer(...twelve), /^"Max Rows" is 11, but .* 12 rows/],
	[{ keyColumns: 'total' }, answer(...twelve), /^"Key Columns" do not tell all rows apart/],
	[{}, answer(), /^There are no rows for .*, 2026-06-23 to 2026-06-30$/],
])('a test event refuses rows that do not fit: %j, %j', async (own, reply, message) => {
	expect((await fetchEvent(own, reply)).error!.message).toMatch(message);
});

it.each([
	['2026-06-29 14:22:05', true],
	['2026-06-29T00:00:01.000Z', true],
	['2026-06-29T00:00:00.5Z', true],
	['2026-06-29T00:00:00+01:00', false],
	['2026-06-29 00:00:00.000 -0530', false],
	['2026-06-29T00:00Z', false],
])('a test event refuses times by which rows come a day late: %s: %s', async (at, isRefused) => {
	const query = 'SELECT id, at FROM t WHERE t.at <= @endDate AND @startDate';
	const { error } = await fetchEvent({ query }, answer(row(1), { ...row(2), at }));
	const message = `"Query" compares "at" with @endDate, and its values have a time (${at}): the rows of each day would come a day late`;
	const description = 'Compare the day alone, as in: toDate(at) BETWEEN @startDate AND @endDate.';
	const refusal = expect.objectContaining({ message, description }) as Error;
	expect(error).toEqual(isRefused ? refusal : undefined);
});
