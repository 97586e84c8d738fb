/** What the node was given cannot be sent. The message is a sentence of its own. */
export class InvalidInput extends Error {
	override name = 'InvalidInput';

	readonly remedy: string;

	/** @param remedy what to do about it, as a sentence */
	constructor(message: string, remedy = '') {
		super(message);
		this.remedy = remedy;
	}
}

/** A field of the node holds something that cannot be sent. */
export class InvalidValue extends InvalidInput {
	override name = 'InvalidValue';

	readonly field: string;

	/**
	 * @param field the label of the field, as the editor shows it
	 * @param problem what is wrong with the value, to follow the label: `is empty`
	 * @param remedy what to do about it, as a sentence
	 */
	constructor(field: string, problem: string, remedy = '') {
		super(`"${field}" ${problem}`, remedy);
		this.field = field;
	}
}

/** An entry of a field that takes several values. */
export class InvalidEntry extends InvalidInput {
	override name = 'InvalidEntry';

	readonly field: string;

	/**
	 * @param field the label of the field
	 * @param index of the entry, from 0
	 * @param problem what is wrong with it, to follow its place: `is empty`
	 */
	constructor(field: string, index: number, problem: string, remedy = '') {
		super(`The ${ordinal(index + 1)} entry of "${field}" ${problem}`, remedy);
		this.field = field;
	}
}

const ENDINGS = new Map([
	['one', 'st'],
	['two', 'nd'],
	['few', 'rd'],
]);
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1st, 2nd, 3rd, 4th … */
const ordinal = (place: number): string => `${place}${ENDINGS.get(ORDINALS.select(place)) ?? 'th'}`;
