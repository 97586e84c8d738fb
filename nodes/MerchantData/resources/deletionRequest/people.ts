import type { Execution } from '../../n8n/execution';
import { type Row, type Source, unsendable } from '../../rows/row';
import { InvalidValue } from '../../shared/invalidValue';
import type { deletionRequestFields } from './fields';
import { identifiers, KINDS } from './identifiers';

/** People whose data is to be deleted, as they are asked for. */
type People = Record<keyof typeof KINDS, string[]>;

const FIELDS = Object.keys(KINDS) as Array<keyof People>;

/**
 * Reads and checks the people of all items, so that bad input is found before anything is sent. Each input
 * item is a row of people. The rows themselves do not hold them: they are personal data.
 */
export function peopleSource(
	execution: Execution<typeof deletionRequestFields>,
): Source & { peopleOf(rows: readonly Row[]): People } {
	const { context, field, hint, isFixed } = execution;
	const items = context.getInputData();
	/** The fields that gave something for an item. */
	const given = new Set<string>();
	/** By item; nobody for one that cannot be sent. */
	const people: People[] = [];
	const rows = items.map((_, item): Row => {
		const place = { item, ordinal: 0, shop: '' };
		people[item] = { emails: [], phones: [] };
		try {
			place.shop = execution.shop(item, 'shopDomain');
			const named: People = { emails: [], phones: [] };
			for (const name of FIELDS) {
				named[name] = identifiers(name, field(name, item));
				if (named[name].length > 0) given.add(name);
			}
			people[item] = named;
			if (named.emails.length + named.phones.length > 0) return { ...place, json: '' };
			throw new InvalidValue(
				'Emails',
				'and "Phones" are both empty',
				'Give at least one email address or phone number.',
			);
		} catch (error) {
			return unsendable(place, undefined, error);
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

		/** The people of several rows, each once. */
		peopleOf(of) {
			const joined = (name: keyof People) => [
				...new Set(of.flatMap(({ item }) => people[item][name])),
			];
			return { emails: joined('emails'), phones: joined('phones') };
		},
	};
}
