import { barLength } from '../../../examples/code/bars.mts';
import { numbersMail } from '../../../examples/code/mail.mts';
import { numbersPage } from '../../../examples/code/page.mts';
import { style } from '../../../examples/code/pageStyle.mts';
import type { Answer } from '../../../examples/code/shops.mts';
import { WORDS } from '../../../examples/code/words.mts';

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
])('%s: whatever the data says is text', (_name, html) => {
	expect(html).not.toContain('<img');
	expect(html).not.toContain(HOSTILE);
	expect(html.toLowerCase()).toContain(
		'&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;',
	);
});

it('says its period, the one before, and when it was made', () => {
	const html = page([sold, spent]);
	for (const text of [
		'24 Feb – 2 Mar 2026',
		'17 – 23 Feb 2026',
		'Made on 3 Mar 2026, 07:00 (UTC)',
	]) {
		expect(html).toContain(text);
	}
});

it('has a point for each day, and one day is enough', () => {
	const pointsOf = (html: string) =>
		/<polyline class="revenue" points="([^"]+)"/.exec(html)?.[1]?.split(' ');
	expect(pointsOf(page([sold]))).toHaveLength(7);
	expect(pointsOf(page([sold], { days: 1 }))).toEqual(['50,0']);
});

it('draws a negative day below zero', () => {
	const html = page([
		{ ...sold, revenue: -30 },
		{ ...sold, date: '2026-03-01', revenue: 30 },
	]);
	expect(html).toContain('<path class="zero" d="M0 50H100"/>');
	expect(html).toMatch(/points="[^"]* 78\.57,12\.5 92\.86,87\.5"/);
});

it('has a section per currency', () => {
	const html = page([sold, { ...sold, currency: 'USD' }]);
	expect(html).toMatch(/<h2>[^<]+, EUR<\/h2>[^]+€20\.00[^]+<h2>[^<]+, USD<\/h2>[^]+US\$20\.00/);
	expect(page([sold])).toContain('<h2>Totals of all 2 granted shops</h2>');
	expect(mail([sold, { ...sold, currency: 'USD' }]).subject).toBe(
		'24 Feb – 2 Mar 2026: Revenue €20.00, US$20.00',
	);
});

it('says that there are no rows', () => {
	expect(page([{}])).toContain('There are no orders and no ad spend in this period');
	expect(mail([{}])).toEqual({
		subject: '24 Feb – 2 Mar 2026: no numbers',
		html: expect.stringContaining('There are no orders and no ad spend in this period'),
		text: expect.stringContaining('There are no orders and no ad spend in this period'),
	});
});

it('names what is missing beside what is there', () => {
	const answers: Answer[] = [sold, { error: '403 Access Denied', shop: 'b.example' }];
	expect(page(answers)).toContain('<h2>Totals of 1 of 2 granted shops: a.example</h2>');
	const said = 'The numbers of b.example are missing: 403 Access Denied';
	expect(page(answers)).toContain(said);
	expect(page(answers)).toContain('€20.00');
	expect(mail(answers).html).toContain(said);
	expect(mail(answers).text).toContain(said);
});

it('shows a refused shop on the page, and sends no email without any numbers', () => {
	const refused: Answer[] = [{ error: '401 Unauthorized', shop: 'a.example' }];
	expect(page(refused)).toContain('a.example are missing: 401 Unauthorized');
	expect(page(refused)).not.toContain('There are no orders');
	expect(() => mail(refused)).toThrow('a.example are missing: 401 Unauthorized');
});

it('does not take a shop that is not granted for one without rows', () => {
	expect(page([], { shop: 'c.example' })).toContain('c.example is not among the granted shops.');
	expect(() => mail([], { shop: 'c.example' })).toThrow('c.example is not among');
	expect(page([], { granted: [] })).toContain('No shop is granted to this app.');
});

