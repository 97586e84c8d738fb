import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createRedactor } from '../../../nodes/MerchantData/transport/redact.ts';

const SECRET = 'kéy/+"\\ & 100%-secret=';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const FORMS = [
	SECRET,
	JSON.stringify({ SECRET }),
	JSON.stringify(`the key ${SECRET} is unknown`),
	JSON.stringify(JSON.stringify(JSON.stringify(`the key ${SECRET} is unknown`))),
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

it.each([0, 1, 2])('finds a secret in URL-safe base64, %i bytes after its start', (bytes) => {
	const secret = '>>>???~~~>>>???~~~';
	const redactor = createRedactor();
	redactor.learn(secret);
	const text = Buffer.from(`${'x'.repeat(bytes)}${secret} and more`).toString('base64url');
	expect(text).toMatch(/-.*_|_.*-/);
	expect(redactor.redact(text)).toMatch(/^.{0,3}\[redacted\].{12,14}$/);
});

it('leaves nothing of a secret that fills its base64', () => {
	const redactor = createRedactor();
	redactor.learn('123456789');
	expect(redactor.redact(base64('123456789'))).toBe('[redacted]');
});

it('takes eight characters, and no fewer, for a secret', () => {
	const redactor = createRedactor();
	for (const value of ['seven77', 'eight888']) redactor.learn(value);
	expect(redactor.redact('seven77 eight888')).toBe('seven77 [redacted]');
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

it('passes on a stream that has not ended, all but what may be the start of a secret', async () => {
	const redactor = createRedactor();
	redactor.learn('eight888');
	const source = new PassThrough();
	const body = Buffer.from('größe '.repeat(1_000));
	source.write(body);
	const clean = redactor.redactStream(source) as Readable;
	const [first] = (await once(clean, 'data')) as [Buffer];
	source.end();
	// Its longest form is its base64, of ten characters; all but the last may be there already.
	expect(first.length).toBe(body.length - 9);
	expect(Buffer.concat([first, await buffer(clean)])).toEqual(body);
});
