import { canonicalJson } from '../../../nodes/MerchantData/mapping/rowDigest.ts';

const LONG = '12345678901234567890';

it('equal values get one form: names in order at any depth, numbers without zeros behind', () => {
	const json = canonicalJson(`{"b":[{"d":1.50,"c":null}],"a":${LONG}}`);
	expect(json).toBe(`{"a":${LONG},"b":[{"c":null,"d":1.5}]}`);
});
