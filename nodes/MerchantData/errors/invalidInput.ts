import { NumberNotHeld } from '../lib/exactNumbers';

/** Settings with which a file may be read. */
export interface Suggestions {
	readonly fromLine?: number;
	readonly encoding?: string;
}

/** What the node was given cannot be sent. The message is a sentence of its own. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly remedy = '',
		readonly suggests?: Suggestions,
	) {
		super(message);
	}
}

/** The same of a number that this Node.js cannot hold, and any other error as it is. */
export const ofNumberNotHeld = (error: unknown): unknown =>
	error instanceof NumberNotHeld
		? new InvalidValue(
				error.field,
				`is ${error.digits}, a number that JavaScript cannot hold`,
				'Give it as text, in quotes.',
			)
		: error;

/** A field of the node holds something that cannot be sent. */
export class InvalidValue extends InvalidInput {
	override name = 'InvalidValue';

	/** @param field its label. @param problem to follow the label: `is empty`. @param remedy as a sentence */
	constructor(field: string, problem: string, remedy = '', suggests?: Suggestions) {
		super(`"${field}" ${problem}`, remedy, suggests);
	}
}

/** Rows that can be sent, and look wrong. The user may say that they are right. */
export class LooksWrong extends InvalidInput {
	override name = 'LooksWrong';

	constructor(message: string, remedy: string) {
		super(
			message,
			`${remedy} If this is right, set "If Rows Look Wrong" in the options to "Send Them Anyway".`,
		);
	}
}
