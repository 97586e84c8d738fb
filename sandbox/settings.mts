import { SCOPES, SHOPS, type Endpoint } from './literals.mts';

/** A quota: `limit` requests per `windowMs` for one endpoint and one credential. */
export interface Quota {
	limit: number;
	windowMs: number;
}

/** Everything that can be switched while the sandbox runs. Most of it is what the spec leaves open. */
export interface Settings {
	/** Whether token answers tell the scopes, as RFC 6749, 5.1, allows; the spec shows no such field. */
	tellScopes: boolean;
	/** Milliseconds between using up a grant and answering the token call. */
	tokenDelayMs: number;
	/** Scopes the app may ask for; any other is an error on the consent page. */
	scopes: string[];
	/** Shops of the consent: the first is `accountId`, the rest `additionalShopIds`. */
	grantedShops: string[];
	/** Good answers to pushes, deletion requests and the key's inspection ("not shown"): as reported, or empty objects. */
	answers: 'reported' | 'empty';
	/** A refresh token comes only if the consent asked for this scope; `null`: always, as specified. */
	refreshTokenScope: string | null;
	/** Fields that replace those of a token answer, such as `{ expires_in: null }`. */
	tokenFields: Record<string, unknown>;
	/** One window, or several that count at once. */
	quotas: Partial<Record<Endpoint, Quota | Quota[]>>;
	/**
	 * A push that holds a row with this field (and value, if given) is refused as a whole: 400. `storeOthers`: the
	 * others are stored, and the answer lists errors.
	 */
	rejectRows: { field: string; value?: unknown; storeOthers?: boolean } | null;
	/** Whether a pushed row never replaces one: every row is stored beside the others. */
	rowsAddUp: boolean;
	/** Whether log entries of pushes keep the rows. Their number and bytes are always kept. */
	logRows: boolean;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
	tellScopes: false,
	tokenDelayMs: 0,
	scopes: [...SCOPES],
	grantedShops: [...SHOPS],
	answers: 'reported',
	refreshTokenScope: null,
	tokenFields: {},
	quotas: {},
	rejectRows: null,
	rowsAddUp: false,
	logRows: true,
};

/** Throws on a name that is not a setting: a misspelt switch in a test would pass unnoticed. */
export function changeSettings(settings: Settings, changes: Partial<Settings>): void {
	for (const name of Object.keys(changes)) {
		if (!(name in DEFAULT_SETTINGS)) throw new Error(`The sandbox has no setting "${name}"`);
	}
	Object.assign(settings, changes);
}
