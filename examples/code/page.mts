import { channelBars } from './bars.mts';
import { comparisonText, figuresOf, type Figure } from './figures.mts';
import { amountsOf, escapeHtml, number, periodText, spanText } from './format.mts';
import { legend, lineChart } from './lineChart.mts';
import { periodBefore, reportsOf, type Period, type Report } from './numbers.mts';
import { style } from './pageStyle.mts';
import { problemsOf, rowsOf, shopsText, type Answer, type Shops } from './shops.mts';
import { fill, languageOf, type Language, type Words } from './words.mts';

/** What the page is about, from the settings and from n8n. */
export interface PageSettings extends Period, Shops {
	/** How numbers and dates are written, as in `en-GB`, and in which language the words are. */
	locale: string;
	/** When the page was made, as text. */
	madeAt: string;
}

/** The whole page, with nothing in it that is loaded from elsewhere. */
export function numbersPage(answers: Answer[], settings: PageSettings): string {
	const language = languageOf(settings.locale);
	const { words, locale, lang } = language;
	const reports = reportsOf(rowsOf(answers), settings);
	const problems = problemsOf(answers, settings, words).map(
		(problem) => `<p class="problem" role="alert">${escapeHtml(problem)}</p>`,
	);
	const [period, before] = [settings, periodBefore(settings)].map((each) =>
		periodText(each, locale),
	);
	const shops = shopsText(answers, settings, words);
	const sections = reports.map((report) => section(report, shops, reports.length > 1, language));
	if (sections.length === 0 && problems.length === 0) {
		const nothing = fill(words.nothing, { period: before });
		sections.push(`<p class="nothing">${escapeHtml(`${shops}: ${nothing}`)}</p>`);
	}
	return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'">
<link rel="icon" href="data:,">
<title>${words.title}, ${escapeHtml(period)}</title>
<style>${style()}</style>
</head>
<body>
<header>
<div><h1>${words.title}</h1>
<p><strong>${escapeHtml(period)}</strong> <span class="quiet">${escapeHtml(fill(words.compared, { period: before }))}</span></p></div>
${choices(settings, words)}
</header>
<main>
${problems.join('\n')}
${sections.join('\n')}
</main>
<footer>${escapeHtml(fill(words.made, { time: settings.madeAt }))}</footer>
</body>
</html>`;
}

/** Lists to choose a shop and a period from. */
function choices({ shop, granted, days }: PageSettings, words: Words): string {
	const option = (value: string | number, text: string, isChosen: boolean) =>
		`<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;
	const select = (name: string, label: string, options: string[]) =>
		`<select name="${name}" aria-label="${label}">${options.join('')}</select>`;
	const shops = granted.map((each) => option(each, each, each === shop));
	const lengthText = (count: number) =>
		count > 100 ? fill(words.lastWeeks, { count: count / 7 }) : fill(words.lastDays, { count });
	const lengths = [...new Set([7, 30, 90, 364, days])]
		.sort((left, right) => left - right)
		.map((count) => option(count, lengthText(count), count === days));
	const ofShops = select('shop', words.shop, [option('', words.everyShop, false), ...shops]);
	return `<form>${shops.length > 1 ? ofShops : ''}${select('days', words.period, lengths)}<button>${words.show}</button></form>`;
}

function section(
	report: Report,
	shops: string,
	isOneOfSeveral: boolean,
	language: Language,
): string {
	const { words } = language;
	const { spans, channels, currency } = report;
	const title = (text: string) =>
		escapeHtml([text, isOneOfSeveral ? currency : ''].filter(Boolean).join(', '));
	const isWeekly = spans[0]?.first !== spans[0]?.last;
	const note = comparisonText(report, language);
	const spend = `<section class="card"><h2>${title(words.channels)}</h2>${channelBars(report, language)}</section>`;
	return `<section><h2>${title(fill(words.totals, { shops }))}</h2>
<div class="figures">${figuresOf(report, language)
		.map((each) => tile(each, words))
		.join('\n')}</div>
${note === '' ? '' : `<p class="quiet">${escapeHtml(note)}</p>`}</section>
<section class="card"><h2>${title(isWeekly ? words.perWeek : words.perDay)} ${legend(words)}</h2>
${lineChart(report, language)}
${table(report, isWeekly ? words.week : words.day, language)}</section>
${channels.length === 0 ? '' : spend}`;
}

function tile({ label, now, before, change, tone }: Figure, words: Words): string {
	return `<div class="figure"><h3>${label}</h3><b>${escapeHtml(now)}</b>
<p><span class="${tone}">${escapeHtml(change)}</span> <span class="quiet">${escapeHtml(fill(words.valueBefore, { value: before }))}</span></p></div>`;
}

function table(report: Report, name: string, { words, locale }: Language): string {
	const money = amountsOf(report, locale);
	const cell = (text: string) => `<td>${escapeHtml(text)}</td>`;
	const head = [name, words.revenue, words.spend, words.orders]
		.map((text) => `<th scope="col">${text}</th>`)
		.join('');
	const row = (span: Report['spans'][number]) =>
		`<tr><th scope="row">${escapeHtml(spanText(span, locale))}</th>${cell(money(span.revenue))}${cell(money(span.spend))}${cell(number(span.orders, locale))}</tr>`;
	return `<details><summary>${words.asTable}</summary><table><caption>${words.table}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${report.spans.map(row).reverse().join('\n')}</tbody></table></details>`;
}
