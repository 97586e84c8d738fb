import type { IDataObject } from 'n8n-workflow';
import { limited } from '../../../kit/client.mts';
import { SHOP, useFakeTime } from '../../../kit/execution.mts';
import type { Reply, Script, SentRequest } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

useFakeTime();

const QUERY = 'SELECT 1 WHERE date BETWEEN @startDate AND @endDate';
const PERIOD = { period: 'custom', startDate: '2026-01-01', endDate: '2026-03-31' };
const MONTHS = [1, 2, 3].map((month) => `2026-0${month}`);
const ROWS: Reply = { body: '[{"a":1},{"a":2}]' };
const REFUSED: Reply = { status: 400 };

const firstDayIn = ({ options: { body } }: SentRequest): string =>
	(JSON.parse(String(body)) as { period: { startDate: string } }).period.startDate;

/** Queries the first quarter of a year for each shop. */
async function query(shops: readonly string[], options: IDataObject = {}, script: Script = {}) {
	const parameters = {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: '={{ $json.shop }}',
		query: QUERY,
		...PERIOD,
		options: { timezone: 'UTC', maxWait: 0, ...options },
		...script.parameters,
	};
	const all: Script = {
		items: shops.map((shop) => ({ shop })),
		resolve: (_, item) => shops[item],
		replies: [ROWS],
		...script,
	};
	const ran = await runOperation(parameters, all);
	return {
		...ran,
		/** Per item of the output: the input item, and what it holds. */
		told: ran.items.map(({ pairedItem }, index) => [
			(pairedItem as { item: number } | undefined)?.item,
			ran.jsons[index],
		]),
	};
}

const OF_PERIOD = 'The period is 2026-01-01 to 2026-03-31 (time zone UTC)';
const BY_MONTH = 'One query per month: sorting, LIMIT and sums count within each month only';

it('hints name the period, its parts, and what the query may lack', async () => {
	expect((await query([SHOP])).hints).toEqual([OF_PERIOD]);
	const script = { parameters: { query: 'SELECT 1' } };
	const { hints } = await query([SHOP], { splitBy: 'month' }, script);
	expect(hints).toEqual([OF_PERIOD, BY_MONTH, expect.stringContaining('@startDate')]);
});

it('a split period has one query per part, and its rows are in order, whatever ends first', async () => {
	const replies = (request: SentRequest): Reply => {
		const month = firstDayIn(request).slice(0, 7);
		return { body: JSON.stringify([{ month }]), afterMs: 3_000 - 1_000 * MONTHS.indexOf(month) };
	};
	const { told, tookMs } = await query([SHOP, SHOP], { splitBy: 'month' }, { replies });
	expect(told).toEqual([0, 1].flatMap((item) => MONTHS.map((month) => [item, { month }])));
	expect(tookMs).toBe(3_001);
});

it.each([
	[3, 2],
	[2, 1],
	[6, 3],
])('a limit of %i rows needs %i queries of each item', async (limit, count) => {
	const { sent, told, hints } = await query([SHOP, SHOP], { splitBy: 'month', limit });
	expect([sent.length, hints]).toEqual([2 * count, [OF_PERIOD, BY_MONTH]]);
	const rows = [1, 2, 1, 2, 1, 2].slice(0, limit).map((a) => ({ a }));
	expect(told).toEqual([0, 1].flatMap((item) => rows.map((row) => [item, row])));
});

it.each([
	[{}, 100, true],
	[{ limit: 7 }, 7, true],
	[{ limit: 200_000 }, 150_000, false],
])('an agent gets, with %j, %i rows, and a note about the others: %s', async (...given) => {
	const [options, count, isTold] = given;
	const rows = Array.from({ length: 150_000 }, (_, id) => ({ id }));
	const script = { replies: [{ body: JSON.stringify(rows) }], type: 'merchantDataTool' };
	const { jsons } = await query([SHOP], options, script);
	const { notes } = jsons.pop() as { notes: string[] };
	expect(jsons).toEqual(rows.slice(0, count));
	expect(/^Only the first [\d,]+ rows .* sums or groups/.test(notes[0]!)).toBe(isTold);
});

