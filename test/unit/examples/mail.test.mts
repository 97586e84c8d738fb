import { barLength } from '../../../examples/code/bars.mts';
import { numbersMail } from '../../../examples/code/mail.mts';
import type { Answer } from '../../../examples/code/shops.mts';

/** The email, as far as no browser is needed. */

const settings = {
	lastDay: '2026-03-02',
	days: 7,
	locale: 'en-GB',
	shop: '',
	granted: ['a.example', 'b.example'],
};
const sold: Answer = { date: '2026-03-02', currency: 'EUR', channel: '', revenue: 20, orders: 1 };
const spent: Answer = { date: '2026-03-01', currency: 'EUR', channel: 'Ads', spend: 8 };

const mail = (answers: Answer[], changes = {}) => numbersMail(answers, { ...settings, ...changes });

const HOSTILE = `"><img src=x onerror="alert('1')">&`;
const hostile: Answer[] = [
	{ ...spent, channel: HOSTILE },
	{ ...sold, currency: HOSTILE },
	{ ...sold, date: HOSTILE },
	{ error: { message: HOSTILE }, shop: HOSTILE },
];

it.each([
	['all shops', { granted: [HOSTILE] }],
	['a shop', { shop: HOSTILE }],
])('shows data of %s as text, never as HTML', (_name, changes) => {
	const { html } = mail(hostile, changes);
	expect(html).not.toContain('<img');
	expect(html).not.toContain(HOSTILE);
	const text = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
	expect(html.toLowerCase()).toContain(text);
});

it('states its period and the one before, and has a line for each day', () => {
	const { html, text } = mail([sold, spent]);
	for (const each of [html, text])
		for (const period of ['24 Feb – 2 Mar 2026', '17 – 23 Feb 2026'])
			expect(each).toContain(period);
	expect(text).toContain('Mon 2 Mar: Revenue €20.00, Ad spend €0.00');
	expect(text.match(/: Revenue €\d/g)).toHaveLength(7);
});

it('says that there are no rows', () => {
	const said = expect.stringContaining('There are no orders and no ad spend in this period');
	const subject = '24 Feb – 2 Mar 2026: no numbers';
	expect(mail([{}])).toEqual({ subject, html: said, text: said });
});

it('names the missing shops, and those in the totals', () => {
	const answers: Answer[] = [sold, { error: '403 Access Denied', shop: 'b.example' }];
	const { html, text } = mail(answers);
	for (const each of [html, text]) {
		expect(each).toContain('The numbers of b.example are missing: 403 Access Denied');
		expect(each).toContain('Totals of 1 of 2 granted shops: a.example');
		expect(each).toContain('€20.00');
	}
});

const refused: Answer[] = [{ error: '401 Unauthorized', shop: 'a.example' }];
it.each([
	['a.example are missing: 401 Unauthorized', refused, {}],
	['c.example is not among the granted shops.', [], { shop: 'c.example' }],
	['No shop is granted to this app.', [], { granted: [] }],
	['could not be read: No answer', refused, { granted: [], shopsError: { message: 'No answer' } }],
])('without numbers, there is no email: %s', (said, answers, changes) => {
	expect(() => mail(answers, changes)).toThrow(said);
});

it('bars are as long as the share of a value in percent', () => {
	const lengths = [barLength(5, 10), barLength(-5, 10), barLength(0, 0), barLength(-1, -2)];
	expect([...lengths, barLength(12, 10)]).toEqual([50, 0, 0, 0, 100]);
});
