import { capital, counted, numberText } from '../lib/counted';
import type { InvalidInput } from './invalidInput';

interface Refused {
	readonly refused: number;
	readonly total: number;
	readonly noun: string;
	readonly verb?: 'look wrong';
}

/** `Row 3 cannot be sent: …`, or `2 of 6 rows look wrong. First, row 2: …`. @param place unless all rows are concerned */
export function refusedText(
	{ refused, total, noun, verb }: Refused,
	place: string | undefined,
	problem: string,
): string {
	const isOne = refused === 1;
	const what = verb ? `look${isOne ? 's' : ''} wrong` : 'cannot be sent';
	if (isOne && place) return `${capital(place)} ${what}: ${problem}`;
	const first = place ? `First, ${place}: ` : '';
	return `${numberText(refused)} of ${counted(total, noun)} ${what}. ${first}${problem}`;
}

/** The problem, and its remedy. */
export const sentencesOf = ({ message, remedy }: InvalidInput): string =>
	[message.replace(/\.$/, ''), remedy].filter(Boolean).join('. ');
