import { canonicalJson } from '../../../nodes/MerchantData/mapping/rowDigest.ts';

const LONG = '12345678901234567890';

// Which rows have the same digest is in row.test.mts.
it('equal values have one form: names in order at any depth, decimals without zeros at the end', () => {
	const json = canonicalJson(`{"b":[{"d":1.50,"c":null}],"a":${LONG}}`);
	expect(json).toBe(`{"a":${LONG},"b":[{"c":null,"d":1.5}]}`);
});
