import {
	FRESH_FOR_MS,
	isFresh,
	noteNewToken,
	type Refresh,
	refreshDueAt,
	refreshOnce,
	type TokenData,
} from '../../../../nodes/MerchantData/service/auth/tokenStore.ts';

const NOW = 1_750_000_000_000;
const AN_HOUR = 3_600;
let ids = 0;
const newId = () => `credential-${++ids}`;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

/** When a token is due to be refreshed, in ms from now; Infinity where it never is. */
const dueAfterMs = (id: string, tokens: TokenData) => refreshDueAt(id, tokens) - NOW;

describe('a token stored with its time (n8n 2.x)', () => {
	it.each<[string, TokenData, number]>([
		['a minute before', { expires_in: AN_HOUR, n8n_expires_at: `${NOW + 3_600_000}` }, 3_540_000],
		['a minute before', { expires_in: '600', n8n_expires_at: `${NOW + 600_000}` }, 540_000],
		['a tenth before', { expires_in: 6, n8n_expires_at: NOW + 6_000 }, 5_400],
		['as it ends', { n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['as it ends', { expires_in: 'soon', n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['as it ends', { expires_in: -60, n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['at once', { expires_in: AN_HOUR, n8n_expires_at: `${NOW - 1}` }, -60_001],
		['never', { expires_in: AN_HOUR }, Infinity],
		['never', { expires_in: AN_HOUR, n8n_expires_at: null }, Infinity],
		['never', { expires_in: AN_HOUR, n8n_expires_at: '' }, Infinity],
		['never', { expires_in: AN_HOUR, n8n_expires_at: 'tomorrow' }, Infinity],
		['never', {}, Infinity],
	])('is refreshed %s: %j', (_, tokens, afterMs) => {
		expect(dueAfterMs(newId(), { access_token: 'a', ...tokens })).toBe(afterMs);
	});
});

describe('a token that this process got', () => {
	it('expires as the answer to its request said, counted from that request', () => {
		const id = newId();
		noteNewToken(id, { access_token: 'a', expires_in: '600' }, NOW);
		expect(dueAfterMs(id, { access_token: 'a' })).toBe(540_000);
	});

	it('is known better by that than by what is stored', () => {
		const id = newId();
		noteNewToken(id, { access_token: 'a', expires_in: 6 }, NOW);
		const stored = { access_token: 'a', expires_in: AN_HOUR, n8n_expires_at: `${NOW - 1}` };
		expect(dueAfterMs(id, stored)).toBe(5_400);
	});

	it('is still known after it was found stored', () => {
		const id = newId();
		noteNewToken(id, { access_token: 'a', expires_in: 600 }, NOW);
		jest.advanceTimersByTime(10_000);
		noteNewToken(id);
		expect(dueAfterMs(id, { access_token: 'a' })).toBe(540_000);
	});

	it.each([
		['another token', 'b', 0],
		['another credential', 'a', 1],
	])('says nothing of %s', (_, token, other) => {
		const known = newId();
		noteNewToken(known, { access_token: 'a', expires_in: 6 }, NOW);
		const id = other === 1 ? newId() : known;
		expect(dueAfterMs(id, { access_token: token })).toBe(Infinity);
	});

	it('is forgotten for the next one', () => {
		const id = newId();
		noteNewToken(id, { access_token: 'a', expires_in: 6 }, NOW);
		noteNewToken(id, { access_token: 'b', expires_in: 600 }, NOW);
		expect(dueAfterMs(id, { access_token: 'a' })).toBe(Infinity);
		expect(dueAfterMs(id, { access_token: 'b' })).toBe(540_000);
	});

	it.each([
		undefined,
		null,
		'a',
		{},
		{ access_token: 'a' },
		{ access_token: 'a', expires_in: 0 },
		{ access_token: 'a', expires_in: -1 },
		{ access_token: 'a', expires_in: 'an hour' },
		{ access_token: ['a'], expires_in: 6 },
		{ expires_in: 6 },
	])('has no known end where the answer says no such thing: %j', (answer) => {
		const id = newId();
		noteNewToken(id, answer, NOW);
		expect(dueAfterMs(id, { access_token: 'a' })).toBe(Infinity);
		expect(dueAfterMs(id, {})).toBe(Infinity);
	});

	it('is forgotten once it has expired and another comes, so that the memory does not grow', () => {
		const [old, good] = [newId(), newId()];
		noteNewToken(old, { access_token: 'a', expires_in: 6 }, NOW);
		noteNewToken(good, { access_token: 'a', expires_in: 7 }, NOW);
		jest.advanceTimersByTime(7_000);
		noteNewToken(newId());
		expect(dueAfterMs(old, { access_token: 'a' })).toBe(Infinity);
		expect(dueAfterMs(good, { access_token: 'a' })).toBe(6_300);
	});
});

describe('a reading of a credential', () => {
	it('is fresh for a moment', () => {
		const id = newId();
		jest.advanceTimersByTime(FRESH_FOR_MS - 1);
		expect(isFresh(id, NOW)).toBe(true);
		jest.advanceTimersByTime(1);
		expect(isFresh(id, NOW)).toBe(false);
	});

	it('is not once its credential has got a new token, which leaves others alone', () => {
		const [id, other] = [newId(), newId()];
		jest.advanceTimersByTime(10);
		noteNewToken(id);
		// One that began at the same time may hold the old token.
		expect([NOW, NOW + 10, NOW + 11].map((began) => isFresh(id, began))).toEqual([
			false,
			false,
			true,
		]);
		expect(isFresh(other, NOW)).toBe(true);
	});

	it('stays outdated while it would be fresh, whatever other credentials get', () => {
		const id = newId();
		noteNewToken(id);
		jest.advanceTimersByTime(FRESH_FOR_MS - 1);
		noteNewToken(newId());
		expect(isFresh(id, NOW)).toBe(false);
	});
});

describe('a refresh under way', () => {
	const REFRESHED: Refresh = { token: 'b', isNew: true };

	it('is shared by all who had the same token refused, and by nobody later', async () => {
		const id = newId();
		const refresh = jest.fn(async () => await Promise.resolve(REFRESHED));
		const all = [1, 2, 3].map(async () => await refreshOnce(id, 'a', refresh));
		expect(await Promise.all(all)).toEqual([REFRESHED, REFRESHED, REFRESHED]);
		expect(refresh).toHaveBeenCalledTimes(1);
		await refreshOnce(id, 'a', refresh);
		expect(refresh).toHaveBeenCalledTimes(2);
	});

	it('is not that of another token or another credential', async () => {
		const id = newId();
		const refresh = jest.fn(async () => await Promise.resolve(REFRESHED));
		const others = [refreshOnce(id, 'a', refresh), refreshOnce(id, 'b', refresh)];
		await Promise.all([...others, refreshOnce(newId(), 'a', refresh)]);
		expect(refresh).toHaveBeenCalledTimes(3);
	});
});
