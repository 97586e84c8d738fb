/**
 * What the limiter falls short of without each of its rules: each was taken out alone, and the
 * simulation run with its first seed. A rule that nothing falls short of without has no place in it.
 */
export const RULES: ReadonlyArray<[rule: string, where: string, without: string]> = [
	[
		'Concurrency is learned, not only windows',
		'`learnedLimits.ts`, `limits`',
		'0.06 × the best fixed number (0.8) where so many may be open',
	],
	[
		'A probe finds out which of the two is limited',
		'`learnedLimits.ts`, `either`',
		'0.63 × the best fixed number (0.8), 0.53 × with 40 requests (0.75)',
	],
	[
		'A probe before the end of a short cool-down, where others were answered since',
		'`learnedLimits.ts`, `early`',
		'0.20 × the best fixed number (0.8), 0.09 × with 40 requests (0.75)',
	],
	[
		'A first refusal at the learned concurrency is taken for a chance',
		'`learnedLimits.ts`, `failures`',
		'0.08 × the best fixed number (0.8)',
	],
	[
		'One request alone after a cool-down whose length was a guess',
		'`learnedLimits.ts`, `coolDown`',
		'1.15 refusals a window (1)',
	],
	[
		'The last tenth of a window budget goes one request at a time',
		'`learnedLimits.ts`, `CAREFUL_PART`',
		'0.88 × one at a time (0.9)',
	],
	[
		'The next probe comes sooner after a refusal within what was learned',
		'`learnedLimits.ts`, `SOONER`',
		'1 cell of 555 below 0.9 × one at a time',
	],
	[
		'The next probe comes at once where others were refused with one',
		'`learnedLimits.ts`, `refused`',
		'0.83 × one at a time (0.9)',
	],
	[
		'Later refusals of a burst correct what was learned',
		'`learnedLimits.ts`, `refused`',
		'2.47 refusals a window (1), 0.55 × the best fixed number (0.8)',
	],
	[
		'A probe is taken for served after 1.5 times what a refusal took',
		'`learnedLimits.ts`, `verdictMs`',
		'0.19 × the best fixed number (0.8)',
	],
	[
		'Any answer shows that the guess was long enough',
		'`learnedLimits.ts`, `served`',
		'0.85 × one at a time (0.9)',
	],
	[
		'After a refused probe of a window without `Retry-After`, the wait is what is left of the window',
		'`windowBudget.ts`, `passesMs`',
		'0.79 × the best fixed number (0.8), 0.70 × with 40 requests (0.75)',
	],
	[
		'A measured window is taken for the usual one next to it',
		'`windowBudget.ts`, `USUAL_MS`',
		'0.49 × the best fixed number (0.8)',
	],
	[
		'… and may have been measured a little too short',
		'`windowBudget.ts`, `TOO_SHORT`',
		'0.73 × with 40 requests (0.75)',
	],
	[
		'A window that was spent slowly says nothing of its length',
		'`windowBudget.ts`, `SLOW`',
		'some runs do not end',
	],
	[
		'A margin of 50 ms at the end of a window',
		'`windowBudget.ts`, `EDGE_MS`',
		'0.54 × the best fixed number (0.8), 1.03 refusals a window (1)',
	],
	[
		'Where nothing was served since a cool-down, what was served before it counts',
		'`windowBudget.ts`, `earlier`',
		'0.88 × one at a time (0.9)',
	],
];
