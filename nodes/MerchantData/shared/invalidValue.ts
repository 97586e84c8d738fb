/** A field of the node holds something that cannot be sent. */
export class InvalidValue extends Error {
	override name = 'InvalidValue';

	readonly field: string;

	readonly remedy: string;

	/**
	 * @param field the label of the field, as the editor shows it
	 * @param problem what is wrong with the value, to follow the label: `is empty`
	 * @param remedy what to do about it, as a sentence
	 */
	constructor(field: string, problem: string, remedy = '') {
		super(`"${field}" ${problem}`);
		this.field = field;
		this.remedy = remedy;
	}
}
