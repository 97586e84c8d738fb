/** What a user should know of an execution, in the order of its weight: only so many hints are shown. */
export interface Notes {
	/**
	 * Adds what is true of an answer; of many, the first is named and the others are counted.
	 * @param place the answer, such as a shop and its period
	 */
	addOf(place: string, text: string): void;
	/** Adds what is true of an item. */
	add(text: string): void;
	/** One sentence each, those on answers first. */
	texts(): string[];
}

export function createNotes(): Notes {
	const ofItems: string[] = [];
	const ofAnswers = new Map<string, { first: string; others: number }>();
	return {
		addOf(place, text) {
			const known = ofAnswers.get(text);
			if (known) known.others++;
			else ofAnswers.set(text, { first: place, others: 0 });
		},
		add: (text) => void ofItems.push(text),
		texts: () => [
			...[...ofAnswers].map(
				([text, { first, others }]) =>
					`${text} (${first}${others > 0 ? ` and ${others} more` : ''})`,
			),
			...ofItems,
		],
	};
}
