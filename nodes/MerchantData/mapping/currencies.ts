/** Currencies beside an amount: a sign, an ISO code, or the word that a country uses. */

const WORDS = [
	'kr|Kr|Kč|zł|Ft|lei|Fr|CHF|SFr|din|kn|KM|Lt|Ls|TL|Br|Nu|FCFA|CFA|đ|Lei',
	'R|Rs|Rp|RM|RMB|Dh|Dhs|KSh|Ksh|TSh|USh|Bs|S/|B/|元|円|원',
	'р|руб|грн|лв|дин|ден|тг|د.إ|ر.س|ج.م|د.ك|د.م|د.ج|ر.ق',
	'US$|A$|AU$|C$|CA$|HK$|MX$|NT$|NZ$|R$|RD$|S$|CN¥|JP¥|GH₵',
].flatMap((words) => words.split('|'));

/** As they are written, in lower case and in upper case: `Top 10` is not an amount in Tonga's currency TOP. */
const KNOWN = new Set(
	[...WORDS, ...Intl.supportedValuesOf('currency')].flatMap((word) => [
		word,
		word.toLowerCase(),
		word.toUpperCase(),
	]),
);

/** A currency as a pattern: what {@link isCurrency} then looks up. `Rs.5` is 5, and `$.5` is 0.5. */
export const CURRENCY = '\\p{L}[\\p{L}./]{0,5}|\\p{L}{0,3}\\p{Sc}';

const SIGN = /^\p{Sc}$/u;

export const isCurrency = (text: string): boolean =>
	SIGN.test(text) || KNOWN.has(text.endsWith('.') ? text.slice(0, -1) : text);
