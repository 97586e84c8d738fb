/** What was learned of an answer beside its rows. */
export interface Learned {
	/** The member by which it says that there are more rows than it has. */
	notWhole?: string;
	/** A column of which a row has two. JSON keeps the value of the last one only. */
	columnTwice?: string;
	/** Whether numbers became texts, because JavaScript cannot hold them. */
	hasLongNumbers?: boolean;
	/** Whether a row was put under `row`. */
	hasErrorRow?: boolean;
}

const HINTS: { [name in keyof Learned]-?: (found: NonNullable<Learned[name]>) => string } = {
	notWhole: (member) =>
		`The answer says that there are more rows than it has ("${member}"): split the period, or ask for fewer rows`,
	columnTwice: (column) =>
		`Two columns of the answer are called "${column}", and the rows have the last one only: give it another name with AS`,
	hasLongNumbers: () => 'Some numbers are too long for n8n: they are given as text, as written',
	hasErrorRow: () => 'A row with "error" but no data is given under "row": n8n would see a failure',
};

/** What a user should know, in sentences without a full stop. */
export const hintsOn = (learned: Learned): string[] =>
	(Object.keys(HINTS) as Array<keyof Learned>).flatMap((name) => {
		const found = learned[name];
		if (found === undefined || found === false) return [];
		return [(HINTS[name] as (found: string | true) => string)(found)];
	});
