import { numbersMail } from '../../../examples/code/mail.mts';
import type { Answer } from '../../../examples/code/shops.mts';

/** The email, as far as no browser is needed. `npm run test:examples` sends it. */

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

it('states its period and the one before, the days, and whose numbers are missing', () => {
	const { html, text } = mail([sold, spent, { error: '403 Access Denied', shop: 'b.example' }]);
	for (const each of [html, text]) {
		for (const period of ['24 Feb – 2 Mar 2026', '17 – 23 Feb 2026'])
			expect(each).toContain(period);
		expect(each).toContain('The numbers of b.example are missing: 403 Access Denied');
		expect(each).toContain('Totals of 1 of 2 granted shops: a.example');
	}
	expect(text).toContain('Mon 2 Mar: Revenue €20.00, Ad spend €0.00');
	expect(text.match(/: Revenue €\d/g)).toHaveLength(7);
});

it('says that there are no rows', () => {
	const said = expect.stringContaining('There are no orders and no ad spend in this period');
	const subject = '24 Feb – 2 Mar 2026: no numbers';
	expect(mail([{}])).toEqual({ subject, html: said, text: said });
});

it.each([
	['c.example is not among the granted shops.', { shop: 'c.example' }],
	['No shop is granted to this app.', { granted: [] }],
	['could not be read: No answer', { granted: [], shopsError: { message: 'No answer' } }],
])('without numbers, there is no email: %s', (said, changes) => {
	expect(() => mail([], changes)).toThrow(said);
});
