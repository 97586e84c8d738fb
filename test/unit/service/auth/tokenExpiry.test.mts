import {
	expiresSoon,
	rememberExpiry,
	type TokenData,
} from '../../../../nodes/MerchantData/service/auth/tokenExpiry.ts';

const NOW = 1_750_000_000_000;
const AN_HOUR = 3_600;
let ids = 0;
const newId = () => `credential-${++ids}`;

/** When a token begins to count as expiring soon, in ms from now; undefined where it never does. */
function soonAfterMs(id: string, tokens: TokenData): number | undefined {
	const times = [-1, 0, 5_400, 6_000, 60_000, 540_000, 600_000, 3_540_000, 3_600_000, 8e9];
	const first = times.find((ms) => expiresSoon(id, tokens, NOW + ms));
	if (first === undefined) return undefined;
	expect(expiresSoon(id, tokens, NOW + first - 1)).toBe(first === -1);
	expect(expiresSoon(id, tokens, NOW + 9e9)).toBe(true);
	return first;
}

describe('a token stored with its time (n8n 2.x)', () => {
	it.each<[string, TokenData, number | undefined]>([
		['a minute before', { expires_in: AN_HOUR, n8n_expires_at: `${NOW + 3_600_000}` }, 3_540_000],
		['a minute before', { expires_in: '600', n8n_expires_at: `${NOW + 600_000}` }, 540_000],
		['a tenth before', { expires_in: 6, n8n_expires_at: NOW + 6_000 }, 5_400],
		['as it ends', { n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['as it ends', { expires_in: 'soon', n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['as it ends', { expires_in: -60, n8n_expires_at: `${NOW + 600_000}` }, 600_000],
		['at once', { expires_in: AN_HOUR, n8n_expires_at: `${NOW - 1}` }, -1],
		['never', { expires_in: AN_HOUR }, undefined],
		['never', { expires_in: AN_HOUR, n8n_expires_at: null }, undefined],
		['never', { expires_in: AN_HOUR, n8n_expires_at: '' }, undefined],
		['never', { expires_in: AN_HOUR, n8n_expires_at: 'tomorrow' }, undefined],
		['never', {}, undefined],
	])('is refreshed %s: %j', (_, tokens, afterMs) => {
		expect(soonAfterMs(newId(), { access_token: 'a', ...tokens })).toBe(afterMs);
	});
});

describe('a token that this process refreshed', () => {
	it('expires as the answer to its request said, counted from that request', () => {
		const id = newId();
		rememberExpiry(id, { access_token: 'a', expires_in: '600' }, NOW);
		expect(soonAfterMs(id, { access_token: 'a' })).toBe(540_000);
	});

	it('is known better by that than by what is stored', () => {
		const id = newId();
		rememberExpiry(id, { access_token: 'a', expires_in: 6 }, NOW);
		const stored = { access_token: 'a', expires_in: AN_HOUR, n8n_expires_at: `${NOW - 1}` };
		expect(soonAfterMs(id, stored)).toBe(5_400);
	});

	it.each([
		['another token', 'b', 0],
		['another credential', 'a', 1],
	])('says nothing of %s', (_, token, other) => {
		const known = newId();
		rememberExpiry(known, { access_token: 'a', expires_in: 6 }, NOW);
		const id = other === 1 ? newId() : known;
		expect(soonAfterMs(id, { access_token: token })).toBeUndefined();
	});

	it('is forgotten for the next one', () => {
		const id = newId();
		rememberExpiry(id, { access_token: 'a', expires_in: 6 }, NOW);
		rememberExpiry(id, { access_token: 'b', expires_in: 600 }, NOW);
		expect(soonAfterMs(id, { access_token: 'a' })).toBeUndefined();
		expect(soonAfterMs(id, { access_token: 'b' })).toBe(540_000);
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
	])('is not remembered where the answer says no such thing: %j', (tokens) => {
		const id = newId();
		rememberExpiry(id, tokens, NOW);
		expect(soonAfterMs(id, { access_token: 'a' })).toBeUndefined();
		expect(soonAfterMs(id, {})).toBeUndefined();
	});

	it('is forgotten once it has expired and another comes, so that the memory does not grow', () => {
		const [old, good, next] = [newId(), newId(), newId()];
		rememberExpiry(old, { access_token: 'a', expires_in: 6 }, NOW);
		rememberExpiry(good, { access_token: 'a', expires_in: 7 }, NOW);
		rememberExpiry(next, { access_token: 'a', expires_in: 600 }, NOW + 7_000);
		expect(expiresSoon(old, { access_token: 'a' }, NOW + 9e9)).toBe(false);
		expect(expiresSoon(good, { access_token: 'a' }, NOW + 9e9)).toBe(true);
	});
});
