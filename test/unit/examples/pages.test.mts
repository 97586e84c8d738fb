import { barLength } from '../../../examples/code/bars.mts';
import { numbersMail } from '../../../examples/code/mail.mts';
import { numbersPage } from '../../../examples/code/page.mts';
import { style } from '../../../examples/code/pageStyle.mts';
import type { Answer } from '../../../examples/code/shops.mts';
import { WORDS } from '../../../examples/code/words.mts';
import { read } from '../../kit/repository.mts';

/** The page and the email, as far as no browser is needed. */

const settings = {
	lastDay: '2026-03-02',
	days: 7,
	locale: 'en-GB',
	shop: '',
	granted: ['a.example', 'b.example'],
	madeAt: '3 Mar 2026, 07:00 (UTC)',
};
const sold: Answer = { date: '2026-03-02', currency: 'EUR', channel: '', revenue: 20, orders: 1 };
const spent: Answer = { date: '2026-03-01', currency: 'EUR', channel: 'Ads', spend: 8 };

const page = (answers: Answer[], changes = {}) => numbersPage(answers, { ...settings, ...changes });
const mail = (answers: Answer[], changes = {}) => numbersMail(answers, { ...settings, ...changes });

const HOSTILE = `"><img src=x onerror="alert('1')">&`;
const hostile: Answer[] = [
	{ ...spent, channel: HOSTILE },
	{ ...sold, currency: HOSTILE },
	{ ...sold, date: HOSTILE },
	{ error: { message: HOSTILE }, shop: HOSTILE },
];

it.each([
	['page', page(hostile, { granted: [HOSTILE, 'b.example'] })],
	['page of a shop', page(hostile, { shop: HOSTILE, madeAt: HOSTILE })],
	['email', mail(hostile, { granted: [HOSTILE] }).html],
	['email of a shop', mail(hostile, { shop: HOSTILE }).html],
])('%s: shows data as text, never as HTML', (_name, html) => {
	expect(html).not.toContain('<img');
	expect(html).not.toContain(HOSTILE);
	const text = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
	expect(html.toLowerCase()).toContain(text);
});

it('the page states its period, the one before, and its time', () => {
	for (const text of ['24 Feb – 2 Mar 2026', '17 – 23 Feb 2026', `Made on ${settings.madeAt}`])
		expect(page([sold, spent])).toContain(text);
});

it('the chart has a point for each day, and takes one day', () => {
	const pointsOf = (html: string) =>
		/<polyline class="revenue" points="([^"]+)"/.exec(html)?.[1]?.split(' ');
	expect(pointsOf(page([sold]))).toHaveLength(7);
	expect(pointsOf(page([sold], { days: 1 }))).toEqual(['50,0']);
});

it('page and email say that there are no rows', () => {
	const none = 'There are no orders and no ad spend in this period';
	expect(page([{}])).toContain(none);
	const said = expect.stringContaining(none);
	const subject = '24 Feb – 2 Mar 2026: no numbers';
	expect(mail([{}])).toEqual({ subject, html: said, text: said });
});

it('page and email name the missing shops, and those in the totals', () => {
	const answers: Answer[] = [sold, { error: '403 Access Denied', shop: 'b.example' }];
	const said = 'The numbers of b.example are missing: 403 Access Denied';
	const { html, text } = mail(answers);
	for (const each of [page(answers), html, text]) {
		expect(each).toContain(said);
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
])('the page says that %s, and there is no email without numbers', (said, answers, changes) => {
	const html = page(answers, changes);
	expect(html).toContain(said);
	expect(html.match(/role="alert"/g)).toHaveLength(1);
	expect(html).not.toContain('There are no orders');
	expect(() => mail(answers, changes)).toThrow(said);
});

it('the page lists several shops, and periods', () => {
	expect(page([sold], { shop: 'b.example' })).toContain('<option value="b.example" selected>');
	expect(page([sold], { granted: ['a.example'] })).not.toContain('name="shop"');
	expect(page([sold], { days: 12 })).toContain('<option value="12" selected>Last 12 days</option>');
});

it('a screen reader finds headings in order, a caption, and the numbers of each day', () => {
	const html = page([sold, spent]);
	const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
	expect(levels).toEqual([1, 2, 3, 3, 3, 3, 2, 2]);
	expect(html).toContain('<caption>Revenue, ad spend and orders</caption>');
	expect(html).toContain('aria-label="Mon 2 Mar: Revenue €20.00, Ad spend €0.00"');
});

it.each([
	['de-DE', 'de-DE', 'Umsatz'],
	['en-US', 'en-US', 'Revenue'],
	['fr-FR', 'en', 'Revenue'],
])('page and email for the locale %s have the language %s', (locale, lang, word) => {
	for (const html of [page([sold], { locale }), mail([sold], { locale }).html]) {
		expect(html).toContain(`<html lang="${lang}">`);
		expect(html).toContain(word);
	}
	expect(Object.keys(WORDS.de)).toEqual(Object.keys(WORDS.en));
});

it('bars are as long as the share of a value in percent', () => {
	const lengths = [barLength(5, 10), barLength(-5, 10), barLength(0, 0), barLength(-1, -2)];
	expect([...lengths, barLength(12, 10)]).toEqual([50, 0, 0, 0, 100]);
});

/** How bright a colour is, as WCAG 2 measures it. */
function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = colour.match(/\w\w/g)!.map((part) => {
		const value = parseInt(part, 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const schemes = [...style().matchAll(/:root \{([^}]+)\}/g)].map(([, body]) => body!);

it('the form of refused rows looks as the page does', () => {
	const form = read('examples/refused-rows-form.json');
	const shared =
		/--(?:ground|card|ink|quiet|rule|good|bad): #\w{6}|max-width: 1080px|font: 15px[^;]+/g;
	for (const [declared] of style().matchAll(shared)) expect(form).toContain(declared);
});

it('the page has a light and a dark scheme', () => expect(schemes).toHaveLength(2));

it.each(schemes)('colours have enough contrast', (scheme) => {
	const luminances = new Map(
		[...scheme.matchAll(/--(\w+): (#\w{6})/g)].map(([, name, value]) => [name, luminance(value!)]),
	);
	const contrast = (...names: string[]) => {
		const [low, high] = names.map((name) => luminances.get(name)! + 0.05).sort((a, b) => a - b);
		return high! / low!;
	};
	for (const name of ['ink', 'quiet', 'good', 'bad'])
		for (const ground of ['ground', 'card']) expect(contrast(name, ground)).toBeGreaterThan(4.5);
	expect(contrast('ink', 'warn')).toBeGreaterThan(4.5);
	for (const name of ['revenue', 'spend']) expect(contrast(name, 'card')).toBeGreaterThan(3);
});