it('a hint that is true of many answers comes once, before those of items', async () => {
	const replies = [{ body: '{"data":[{"a":1}],"hasMore":true}' }];
	const { hints } = await query([SHOP], { splitBy: 'month' }, { replies });
	const more = expect.stringMatching(/more rows.* \(\S+, \S+ to \S+ and 2 more\)$/) as string;
	expect(hints).toEqual([more, OF_PERIOD, BY_MONTH]);
});

describe('a query that fails', () => {
	it('leaves the rows of the others', async () => {
		const options = { splitBy: 'month', maxParallelRequests: 1 };
		const { told } = await query([SHOP, SHOP], options, { replies: [ROWS, REFUSED, ROWS] });
		expect(told).toHaveLength(2 * 5 + 1);
		const message = expect.stringMatching(/^2026-02-01 to 2026-02-28: 400 /) as string;
		const period = { startDate: '2026-02-01', endDate: '2026-02-28' };
		expect(told.at(-1)).toMatchObject([0, { message, status: 400, ...period }]);
	});

	it('stops the node if the error output is off, and hints stay', async () => {
		const script = { replies: [ROWS, REFUSED], continues: false };
		const shops = [SHOP, SHOP, SHOP];
		const { error, sent, hints } = await query(shops, { maxParallelRequests: 1 }, script);
		const message = expect.stringMatching(/^400 /) as string;
		expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
		expect(sent).toHaveLength(2);
		expect(hints).toContain(OF_PERIOD);
	});
});

it('an item that cannot be read sends no query, and the others do', async () => {
	const { sent, told } = await query([SHOP, 'no', SHOP]);
	expect(sent).toHaveLength(2);
	expect(told.at(-1)).toMatchObject([1, { message: expect.stringMatching(/^"Shop" is /) }]);
	const none = await query(['no']);
	expect([none.sent, none.hints, none.told.length]).toEqual([[], [], 1]);
});

describe('daily parts of a query under 5 requests a second and 100 a minute', () => {
	/** A service with two quotas at once, as it is reported. */
	function withQuotas() {
		const windows = [
			{ limit: 5, ms: 1_000, endsAt: 0, used: 0 },
			{ limit: 100, ms: 60_000, endsAt: 0, used: 0 },
		];
		return (request: SentRequest): Reply => {
			const now = Date.now();
			for (const window of windows) {
				if (window.endsAt <= now) Object.assign(window, { endsAt: now + window.ms, used: 0 });
				if (++window.used > window.limit) return { ...limited(10), afterMs: 50 };
			}
			return { body: JSON.stringify([{ day: firstDayIn(request) }]), afterMs: 300 };
		};
	}

	it('fail one by one if "Max Wait" is too short, and say how long all of them need', async () => {
		const now = Date.parse('2026-03-18T02:00:00Z');
		jest.setSystemTime(now);
		const days = Array.from({ length: 365 }, (_, index) =>
			new Date(now - (365 - index) * 86_400_000).toISOString().slice(0, 10),
		);
		const parameters = { query: 'SELECT 1', period: 'lastNDays', days: 365 };
		const run = async (maxWait: number) =>
			await query([SHOP], { splitBy: 'day', maxWait }, { parameters, replies: withQuotas() });
		const { jsons } = await run(60);
		expect(jsons.map(({ day, startDate }) => day ?? startDate).sort()).toEqual(days);
		const failed = jsons.filter(({ startDate }) => startDate);
		expect(failed.length).toBeLessThan(315);
		const needed =
			/Of 365 queries, (\d+) were answered\. At this pace, all of them need a "Max Wait" of about (\d+) seconds/;
		const [, answered, seconds] = needed.exec(String(failed[0]!.description))!;
		expect(Number(answered)).toBeLessThanOrEqual(365 - failed.length);
		const enough = await run(Number(seconds));
		expect(enough.jsons).toEqual(days.map((day) => ({ day })));
		// The quota of a minute alone takes more than half of that.
		expect(enough.tookMs).toBeLessThan(((365 / 100) * 60_000 + 60_000) * 1.5);
	});
});
