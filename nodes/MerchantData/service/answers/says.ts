/** Reads the names and short texts of an answer by their words. The service specifies neither ("Errors"). */

/**
 * The subject of a field: how many rows were not taken, why something failed, how many rows arrived, how many of
 * them were stored as new ones or were there before, or how it ended.
 */
type Subject = 'arrived' | 'ending' | 'known' | 'notTaken' | 'reason' | 'stored';

const wordsIn = (text: string): string[] => text.split(' ');

const STORED = wordsIn(
	'added created imported ingested inserted loaded processed saved stored upserted written',
);
const KNOWN = wordsIn(
	'affected deduplicated duplicate duplicates matched merged modified pending queued replaced unchanged updated',
);
const ARRIVED = wordsIn(
	'accepted ok received submitted succeeded success successes successful valid',
);
const WORDS: Record<Subject, string[]> = {
	arrived: ARRIVED,
	ending: wordsIn('codes outcome outcomes result results state states status statuses'),
	known: KNOWN,
	notTaken: wordsIn(
		'discarded dropped errors failed fails failures ignored invalid rejected rejections rejects skipped unprocessed unsuccessful',
	).concat([...STORED, ...KNOWN, ...ARRIVED].map((word) => `not_${word}`)),
	reason: wordsIn('denied err error exception fail failure fault forbidden rejection unauthorized'),
	stored: STORED,
};
const SUBJECTS = new Map(
	Object.entries(WORDS).flatMap(([subject, words]) =>
		words.map((word) => [word, subject as Subject] as const),
	),
);
/** Words in names of counts: `errorCount`, but not `errorMessage`. */
const OF_COUNTS = new Set(
	wordsIn('count counts item items nb no_of num number of partial record records row rows total'),
);
const FILLERS = new Set([
	...OF_COUNTS,
	...wordsIn('all are description details did has have ids is list message messages msg'),
	...wordsIn('partially reason reasons successfully text was were'),
]);

/** Words of failure, with those of the subjects. */
const FAILED = new Set([
	...[...WORDS.notTaken, ...WORDS.reason],
	...wordsIn('aborted bad cancelled canceled cannot expired ko nok timeout unable unavailable'),
	...wordsIn('not_allowed not_authenticated not_authorized not_found'),
]);
const FINE = new Set([
	...wordsIn('0 false nil none null ok success successful successfully zero'),
	...[...FAILED].map((word) => `no_${word}`),
]);
/** Words that cancel a word of failure: "2 rows received, 0 failed". */
const EXCUSES = new Set([...FINE, ...ARRIVED, 'without']);

/**
 * The words of a name or text, in lower case, with "not" and "no" joined to what follows: `notCreated` and
 * "Not created" are `not_created`. `failedrows` has two words, too.
 */
const wordsOf = (text: string): string[] =>
	text
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/(count|items|records|rows)\b/g, ' $1')
		.replace(/[^\p{L}\d]+/gu, ' ')
		.replace(/\b(not?) /g, '$1_')
		.split(' ')
		.filter((word) => word !== '');

/** The subject of a field by its name; undefined if it is any other. */
export function subjectOf(name: string): Subject | undefined {
	const words = wordsOf(name);
	const ending = words.findLast((word) => word !== 'code');
	if (ending !== undefined && SUBJECTS.get(ending) === 'ending') return 'ending';
	const telling = words.filter((word) => !FILLERS.has(word));
	const subjects = new Set(telling.map((word) => SUBJECTS.get(word)));
	if (subjects.has('reason') && words.some((word) => OF_COUNTS.has(word))) subjects.add('notTaken');
	if (subjects.has('notTaken')) subjects.delete('reason');
	return subjects.size === 1 ? [...subjects][0] : undefined;
}

/** Whether a text reports a failure: "Unauthorized" and "PARTIALLY_FAILED", but not "0 failed". */
export function saysNo(text: string): boolean {
	const words = wordsOf(text);
	return words.some((word) => FAILED.has(word)) && !words.some((word) => EXCUSES.has(word));
}

/** Whether a value that would report a failure reports none: empty, 0, false, "no errors", or only such values. */
export function isNothing(value: unknown): boolean {
	if (!hasData(value)) return true;
	if (typeof value === 'object')
		return !Array.isArray(value) && Object.values(value!).every(isNothing);
	if (Number(value) === 0) return true;
	if (typeof value !== 'string') return false;
	const words = wordsOf(value);
	return (
		words.some((word) => FINE.has(word)) &&
		words.every((word) => FINE.has(word) || FAILED.has(word))
	);
}

/** Whether a parsed value contains anything but null and empty texts, lists and objects. */
export function hasData(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	return typeof value !== 'object' || Object.values(value).some(hasData);
}
