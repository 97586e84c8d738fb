import type { Execution } from '../../n8n/execution';
import { InvalidValue } from '../../shared/invalidValue';
import type { deletionRequestFields } from './fields';
import { identifiers, joined } from './identifiers';

/** The people whose data is to be deleted: read from the items, and joined into requests. */

/** The people that one item names, for one shop. */
export interface Deletion {
	item: number;
	shop: string;
	emails: string[];
	phones: string[];
}

/**
 * Reads and checks the people of all items, so that bad input is found before anything is sent.
 * @param onProblems is told of an item that cannot be sent, with its shop where that is known, and may
 *   throw; of the problems there is at least one
 * @returns the other items, the numbers of those, and how many values were left out of an item because
 *   it had them already
 */
export function readDeletions(
	execution: Execution<typeof deletionRequestFields>,
	onProblems: (problems: readonly Error[], item: number, shop: string | null) => void,
) {
	const deletions: Deletion[] = [];
	const unread: number[] = [];
	let repeats = 0;
	const onRepeat = () => void repeats++;
	execution.context.getInputData().forEach((_, item) => {
		let shop: string | null = null;
		const problems: Error[] = [];
		const onProblem = (problem: Error) => void problems.push(problem);
		try {
			shop = execution.shop(item, 'shopDomain');
			const read = (kind: 'emails' | 'phones') =>
				identifiers(kind, execution.field(kind, item), onProblem, onRepeat);
			const [emails, phones] = [read('emails'), read('phones')];
			if (emails.length + phones.length + problems.length === 0) {
				throw new InvalidValue(
					'Emails',
					'and "Phones" are both empty',
					'Give at least one email address or phone number.',
				);
			}
			if (problems.length === 0) deletions.push({ item, shop, emails, phones });
		} catch (error) {
			problems.push(error as Error);
		}
		if (problems.length === 0) return;
		unread.push(item);
		onProblems(problems, item, shop);
	});
	return { deletions, unread, repeats };
}

/** One group per request: a single item, or items of a shop with a limited number of identifiers in all. */
export function grouped(
	deletions: readonly Deletion[],
	{ combine, maxIdentifiers }: { combine: boolean; maxIdentifiers: number },
): Deletion[][] {
	if (!combine) return deletions.map((deletion) => [deletion]);
	const groups: Deletion[][] = [];
	const latest = new Map<string, { group: Deletion[]; size: number }>();
	for (const deletion of deletions) {
		const size = deletion.emails.length + deletion.phones.length;
		let last = latest.get(deletion.shop);
		if (!last || last.size + size > maxIdentifiers) {
			last = { group: [], size: 0 };
			latest.set(deletion.shop, last);
			groups.push(last.group);
		}
		last.group.push(deletion);
		last.size += size;
	}
	return groups;
}

/** The people of a group, each once. */
export function personalDataOf(group: readonly Deletion[]) {
	return {
		shop: group[0].shop,
		emails: joined(group.map(({ emails }) => emails)),
		phones: joined(group.map(({ phones }) => phones)),
	};
}

/** What a receipt says of the people: only how many they are. */
export function numbersOf(group: readonly Deletion[]) {
	const { shop, emails, phones } = personalDataOf(group);
	return { shop, emails: emails.length, phones: phones.length };
}

export function pairs(group: readonly Deletion[]) {
	return group.map(({ item }) => ({ item }));
}
