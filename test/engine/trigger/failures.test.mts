import { captureLogs } from '../../kit/logs.mts';
import { NOON, sharedTriggerStage } from '../../kit/poller.mts';

const SHOP = 'harbour-goods.example';
const QUERY = 'SELECT order_id, total FROM orders WHERE date BETWEEN @startDate AND @endDate';
const PARAMETERS = {
	shopDomain: SHOP,
	query: QUERY,
	event: 'newOrChangedRows',
	keyColumns: 'order_id',
	lookBackDays: 2,
	startWith: 'onlyNew',
	options: { maxWait: 0 },
};

const stage = sharedTriggerStage();

const workflow = (change: object = {}) =>
	stage.workflow({ parameters: { ...PARAMETERS, ...change } });
const insert = (id: string, total = 1) =>
	stage.sandbox.database
		.prepare("INSERT INTO all_orders VALUES (?, ?, '2026-06-29', 'Anna', 'Lamp', 1, ?, 'EUR')")
		.run(SHOP, id, total);
const asked = () => stage.sandbox.requests('sql').length;
const failure = async (poll: Promise<unknown>) =>
	await poll.then(
		() => assertFailed(),
		(error: Error & { description?: string; failure?: object; context?: object }) => error,
	);
const assertFailed = (): never => {
	throw new Error('The poll did not fail');
};

describe('a failed poll', () => {
	it.each([
		[500, 'temporarily-unavailable'],
		[503, 'temporarily-unavailable'],
		[400, 'configuration-invalid'],
		[404, 'configuration-invalid'],
		[429, 'rate-limited'],
		['reset', 'temporarily-unavailable'],
	] as const)('after %s changes nothing, and names its cause: %s', async (fault, cause) => {
		const each = workflow();
		await each.activate();
		insert('a');
		stage.sandbox.fail('sql', fault);
		const error = await failure(each.poll());
		expect(error.failure).toEqual({ cause });
		expect(error.context).not.toHaveProperty('itemIndex');
		// After a rate limit the limiter cools down for a while.
		if (fault === 429) return;
		expect(await each.poll()).toEqual([{ order_id: 'a', total: 1 }]);
	});

	it('names a key that does not work', async () => {
		const { credentials, key, sandbox } = stage;
		const each = workflow();
		await each.activate();
		credentials.write(key, { apiKey: sandbox.apiKeys.revoked! });
		const error = await failure(each.poll());
		expect(error.message).toMatch(/^401 Unauthorized/);
		expect(error.failure).toEqual({ cause: 'credential-invalid' });
		expect(JSON.stringify([error, error.message, error.description])).not.toContain(
			sandbox.apiKeys.revoked,
		);
		credentials.write(key, { apiKey: '' });
		const empty = await failure(each.activate());
		expect(empty.message).toMatch(/"API Key" is empty/);
		expect(empty.failure).toEqual({ cause: 'credential-invalid' });
	});

	it.each([
		['shop', { shopDomain: 'https://a/b' }, /"Shop" is not a plain shop domain/],
		[
			'look-back',
			{ lookBackDays: 400 },
			/"Look-Back \(Days\)" must be a whole number from 0 to 365/,
		],
	])('names a wrong %s before anything is sent', async (_, change, message) => {
		const error = await failure(workflow(change).activate());
		expect(error.message).toMatch(message);
		expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		expect(asked()).toBe(0);
	});

	it.each([
		['Key Columns', { keyColumns: 'order_id, id' }, 'id'],
		['Columns to Ignore', { options: { ignoreColumns: 'total, at', maxWait: 0 } }, 'at'],
	])(
		'names a column that no row has, at publishing and at each poll: %s',
		async (label, change, name) => {
			const wrong = await failure(workflow(change).activate());
			expect(wrong.message).toBe(`"${label}" names "${name}", which no row has`);
			expect(wrong.description).toContain('order_id, total');
			// The column is lost later, by another answer or another query.
			const each = workflow();
			await each.activate();
			const parameters = { ...PARAMETERS, ...change };
			stage.sandbox.fail('sql', { status: 200, body: [] });
			await each.activate({ parameters });
			const { saved } = each;
			for (let poll = 0; poll < 2; poll++) {
				const error = await failure(each.poll());
				expect(error.message).toBe(wrong.message);
				expect(error.failure).toEqual({ cause: 'configuration-invalid' });
			}
			expect(each.saved).toBe(saved);
		},
	);

	it('is one whose answer does not have all rows, at publishing and at each poll', async () => {
		const body = { rows: [{ order_id: 'a', total: 1 }], has_more: true };
		const cut = () => stage.sandbox.fail('sql', { status: 200, body });
		const says =
			'The answer says that there are more rows than it has: shorten the look-back, or narrow the query. No row was given out or forgotten';
		cut();
		expect((await failure(workflow().activate())).message).toBe(says);
		const each = workflow();
		await each.activate();
		const { saved } = each;
		insert('a');
		cut();
		const error = await failure(each.poll());
		expect(error.message).toBe(says);
		expect(error.description).toContain('"has_more"');
		expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		expect(each.saved).toBe(saved);
		expect(await each.poll()).toEqual([{ order_id: 'a', total: 1 }]);
	});
});

