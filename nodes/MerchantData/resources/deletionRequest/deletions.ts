import type { Execution } from '../../n8n/execution';
import type { Output } from '../../n8n/output';
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
 * Reads and checks the people of all items, so that invalid input is found before anything is sent.
 * @returns the deletions, the numbers of the items that could not be read, and how many values were
 *   left out because their item names them twice
 */
export function readDeletions(execution: Execution<typeof deletionRequestFields>, output: Output) {
	const deletions: Deletion[] = [];
	const unread: number[] = [];
	let repeats = 0;
	const onRepeat = () => void repeats++;
	execution.context.getInputData().forEach((_, item) => {
		let shop: string | null = null;
		try {
			shop = execution.shop(item, 'shopDomain');
			const emails = identifiers('emails', execution.field('emails', item), onRepeat);
			const phones = identifiers('phones', execution.field('phones', item), onRepeat);
			if (emails.length + phones.length === 0) {
				throw new InvalidValue(
					'Emails',
					'and "Phones" are both empty',
					'Give at least one email address or phone number.',
				);
			}
			deletions.push({ item, shop, emails, phones });
		} catch (error) {
			unread.push(item);
			output.fail(error, item, { outcome: 'notSent', status: null, shop });
		}
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
