/** Currencies beside an amount: a sign, an ISO code, or the word that a country uses. */

const WORDS = [
	'kr|Kr|Kč|zł|Ft|lei|Fr|CHF|SFr|din|kn|KM|Lt|Ls|TL|Br|Nu|FCFA|CFA|đ|Lei',
	'R|Rs|Rp|RM|RMB|Dh|Dhs|KSh|Ksh|TSh|USh|Bs|S/|B/|元|円|원',
	'р|руб|грн|лв|дин|ден|тг|د.إ|ر.س|ج.م|د.ك|د.م|د.ج|ر.ق',
	'US$|A$|AU$|C$|CA$|HK$|MX$|NT$|NZ$|R$|BR$|RD$|S$|UK£|CN¥|JP¥|GH₵|Nkr|Dkr',
	'$US|$CA|$AU|$NZ|$HK|$MX|$SG|$AR|$CL|$CO|£GB',
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
export const CURRENCY = '\\p{L}[\\p{L}./]{0,5}|\\p{L}{0,3}\\p{Sc}(?:\\s?[A-Z]{2})?';

export const isCurrency = (text: string): boolean =>
	/^\p{Sc}$/u.test(text) || KNOWN.has(text.replace(/\s|\.$/g, ''));

/** Whether a currency is no English word or unit: `TOP 10` and `10 ft` are names, and `10 Ft` is Hungarian. */
export const isOnlyCurrency = (text: string): boolean =>
	text === 'Ft' || !/^(?:ALL|COP|CUP|FT|GEL|KM|KN|MAD|MOP|PEN|SOS|TOP|TRY)$/i.test(text);
