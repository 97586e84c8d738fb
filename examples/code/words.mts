/**
 * All words of the page and of the email. For another language, copy a block, put its code before it, such as
 * `fr`, and translate the texts. The locale in Settings chooses the block.
 */
export const WORDS = {
	en: {
		title: 'Revenue and ad spend',
		revenue: 'Revenue',
		spend: 'Ad spend',
		return: 'Return on ad spend',
		orders: 'Orders',
		sums: 'Totals',
		totals: 'Totals of {shops}',
		allShops: 'all {count} granted shops',
		someShops: '{count} of {all} granted shops: {shops}',
		perDay: 'Per day',
		perWeek: 'Per week',
		day: 'Day',
		week: 'Week',
		channels: 'Ad spend by channel',
		noChannel: 'Without a channel',
		compared: 'compared with {period}',
		now: 'Now',
		change: 'Change',
		before: 'Before',
		valueBefore: 'before: {value}',
		notComparable: '{name}: no comparison, because the data begin on {date}.',
		readChart: 'Point at the chart or tap it to read the numbers.',
		chart: 'Revenue and ad spend as lines; the table has the numbers',
		asTable: 'The numbers as a table',
		table: 'Revenue, ad spend and orders',
		shop: 'Shop',
		everyShop: 'All shops',
		period: 'Period',
		lastDays: 'Last {count} days',
		lastWeeks: 'Last {count} weeks',
		show: 'Show',
		made: 'Made on {time}',
		nothing:
			'There are no orders and no ad spend in this period, nor in the one before ({period}).',
		noNumbers: 'no numbers',
		notGranted: '{shop} is not among the granted shops.',
		noneGranted: 'No shop is granted to this app.',
		noAnswer: 'The granted shops could not be read: {reason}',
		missing: 'The numbers of {shop} are missing: {reason}',
	},
	de: {
		title: 'Umsatz und Werbeausgaben',
		revenue: 'Umsatz',
		spend: 'Werbeausgaben',
		return: 'Umsatz je Werbeausgabe',
		orders: 'Bestellungen',
		sums: 'Summen',
		totals: 'Summen: {shops}',
		allShops: 'alle {count} freigegebenen Shops',
		someShops: '{count} von {all} freigegebenen Shops: {shops}',
		perDay: 'Je Tag',
		perWeek: 'Je Woche',
		day: 'Tag',
		week: 'Woche',
		channels: 'Werbeausgaben je Kanal',
		noChannel: 'Ohne Kanal',
		compared: 'verglichen mit {period}',
		now: 'Jetzt',
		change: 'Änderung',
		before: 'Vorher',
		valueBefore: 'vorher: {value}',
		notComparable: '{name}: kein Vergleich, denn die Daten beginnen am {date}.',
		readChart: 'Zeigen oder tippen Sie auf das Diagramm, um die Zahlen zu lesen.',
		chart: 'Umsatz und Werbeausgaben als Linien; die Zahlen stehen in der Tabelle',
		asTable: 'Die Zahlen als Tabelle',
		table: 'Umsatz, Werbeausgaben und Bestellungen',
		shop: 'Shop',
		everyShop: 'Alle Shops',
		period: 'Zeitraum',
		lastDays: 'Letzte {count} Tage',
		lastWeeks: 'Letzte {count} Wochen',
		show: 'Anzeigen',
		made: 'Erstellt am {time}',
		nothing:
			'In diesem Zeitraum und in dem davor ({period}) gibt es keine Bestellungen und keine Werbeausgaben.',
		noNumbers: 'keine Zahlen',
		notGranted: '{shop} gehört nicht zu den freigegebenen Shops.',
		noneGranted: 'Für diese App ist kein Shop freigegeben.',
		noAnswer: 'Die freigegebenen Shops konnten nicht gelesen werden: {reason}',
		missing: 'Die Zahlen von {shop} fehlen: {reason}',
	},
};

export type Words = (typeof WORDS)['en'];

/** The words of a page, and how it writes numbers and dates. */
export interface Language {
	words: Words;
	/** As in `en-GB`. */
	locale: string;
	/** The language that the words are in, for HTML. */
	lang: string;
}

/** What a locale stands for; English words where there are none of its language. */
export function languageOf(locale: string): Language {
	const all: Record<string, Words> = WORDS;
	const own = all[locale.split('-')[0] ?? ''];
	return { words: own ?? WORDS.en, locale, lang: own === undefined ? 'en' : locale };
}

/** A text with values in place of the names in braces. */
export function fill(text: string, values: Record<string, unknown>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