it('has no list to choose from where there is one shop', () => {
	expect(page([sold])).toContain('<option value="b.example">');
	expect(page([sold], { shop: 'b.example' })).toContain('<option value="b.example" selected>');
	expect(page([sold], { granted: ['a.example'] })).not.toContain('name="shop"');
});

it('says that the service did not answer, and nothing else', () => {
	const silent = { granted: [], shopsError: { message: 'No answer in 5 seconds' } };
	const said = 'The granted shops could not be read: No answer in 5 seconds';
	expect(page([{ error: 'no shop' }], silent)).toContain(`role="alert">${said}</p>\n\n</main>`);
	expect(() => mail([{ error: 'no shop' }], silent)).toThrow(said);
});

it('chooses among periods, the longest in weeks', () => {
	expect(page([sold])).toContain('<option value="7" selected>Last 7 days</option>');
	expect(page([sold], { days: 12 })).toContain('<option value="12" selected>Last 12 days</option>');
	const year = page([sold], { days: 364 });
	expect(year).toContain('<option value="364" selected>Last 52 weeks</option>');
	expect(year).toContain('<h2>Per week ');
});

it('can be read without seeing it: headings in order, a caption, and the numbers of each day', () => {
	const levels = [...page([sold, spent]).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
	expect(levels[0]).toBe(1);
	levels.slice(1).forEach((level, index) => expect(level - levels[index]!).toBeLessThanOrEqual(1));
	expect(page([sold])).toContain('<caption>Revenue, ad spend and orders</caption>');
	expect(page([sold])).toContain('aria-label="Mon 2 Mar: Revenue €20.00, Ad spend €0.00"');
});

it.each([
	['de-DE', 'de-DE', 'Umsatz'],
	['en-US', 'en-US', 'Revenue'],
	['fr-FR', 'en', 'Revenue'],
])('in the locale %s its language is %s', (locale, lang, word) => {
	for (const html of [page([sold], { locale }), mail([sold], { locale }).html]) {
		expect(html).toContain(`<html lang="${lang}">`);
		expect(html).toContain(word);
	}
});

it('has the same words in every language', () => {
	expect(Object.keys(WORDS.de)).toEqual(Object.keys(WORDS.en));
});

it.each([
	[5, 10, 50],
	[-5, 10, 0],
	[0, 0, 0],
	[-1, -2, 0],
	[12, 10, 100],
])('the bar of %d of %d is %d percent long', (value, whole, wanted) => {
	expect(barLength(value, whole)).toBe(wanted);
});

/** How much a colour stands out from another, as WCAG 2 measures it. */
function contrast(...colours: string[]): number {
	const [light = 0, dark = 0] = colours
		.map((colour) => {
			const [red = 0, green = 0, blue = 0] = colour.match(/\w\w/g)!.map((part) => {
				const value = parseInt(part, 16) / 255;
				return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
			});
			return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
		})
		.sort((left, right) => right - left);
	return (light + 0.05) / (dark + 0.05);
}

it.each(['light', 'dark'])('has colours that can be read: %s', (scheme) => {
	const [light = '', dark = ''] = [...style().matchAll(/:root \{([^}]+)\}/g)].map(
		([, body]) => body,
	);
	const colour = Object.fromEntries(
		[...(scheme === 'light' ? light : dark).matchAll(/--(\w+): (#\w{6})/g)].map(
			([, name, value]) => [name, value!],
		),
	);
	for (const name of ['ink', 'quiet', 'good', 'bad']) {
		for (const ground of ['ground', 'card']) {
			expect([name, ground, contrast(colour[name]!, colour[ground]!) >= 4.5]).toEqual([
				name,
				ground,
				true,
			]);
		}
	}
	expect(contrast(colour.ink!, colour.warn!)).toBeGreaterThan(4.5);
	for (const name of ['revenue', 'spend']) {
		expect(contrast(colour[name]!, colour.card!)).toBeGreaterThan(3);
	}
});