describe('the poll with which n8n activates the trigger', () => {
	it.each(['init', 'leadershipChange'] as const)(
		'fails only in the log at n8n’s own start, the next one visibly, and nothing is lost: %s',
		async (how) => {
			const logs = captureLogs();
			const each = workflow();
			await each.activate();
			const { saved } = each;
			insert('a');
			stage.sandbox.fail('sql', 503, 503);
			expect(await each.activate({}, how)).toEqual([]);
			expect(each.saved).toBe(saved);
			expect(logs().filter((log) => log.startsWith('error'))).toEqual([
				expect.stringMatching(/^error Merchant Data Trigger: the first poll .* 503 Service/),
			]);
			expect((await failure(each.poll())).failure).toEqual({ cause: 'temporarily-unavailable' });
			jest.setSystemTime(Date.parse(NOON) + 120_000);
			expect(await each.poll()).toEqual([{ order_id: 'a', total: 1 }]);
		},
	);

	it.each(['activate', 'update', 'create'] as const)(
		'fails at once where somebody has asked for it: %s',
		async (how) => {
			stage.sandbox.fail('sql', 503);
			const error = await failure(workflow().activate({}, how));
			expect(error.message).toMatch(/^503/);
		},
	);
});

describe('what is remembered', () => {
	it('is not read where it was broken', async () => {
		const each = workflow();
		await each.activate();
		each.saved = each.saved.replace(/.{10}"}}$/, '"}}');
		expect((await failure(each.activate())).message).toMatch(
			/saved state of the trigger cannot be read/,
		);
	});
});

describe('polls that overlap', () => {
	it('are one', async () => {
		const each = workflow();
		await each.activate();
		insert('a');
		stage.sandbox.fail('sql', { delayMs: 200 });
		const before = asked();
		const all = await Promise.all([each.poll(), each.poll(), each.poll()]);
		expect(all.map(({ length }) => length)).toEqual([1, 0, 0]);
		expect(asked()).toBe(before + 1);
	});

	it('are those of the last activation', async () => {
		const each = workflow();
		await each.activate();
		insert('a');
		stage.sandbox.fail('sql', { delayMs: 500 });
		const earlier = each.poll();
		while (asked() < 2) await new Promise((resolve) => setImmediate(resolve));
		expect(await each.activate()).toHaveLength(1);
		expect(await earlier).toEqual([]);
		expect(await each.poll()).toEqual([]);
	});

	it('are one with durable cursors, too, where they are due together', async () => {
		const each = workflow();
		await each.activate();
		insert('a');
		const [first, second, late] = [each.due(), each.due(), each.due()];
		expect(await first()).toHaveLength(1);
		expect(await second()).toEqual([]);
		// What n8n has not saved by then is not saved.
		jest.setSystemTime(Date.parse(NOON) + 31_000);
		expect(await late()).toHaveLength(1);
		const [one, other] = [each.due(), each.due()];
		insert('b');
		expect((await Promise.all([one(), other()])).flat()).toHaveLength(1);
		expect(await each.due()()).toEqual([]);
	});
});

it('gives every version that stood at a good poll once, over 1,000 polls with failures, empty and partial answers', async () => {
	// A seed of its own, so that a failure can be repeated.
	let seed = 20_260_630;
	const random = (below: number) => {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
		return (seed >>> 8) % below;
	};
	const { database } = stage.sandbox;
	database.exec('DELETE FROM all_orders');
	const restate = database.prepare('UPDATE all_orders SET total = ? WHERE order_id = ?');
	const each = workflow();
	await each.activate();
	/** What the trigger has seen, by order. */
	const seen = new Map<string, number>();
	let orders = 0;
	const counts = { good: 0, failed: 0, empty: 0, partial: 0, crashed: 0, rows: 0 };
	for (let poll = 0; poll < 1_000; poll++) {
		if (random(3) === 0) insert(`order-${orders++}`);
		if (orders > 0 && random(2) === 0) restate.run(random(4), `order-${random(orders)}`);
		const stands = database
			.prepare('SELECT order_id, total FROM all_orders ORDER BY order_id')
			.all() as Array<{ order_id: string; total: number }>;
		const kind = random(10);
		if (kind === 0) {
			stage.sandbox.fail('sql', ([500, 400, 'reset', 'brokenBody'] as const)[random(4)]!);
			counts.failed++;
			await failure(each.poll());
			continue;
		}
		let given = stands;
		if (kind === 1) {
			given = [];
			counts.empty++;
		} else if (kind === 2) {
			given = stands.filter(() => random(2) === 0);
			counts.partial++;
		}
		if (kind < 3) stage.sandbox.fail('sql', { status: 200, body: given });
		if (kind === 3) counts.crashed++;
		check(kind === 3 ? await each.activate() : await each.poll(), given);
		counts.good++;
	}
	check(
		await each.poll(),
		database.prepare('SELECT order_id, total FROM all_orders').all() as never,
	);
	expect(counts.rows).toBeGreaterThan(500);
	expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);

	function check(rows: object[], given: Array<{ order_id: string; total: number }>): void {
		const expected = given.filter(({ order_id: id, total }) => seen.get(id) !== total);
		const sorted = (all: object[]) => all.map((row) => JSON.stringify(row)).sort();
		expect(sorted(rows)).toEqual(sorted(expected));
		for (const { order_id: id, total } of given) seen.set(id, total);
		counts.rows += rows.length;
	}
}, 300_000);
