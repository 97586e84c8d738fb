import { channelBars } from './bars.mts';
import { figuresOf, type Figure } from './figures.mts';
import { amounts, dayText, escapeHtml, number, periodText } from './format.mts';
import { lineChart, lines } from './lineChart.mts';
import { periodBefore, reportsOf, type Period, type Report } from './numbers.mts';
import { style } from './pageStyle.mts';
import { problemsOf, rowsOf, shopsText, type Answer, type Shops } from './shops.mts';

/** What the page is about, from the settings and from n8n. */
export interface PageSettings extends Period, Shops {
	/** How numbers and dates are written, as in `en-GB`. */
	locale: string;
	/** When the page was made, as text. */
	madeAt: string;
}

/** The whole page, with nothing in it that is loaded from elsewhere. */
export function numbersPage(answers: Answer[], settings: PageSettings): string {
	const { locale, madeAt } = settings;
	const reports = reportsOf(rowsOf(answers), settings);
	const problems = problemsOf(answers, settings).map(
		(problem) => `<p class="problem">${escapeHtml(problem)}</p>`,
	);
	const [period, before] = [settings, periodBefore(settings)].map((each) =>
		escapeHtml(periodText(each, locale)),
	);
	const shops = escapeHtml(shopsText(settings));
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'">
<link rel="icon" href="data:,">
<title>Revenue and ad spend, ${period}</title>
<style>${style()}</style>
</head>
<body>
<header>
<div><h1>Revenue and ad spend</h1>
<p><strong>${period}</strong> <span class="quiet">compared with ${before}</span></p></div>
${shopChoice(settings) || `<p class="shop">${shops}</p>`}
</header>
<main>
${problems.join('\n')}
${reports.map((report) => section(report, reports.length > 1, locale)).join('\n') || nothing(settings)}
</main>
<footer>${shops} · Made on ${escapeHtml(madeAt)}</footer>
</body>
</html>`;
}

function nothing(settings: PageSettings): string {
	const before = periodText(periodBefore(settings), settings.locale);
	return `<p class="nothing">There are no orders and no ad spend in this period, nor in the one before (${escapeHtml(before)}).</p>`;
}

/** A list to choose a shop from, where there are several. */
function shopChoice({ shop, granted }: Shops): string {
	if (granted.length < 2) return '';
	const option = (value: string, text: string) =>
		`<option value="${escapeHtml(value)}"${value === shop ? ' selected' : ''}>${escapeHtml(text)}</option>`;
	const all = option('', shopsText({ shop: '', granted }));
	return `<form><select name="shop" aria-label="Shop">${all}${granted.map((each) => option(each, each)).join('')}</select><button>Show</button></form>`;
}

function section(report: Report, isOneOfSeveral: boolean, locale: string): string {
	const keys = lines().map(({ name, label }) => `<span><i class="key ${name}"></i>${label}</span>`);
	const title = report.currency || 'Without a currency';
	const spend =
		report.channels.length === 0
			? ''
			: `<section class="card"><h3>Ad spend by channel</h3>${channelBars(report, locale)}</section>`;
	return `${isOneOfSeveral ? `<h2>${escapeHtml(title)}</h2>` : ''}
<section class="figures">${figuresOf(report, locale).map(tile).join('\n')}</section>
<section class="card"><h3>Per day <span class="keys">${keys.join('')}</span></h3>
${lineChart(report, locale)}
${dayTable(report, locale)}</section>
${spend}`;
}

function tile({ label, now, before, change, tone }: Figure): string {
	return `<div class="figure"><h3>${escapeHtml(label)}</h3><b>${escapeHtml(now)}</b>
<p><span class="${tone}">${escapeHtml(change)}</span> <span class="quiet">before: ${escapeHtml(before)}</span></p></div>`;
}

function dayTable({ days, currency }: Report, locale: string): string {
	const money = amounts(
		currency,
		locale,
		days.flatMap(({ revenue, spend }) => [revenue, spend]),
	);
	const amount = (value: number) => escapeHtml(money(value));
	const row = ({ date, revenue, spend, orders }: Report['days'][number]) =>
		`<tr><th>${escapeHtml(dayText(date, locale, { weekday: 'short' }))}</th><td>${amount(revenue)}</td><td>${amount(spend)}</td><td>${escapeHtml(number(orders, locale))}</td></tr>`;
	return `<details><summary>The numbers of each day</summary><table>
<thead><tr><th>Day</th><td>Revenue</td><td>Ad spend</td><td>Orders</td></tr></thead>
<tbody>${days.map(row).reverse().join('\n')}</tbody></table></details>`;
}
