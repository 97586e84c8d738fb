import { jsonListener, type JsonAnswer, type JsonRequest } from './json.mts';

/** As much of HubSpot's CRM API (v3) as the example calls: search and update contacts, create notes. */

export type Properties = Record<string, string>;

/** What n8n's credential holds. */
export const HUBSPOT_TOKEN = 'pat-stand-in';
/** HubSpot's own number for "this note is on that contact". */
const NOTE_TO_CONTACT = 202;
const PAGE = 2;

interface Search {
	filterGroups: Array<{ filters: Array<{ propertyName: string; value?: string }> }>;
	properties?: string[];
	after?: string;
}

interface Note {
	properties: { hs_note_body: string; hs_timestamp: string };
	associations: Array<{ to: { id: string | number }; types: Array<{ associationTypeId: number }> }>;
}

export function createHubSpot() {
	/** The contacts' properties, by id. */
	const contacts = new Map<string, Properties>();
	/** The notes, in order, each with the contact it is on. */
	const notes: Array<{ contact: string; text: string }> = [];

	function search({ filterGroups, properties = [], after = '0' }: Search): JsonAnswer {
		const found = [...contacts].filter(([, contact]) =>
			filterGroups.some(({ filters }) =>
				filters.every(({ propertyName, value }) => contact[propertyName] === value),
			),
		);
		const next = Number(after) + PAGE;
		const results = found.slice(Number(after), next).map(([id, contact]) => ({
			id,
			properties: Object.fromEntries(properties.map((name) => [name, contact[name] ?? null])),
		}));
		const paging = next < found.length ? { paging: { next: { after: String(next) } } } : {};
		return [200, { total: found.length, results, ...paging }];
	}

	function note({ properties, associations }: Note): JsonAnswer {
		const isDated = !Number.isNaN(Date.parse(properties.hs_timestamp));
		for (const { to, types } of associations) {
			const id = String(to.id);
			const isKnown = types.some(({ associationTypeId }) => associationTypeId === NOTE_TO_CONTACT);
			if (!isDated || !isKnown || !contacts.has(id)) return failure(400);
			notes.push({ contact: id, text: properties.hs_note_body });
		}
		return [201, { id: String(notes.length), properties }];
	}

	function update(id: string, properties: Properties): JsonAnswer {
		const contact = contacts.get(id);
		if (contact === undefined) return failure(404);
		Object.assign(contact, properties);
		return [200, { id, properties }];
	}

	function respond({ method, path, headers, body }: JsonRequest): JsonAnswer {
		if (headers.authorization !== `Bearer ${HUBSPOT_TOKEN}`) return failure(401);
		const [, id] = /^\/crm\/v3\/objects\/contacts\/(\d+)$/.exec(path) ?? [];
		if (method === 'PATCH' && id !== undefined)
			return update(id, (body as { properties: Properties }).properties);
		if (method !== 'POST') return failure(405);
		if (path === '/crm/v3/objects/contacts/search') return search(body as Search);
		if (path === '/crm/v3/objects/notes') return note(body as Note);
		return failure(404);
	}

	return { hosts: { 'api.hubapi.com': jsonListener(respond) }, contacts, notes };
}

const failure = (status: number): JsonAnswer => [
	status,
	{ status: 'error', message: 'refused by the stand-in', correlationId: 'stand-in' },
];
