import { ofBase64 } from './base64';

/** How JSON, URLs and HTML escape characters. */

export interface Escapes {
	/** Without it a text has none of these. */
	lead: string;
	/** One character, escaped. A character of several bytes or of two units is taken as one. */
	pattern: RegExp;
	/** The character that is meant; an escape that means none is left as it is. */
	read(escape: string): string;
	/** An escape stands for a whole text, and is hardly met twice. */
	isOfTexts?: boolean;
}

/** What an escape may begin with or be made of, so that one may be part of another. */
export const OF_ESCAPES = /^[\\%&#;a-z\d]/i;

const HEX2 = '[\\da-f]{2}';
const NEXT_BYTE = '%[89ab][\\da-f]';
/** Half of a character waits until its other half is unescaped too. */
const UNIT = `u(?!d[89a-f])${HEX2}${HEX2}`;

const AFTER_BACKSLASH: Record<string, string> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

/** HTML's names of the characters of ASCII that are escaped. */
const NAMED: Record<string, string> = {
	amp: '&',
	apos: "'",
	ast: '*',
	bsol: '\\',
	colon: ':',
	comma: ',',
	commat: '@',
	dollar: '$',
	equals: '=',
	excl: '!',
	grave: '`',
	gt: '>',
	hat: '^',
	lbrace: '{',
	lbrack: '[',
	lcub: '{',
	lowbar: '_',
	lpar: '(',
	lsqb: '[',
	lt: '<',
	newline: '\n',
	num: '#',
	percnt: '%',
	period: '.',
	plus: '+',
	quest: '?',
	quot: '"',
	rbrace: '}',
	rbrack: ']',
	rcub: '}',
	rpar: ')',
	rsqb: ']',
	semi: ';',
	sol: '/',
	tab: '\t',
	vert: '|',
};

/** HTML's names of U+00A0 to U+00FF, in this order, for the letters of people's names. */
const NAMED_FROM_A0 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
		' ',
	);

function named(name: string): string | undefined {
	const at = NAMED_FROM_A0.indexOf(name);
	return at < 0 ? NAMED[name.toLowerCase()] : String.fromCharCode(0xa0 + at);
}

const units = (hex: string[]) => String.fromCharCode(...hex.map((code) => parseInt(code, 16)));

function ofBackslash(escape: string): string {
	const letter = escape[1].toLowerCase();
	if (letter === 'u') return units(escape.slice(2).split(/\\u/i));
	if (letter === 'x') return units([escape.slice(2)]);
	return AFTER_BACKSLASH[letter] ?? letter;
}

function ofPercent(escape: string): string {
	if (escape.length === 3) return units([escape.slice(1)]);
	if (/u/i.test(escape)) return units([escape.slice(2)]);
	return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
}

function ofAmpersand(escape: string): string {
	if (escape[1] !== '#') return named(escape.slice(1, -1)) ?? escape;
	const code = /x/i.test(escape) ? parseInt(escape.slice(3), 16) : parseInt(escape.slice(2));
	return code > 0x10ffff ? escape : String.fromCodePoint(code);
}

export const KINDS_OF_ESCAPES: readonly Escapes[] = [
	{
		lead: '\\',
		pattern: new RegExp(
			`\\\\(?:ud[89ab]${HEX2}\\\\ud[c-f]${HEX2}|${UNIT}|x${HEX2}|["'\\\\/bfnrt])`,
			'gi',
		),
		read: ofBackslash,
	},
	{
		lead: '%',
		pattern: new RegExp(
			`%(?:${UNIT}|[0-7][\\da-f]|[cd][\\da-f]${NEXT_BYTE}|e[\\da-f](?:${NEXT_BYTE}){2}|f[0-4](?:${NEXT_BYTE}){3})`,
			'gi',
		),
		read: ofPercent,
	},
	// But not a bare date, of which there are many: its bytes are no UTF-8.
	{
		lead: '',
		pattern: /(?!(?:19|20)\d\d-\d\d-\d\d(?![\w+/-]))[\w+/-]{10,}/g,
		read: ofBase64,
		isOfTexts: true,
	},
	{ lead: '&', pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,7});/gi, read: ofAmpersand },
];
