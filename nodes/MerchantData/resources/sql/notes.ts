/** What a user should know about an execution, the most important first: only 20 hints are shown. */
export interface Notes {
	/**
	 * Adds a note on an answer. If several answers have the same note, the first one is named and the
	 * others are counted.
	 * @param place names the answer, such as its shop and period
	 */
	addOf(place: string, text: string): void;
	/** Adds a note on an item. */
	add(text: string): void;
	/** One sentence per note, those on answers first. */
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
