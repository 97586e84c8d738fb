import { NumberNotHeld } from '../lib/exactNumbers';
import type { Code } from './codes';

/** Settings with which a file may be read. */
export interface Suggestions {
	readonly fromLine?: number;
	readonly encoding?: string;
}

/** The input cannot be sent. The message is a complete sentence. */
export class InvalidInput extends Error {
	/** @param label of the field or column that it concerns, if it concerns one */
	constructor(
		readonly code: Code,
		message: string,
		readonly remedy = '',
		readonly suggests?: Suggestions,
		readonly label = '',
	) {
		super(message);
	}

	/** Refusals of one kind are reported together: there is one thing to do about them. */
	get kind(): string {
		return `${this.code} ${this.label}`;
	}
}

/** Turns the error of a number that this Node.js cannot hold into an InvalidValue, and returns any other as it is. */
export function ofNumberNotHeld(error: unknown): unknown {
	if (!(error instanceof NumberNotHeld)) return error;
	const problem = `is ${error.digits}, a number that JavaScript cannot hold`;
	return new InvalidValue('value.notInJson', error.field, problem, 'Give it as text, in quotes.');
}

/** A field of the node contains something that cannot be sent. */
export class InvalidValue extends InvalidInput {
	override name = 'InvalidValue';

	/** @param label of the field. @param problem follows the label: `is empty`. @param remedy as a sentence */
	constructor(code: Code, label: string, problem: string, remedy = '', suggests?: Suggestions) {
		super(code, `"${label}" ${problem}`, remedy, suggests, label);
	}
}

const SEND_ANYWAY =
	'If this is right, set "If Rows Look Wrong" in the options to "Send Them Anyway".';

export type LooksWrongCode = Extract<Code, `looksWrong.${string}`>;

/** Rows that can be sent, and look wrong. The user may say that they are right. */
export class LooksWrong extends InvalidInput {
	override name = 'LooksWrong';

	constructor(code: LooksWrongCode, message: string, remedy: string, label?: string) {
		super(code, message, `${remedy} ${SEND_ANYWAY}`, undefined, label);
	}
}
