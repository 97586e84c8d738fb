/** What the node was given cannot be sent. The message is a sentence of its own. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly remedy = '',
	) {
		super(message);
	}
}

/** A field of the node holds something that cannot be sent. */
export class InvalidValue extends InvalidInput {
	override name = 'InvalidValue';

	/** @param field its label. @param problem to follow the label: `is empty`. @param remedy as a sentence */
	constructor(field: string, problem: string, remedy = '') {
		super(`"${field}" ${problem}`, remedy);
	}
}
