import { parseJson, replaceNumbers } from '../../lib/jsonText';
import { knownPeople, LEADING_TAG, lettersAndDigits, type People, untagged } from './people';
import { REPLACEMENT } from '../../lib/redact';

/** A longer answer is left out: it is not a receipt, and the search takes long. */
const LONGEST_ANSWER = 2 ** 18;

/** Escapes such as \n, letters, digits. Characters beyond ASCII stand alone: they may follow without a blank. */
const WORD = /\\+[bfnrt]|[a-z]+|\d+|[^ -~\s]/gi;
/** The gap between two words of an address or a number: an address has at most 64 characters before its "@". */
const GAP = /^[^",:;<>\n]{0,64}$/;

/** Most digits of a number: fifteen (E.164), and up to four to dial abroad. */
const MOST_DIGITS = 19;
/** A number is found by its end: `+49 170 …` is `0170 …` without the code of a country. */
const endOf = (said: string) => said.slice(-8);

/**
 * Keeps the personal data of a deletion request out of receipts and errors. The words of an answer are looked
 * up in a set, so it takes no longer for many people.
 * @param sent email addresses and phone numbers
 * @returns the text without them, and then without escapes, full-width letters and tags of addresses
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	if (sent.length === 0) return text;
	if (text.length > LONGEST_ANSWER) return '';
	const plain = untagged(unescaped(text).replace(WIDE_NOT_IN_JSON, ' ').normalize('NFKC'));
	// A character may become many.
	if (plain.length > LONGEST_ANSWER) return '';
	const people = knownPeople(sent, plain);
	const clean = withoutParts(withoutWhole(plain, people.whole), people);
	return clean === plain ? text : clean;
}

interface Run {
	start: number;
	end: number;
	said: string;
}

/** The runs of words of a text that are chosen, none within another. @param choose gets the runs with one end, the longest first */
function runsIn(
	text: string,
	longest: number,
	choose: (runs: readonly Run[]) => Run | undefined,
): Run[] {
	const found: Run[] = [];
	let end = 0;
	let open: Run[] = [];
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (!GAP.test(text.slice(end, index))) open = [];
		end = index + word.length;
		open = [...open, { start: index, end, said: '' }]
			.map(({ start, said }) => ({ start, end, said: said + lettersAndDigits(word) }))
			.filter(({ said }) => said.length <= longest);
		const chosen = choose(open);
		if (!chosen) continue;
		found.push(chosen);
		open = [];
	}
	return found;
}

function withoutRuns(text: string, runs: Iterable<Run>): string {
	let clean = '';
	let copied = 0;
	for (const { start, end } of runs) {
		clean += text.slice(copied, start) + REPLACEMENT;
		copied = end;
	}
	return clean + text.slice(copied);
}

const lengthOf = (known: Iterable<string>) => {
	let longest = 0;
	for (const { length } of known) longest = Math.max(longest, length);
	return longest;
};

/** Without addresses and numbers that stand in one place. */
function withoutWhole(text: string, whole: ReadonlySet<string>): string {
	const ends = new Set([...whole].map(endOf));
	const isNumber = (said: string) =>
		said.length <= MOST_DIGITS && /^\d{8,}$/.test(said) && ends.has(endOf(said));
	const withoutKnown = (number: string) => {
		const said = lettersAndDigits(number);
		return whole.has(said) || isNumber(said) ? JSON.stringify(REPLACEMENT) : number;
	};
	const marked = parseJson(text) === undefined ? text : replaceNumbers(text, withoutKnown);
	const choose = (runs: readonly Run[]) =>
		runs.find(({ said }) => whole.has(said)) ?? runs.findLast(({ said }) => isNumber(said));
	return withoutRuns(marked, runsIn(marked, Math.max(MOST_DIGITS, lengthOf(whole)), choose));
}

/** Without local parts and domains that stand apart, as in two fields. Parts of another address stay. */
function withoutParts(text: string, { domainsOf, spelledDomains }: People): string {
	const longest = lengthOf([...domainsOf.keys(), ...spelledDomains.keys()]);
	const choose = (runs: readonly Run[]) =>
		runs.find(({ said }) => spelledDomains.has(said) || domainsOf.has(said));
	const isDomain = ({ said }: Run) => spelledDomains.has(said);
	const parts = runsIn(text, longest, choose)
		.map((run) => {
			const tag = isDomain(run) ? null : LEADING_TAG.exec(text.slice(run.end, run.end + 66));
			return { ...run, end: run.end + (tag?.[0].length ?? 0) };
		})
		.filter((run) =>
			isDomain(run)
				? !IN_ADDRESS.test(text.slice(Math.max(0, run.start - 2), run.start))
				: text[run.end] !== '@',
		);
	const domains = new Set(parts.map(({ said }) => spelledDomains.get(said)));
	/** The domains of people whose local part is there, too. */
	const named = new Set<string>();
	const locals = new Set<string>();
	for (const { said } of parts)
		for (const domain of domainsOf.get(said) ?? [])
			if (domains.has(domain)) {
				named.add(domain);
				locals.add(said);
			}
	const isPart = ({ said }: Run) => locals.has(said) || named.has(spelledDomains.get(said) ?? '');
	return withoutRuns(text, parts.filter(isPart));
}

/** A text without escapes of JSON, URLs and HTML, even within each other. JSON stays JSON. */
function unescaped(text: string): string {
	return text
		.replace(/\\+u([\da-f]{4})/gi, (_, hex: string) => inJson(parseInt(hex, 16)))
		.replace(/(?:%(?:25)?[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replace(/%(?:25)?/g, ''), 'hex')
				.toString()
				.replace(NOT_IN_JSON, ' '),
		)
		.replace(/&(?:amp;)?#(x?[\da-f]{1,6});/gi, (_, code: string) => inJson(Number(`0${code}`)))
		.replace(/&(?:amp;)?\w{1,8};/gi, ' ');
}

/** Characters that JSON strings have only as escapes. */
const NOT_IN_JSON = /["\\\p{Cc}]/gu;

/** Full-width characters that would become `"` or `\\`. */
const WIDE_NOT_IN_JSON = /[\uff02\uff3c\ufe68]/g;
/** The end of the text before the domain of an address. */
const IN_ADDRESS = /[\p{L}\p{M}\p{N}]@$/u;

const inJson = (code: number) => String.fromCharCode(code).replace(NOT_IN_JSON, ' ');
