import { barLength, channelChange, shareText } from './bars.mts';
import { comparisonText, figuresOf, type Figure } from './figures.mts';
import { amountsOf, dayText, escapeHtml, periodText } from './format.mts';
import { periodBefore, reportsOf, type Day, type Period, type Report } from './numbers.mts';
import { problemsOf, rowsOf, shopsText, type Answer, type Shops } from './shops.mts';
import { fill, WORDS } from './words.mts';

/** What the email is about, from the settings. */
interface MailSettings extends Period, Shops {
	/** How numbers and dates are written, as in `en-GB`. */
	locale: string;
}

/**
 * The numbers of a period as an email. Mail programs drop scripts, SVG and style sheets, so that
 * its bars are cells of tables and each element carries its own style.
 * @throws Error where no shop has answered
 */
export function numbersMail(answers: Answer[], settings: MailSettings) {
	const { locale } = settings;
	const reports = reportsOf(rowsOf(answers), settings);
	const problems = problemsOf(answers, settings);
	if (reports.length === 0 && problems.length > 0) throw new Error(problems.join(' '));
	const period = periodText(settings, locale);
	const before = periodText(periodBefore(settings), locale);
	const about = `${fill(WORDS.totals, { shops: shopsText(answers, settings) })}, ${fill(WORDS.compared, { period: before })}`;
	const revenues = reports.map((report) => figuresOf(report, locale)[0]).map(valueText);
	const said = reports.length === 0 ? [fill(WORDS.nothing, { period: before })] : [];
	const revenue = `${WORDS.revenue} ${revenues.join(', ')}`;
	return {
		subject: `${period}: ${revenues.length === 0 ? WORDS.noNumbers : revenue}`,
		html: letter(`${WORDS.title}, ${period}`, [
			`<h1 style="margin:0;font-size:22px;line-height:28px">${WORDS.title}</h1>`,
			`<p style="margin:4px 0 0;font-size:16px;line-height:22px;font-weight:bold">${escapeHtml(period)}</p>`,
			paragraph(about, '#63656b'),
			...problems.map((problem) => paragraph(problem, '#b3261e')),
			...said.map((text) => paragraph(text, '#1d1e20')),
			...reports.map((report) => reportHtml(report, locale)),
		]),
		text: [
			`${WORDS.title}, ${period}\n${about}`,
			...problems,
			...said,
			...reports.map((report) => reportText(report, locale)),
		].join('\n\n'),
	};
}

/** As in "€13,234 ▲ 4.2%". */
function valueText(figure: Figure | undefined): string {
	return `${figure?.now ?? ''} ${figure?.change ?? ''}`.trim();
}

/** The frame of the email. */
function letter(title: string, parts: string[]): string {
	return `<!doctype html>
<html lang="${WORDS.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#f6f6f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f6f3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;border:1px solid #e4e4df;border-radius:12px"><tr><td style="padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#1d1e20">
${parts.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}

function paragraph(text: string, colour: string): string {
	return `<p style="margin:6px 0 0;color:${colour}">${escapeHtml(text)}</p>`;
}

function reportHtml(report: Report, locale: string): string {
	const { currency, days, channels, totals } = report;
	const money = amountsOf(report, locale);
	const title = (text: string) =>
		`<h2 style="margin:26px 0 8px;font-size:16px;line-height:22px">${text} <span style="font-weight:normal;color:#63656b">${escapeHtml(currency)}</span></h2>`;
	const most = Math.max(...days.flatMap(({ revenue, spend }) => [revenue, spend]));
	const ofDay = ({ date, revenue, spend }: Day) =>
		dayRows(dayText(date, locale, { weekday: 'short' }), [
			cells(barLength(revenue, most), '#2b59c3', money(revenue)),
			cells(barLength(spend, most), '#cc5f0a', money(spend)),
		]);
	const ofChannel = (channel: Report['channels'][number]) => {
		const note = `${shareText(channel.spend, totals.spend, locale)} ${channelChange(channel, report, locale)}`;
		return `<tr><td style="padding-top:8px">${escapeHtml(channel.name || WORDS.noChannel)}</td><td align="right" style="padding-top:8px;white-space:nowrap"><b>${escapeHtml(money(channel.spend))}</b> &nbsp;<span style="color:#63656b">${escapeHtml(note)}</span></td></tr>
<tr><td colspan="2" style="padding-top:2px">${bar(barLength(channel.spend, totals.spend), '#cc5f0a')}</td></tr>`;
	};
	const note = comparisonText(report, locale);
	const key = (colour: string, text: string) =>
		`<span style="color:${colour}">&#9632;</span> ${text}`;
	return [
		title(WORDS.sums),
		figureTable(figuresOf(report, locale)),
		...(note === '' ? [] : [paragraph(note, '#63656b')]),
		title(`${WORDS.perDay}: ${key('#2b59c3', WORDS.revenue)} ${key('#cc5f0a', WORDS.spend)}`),
		table(days.map(ofDay)),
		...(channels.length === 0 ? [] : [title(WORDS.channels), table(channels.map(ofChannel))]),
	].join('\n');
}

