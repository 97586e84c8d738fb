import { ENDPOINTS, type EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import { explain, neededScope } from '../../../../nodes/MerchantData/service/errors/explanation.ts';

it('says what a status means on the endpoint that gave it', () => {
	const [sql, push] = (['sql', 'pushAds'] as const).map((name) =>
		explain(ENDPOINTS[name], 400, undefined),
	);
	expect([sql!.name, push!.name]).toEqual(['Bad Request', 'Bad Request']);
	expect(sql!.meaning).not.toBe(push!.meaning);
});

it('says less where the cause is known, and all that may be where it is not', () => {
	const known = explain(ENDPOINTS.pushAds, 403, 'shopNotGranted');
	const unknown = explain(ENDPOINTS.pushAds, 403, undefined);
	expect(known.meaning).toBe('');
	expect(unknown.meaning).not.toBe('');
	expect(explain(ENDPOINTS.pushAds, 403, 'unclear')).toEqual(unknown);
});

it.each([
	[305, 'Redirect'],
	[418, 'Refused'],
	[599, 'Server Error'],
	[699, 'Refused'],
])('explains a status without a row of its own by its kind: %i is "%s"', (status, name) => {
	expect(explain(ENDPOINTS.sql, status, undefined).name).toBe(name);
});

it.each<[EndpointName, string]>([
	['pushAds', 'the scope "Ads: Write"'],
	['pushEmailSms', 'the scope "Email/SMS: Write"'],
	['sql', 'the scope "Data Out"'],
])('names the scope that %s needs where it may be missing', (endpoint, scope) => {
	const told = (status: number) =>
		Object.values(explain(ENDPOINTS[endpoint], status, undefined)).join(' ');
	expect(neededScope(ENDPOINTS[endpoint])).toBe(`This operation needs ${scope}.`);
	expect([401, 403, 404].map((status) => told(status).split(scope).length - 1)).toEqual([1, 1, 0]);
});

it('names no scope where the specification has none', () => {
	const others = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
		(name) => !['pushAds', 'pushEmailSms', 'sql'].includes(name),
	);
	for (const endpoint of others) {
		expect(neededScope(ENDPOINTS[endpoint])).toBe('');
		const { meaning, remedy } = explain(ENDPOINTS[endpoint], 403, undefined);
		expect(`${meaning} ${remedy}`).not.toMatch(/scope "|\{scope\}/);
		expect(remedy).toBe(remedy.trim());
	}
});
