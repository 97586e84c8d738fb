import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createRedactor } from '../../../nodes/MerchantData/transport/redact.ts';

const SECRET = 'kéy/+"\\ & 100%-secret=';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const FORMS = [
	SECRET,
	JSON.stringify({ SECRET }),
	encodeURIComponent(SECRET),
	encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
	...['', 'B', 'Be', 'Bearer '].map((before) => base64(`${before}${SECRET} and more`)),
	Buffer.from(`id:${SECRET}`).toString('base64url'),
];

/** The longest run of the secret's base64 that is left. */
const traces = (text: string) =>
	[0, 1, 2]
		.map((offset) => base64('x'.repeat(offset) + SECRET).slice(4, -4))
		.filter(
			(trace) =>
				text.includes(trace) || text.includes(trace.replace(/\+/g, '-').replace(/\//g, '_')),
		);

it.each(FORMS)('finds the secret in %s', (text) => {
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const clean = redactor.redact(`before ${text} after`);
	expect(clean).toMatch(/^before .*\[redacted\].* after$/);
	expect(clean).not.toContain(SECRET);
	expect(traces(clean)).toEqual([]);
});

it('leaves texts without secrets, and short words, as they are', () => {
	const redactor = createRedactor();
	for (const value of ['', 'short', undefined, 17]) redactor.learn(value);
	expect(redactor.redact('a short text of 17')).toBe('a short text of 17');
});

it('finds secrets in a stream wherever its chunks end, and changes nothing else', async () => {
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const body = Buffer.from(`größe ${SECRET} ✓ ${encodeURIComponent(SECRET)} Ende €`);
	for (let size = 1; size < 40; size++) {
		const chunks = [];
		for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
		const clean = await buffer(redactor.redactStream(Readable.from(chunks)));
		expect(clean.toString()).toBe('größe [redacted] ✓ [redacted] Ende €');
	}
});
