import type { Execution } from '../../n8n/execution';
import { unsendable } from '../../rows/objectRow';
import type { Row, Source } from '../../rows/row';
import { InvalidValue } from '../../shared/invalidValue';
import type { deletionRequestFields } from './fields';
import { identifiers, KINDS } from './identifiers';

/** The people whose data is to be deleted: each input item is a row of them. */
export interface People {
	emails: string[];
	phones: string[];
}

const FIELDS = Object.keys(KINDS) as Array<keyof typeof KINDS>;

/**
 * Reads and checks the people of all items, so that bad input is found before anything is sent.
 * @throws InvalidValue where an option is wrong
 */
export function peopleSource(execution: Execution<typeof deletionRequestFields>): Source {
	const { context, field, hint, isFixed } = execution;
	const items = context.getInputData();
	/** The fields that gave something for an item. */
	const given = new Set<string>();
	const rows = items.map((_, item): Row => {
		const place = { item, ordinal: 0, shop: '' };
		try {
			place.shop = execution.shop(item, 'shopDomain');
			const people: People = { emails: [], phones: [] };
			for (const name of FIELDS) {
				people[name] = identifiers(name, field(name, item));
				if (people[name].length > 0) given.add(name);
			}
			if (people.emails.length + people.phones.length > 0)
				return { ...place, json: JSON.stringify(people) };
			throw new InvalidValue(
				'Emails',
				'and "Phones" are both empty',
				'Give at least one email address or phone number.',
			);
		} catch (error) {
			return unsendable(place, { emails: [], phones: [] }, error);
		}
	});
	for (const name of FIELDS) {
		if (isFixed(name) || given.has(name) || given.size === 0) continue;
		hint(
			`"${KINDS[name].field}" is an expression that gives nothing for any item. Check the name of the field in it.`,
		);
	}
	return {
		rows: () => [rows],
		skipped: () => 0,
		placeOf: ({ item }) => `contact ${item + 1}`,
	};
}

/** The people of several rows, each once. */
export function peopleOf(rows: readonly Row[]): People {
	const all = rows.map(({ json }) => JSON.parse(json) as People);
	const joined = (name: keyof People) => [...new Set(all.flatMap((people) => people[name]))];
	return { emails: joined('emails'), phones: joined('phones') };
}
