/** What the node was given cannot be sent. The message is a sentence of its own. */
export class InvalidInput extends Error {
	readonly remedy: string;

	constructor(message: string, remedy = '') {
		super(message);
		this.remedy = remedy;
	}
}

/** A field of the node holds something that cannot be sent. */
export class InvalidValue extends InvalidInput {
	override name = 'InvalidValue';

	/**
	 * @param field the label of the field, as the editor shows it
	 * @param problem what is wrong with the value, to follow the label: `is empty`
	 * @param remedy what to do about it, as a sentence
	 */
	constructor(field: string, problem: string, remedy = '') {
		super(`"${field}" ${problem}`, remedy);
	}
}
