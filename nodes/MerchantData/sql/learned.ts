export interface Learned {
	/** The member that says that there are more rows. */
	notWhole?: string;
	/** A column that a row has twice. JSON keeps the last value only. */
	columnTwice?: string;
	/** Whether numbers became text, because JavaScript cannot hold them. */
	hasLongNumbers?: boolean;
	/** Whether a row was put under `row`. */
	hasErrorRow?: boolean;
}

export function hintsOn({ notWhole, columnTwice, hasLongNumbers, hasErrorRow }: Learned): string[] {
	return [
		notWhole !== undefined &&
			`The answer says that there are more rows than it has ("${notWhole}"): split the period, or query fewer rows`,
		columnTwice !== undefined &&
			`Two columns of the answer are called "${columnTwice}", and the rows have the last one only: give it another name with AS`,
		hasLongNumbers && 'Some numbers are too long for n8n, so they are returned as text',
		hasErrorRow &&
			'A row with "error" but no data is returned under "row", because n8n would take it for a failure',
	].filter((hint) => typeof hint === 'string');
}