function table(rows: string[]): string {
	return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:14px;line-height:20px">${rows.join('\n')}</table>`;
}

function figureTable(figures: Figure[]): string {
	const tones = { good: '#1a7440', bad: '#b3261e', neutral: '#1d1e20' };
	const cell = (text: string, style: string) =>
		`<td align="right" style="padding:6px 0 6px 10px;border-bottom:1px solid #e4e4df;${style}">${escapeHtml(text)}</td>`;
	const row = ({ label, now, before, change, tone }: Figure) =>
		`<tr><td style="padding:6px 0;border-bottom:1px solid #e4e4df">${escapeHtml(label)}</td>${cell(now, 'font-weight:bold')}${cell(change, `white-space:nowrap;color:${tones[tone]}`)}${cell(before, 'color:#63656b')}</tr>`;
	const head = `<tr style="color:#63656b"><td style="border-bottom:1px solid #e4e4df"></td>${cell(WORDS.now, '')}${cell(WORDS.change, '')}${cell(WORDS.before, '')}</tr>`;
	return table([head, ...figures.map(row)]);
}

/** A bar and its amount, as cells. */
function cells(length: number, colour: string, text: string): string {
	return `<td style="padding:1px 10px">${bar(length, colour)}</td><td width="1%" align="right" style="padding:1px 0;white-space:nowrap">${escapeHtml(text)}</td>`;
}

/** A day beside its bars, one below the other. */
function dayRows(day: string, bars: string[]): string {
	const [first, ...others] = bars.map((each) => `${each}</tr>`);
	const name = `<td width="1%" valign="top" rowspan="${bars.length}" style="padding:1px 0;white-space:nowrap">${escapeHtml(day)}</td>`;
	return `<tr>${name}${first}${others.map((each) => `<tr>${each}`).join('')}<tr><td colspan="3" height="8" style="font-size:0;line-height:8px">&nbsp;</td></tr>`;
}

/** A filled cell beside an empty one. */
function bar(length: number, colour: string): string {
	const cell = (width: number, look: string) =>
		width <= 0
			? ''
			: `<td width="${width}%" height="12" ${look}font-size:0;line-height:12px">&nbsp;</td>`;
	const filled = cell(length, `bgcolor="${colour}" style="background:${colour};border-radius:3px;`);
	const rest = cell(Math.round((100 - length) * 10) / 10, 'style="');
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${filled}${rest}</tr></table>`;
}

function reportText(report: Report, locale: string): string {
	const { currency, days, channels } = report;
	const money = amountsOf(report, locale);
	return [
		...figuresOf(report, locale).map(
			(figure) =>
				`${figure.label}: ${valueText(figure)} (${fill(WORDS.valueBefore, { value: figure.before })})`,
		),
		comparisonText(report, locale),
		`${WORDS.perDay} ${currency}`,
		...days.map(
			({ date, revenue, spend }) =>
				`${dayText(date, locale, { weekday: 'short' })}: ${WORDS.revenue} ${money(revenue)}, ${WORDS.spend} ${money(spend)}`,
		),
		...(channels.length === 0 ? [] : ['', `${WORDS.channels} ${currency}`]),
		...channels.map(({ name, spend }) => `${name || WORDS.noChannel}: ${money(spend)}`),
	].join('\n');
}
