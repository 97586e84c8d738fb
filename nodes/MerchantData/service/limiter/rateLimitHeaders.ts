/** What a service says is left of its quota, and for how long that holds. */
export interface QuotaLeft {
	requests: number;
	/** Until the quota is whole again. */
	resetMs: number;
}

/** Response headers as n8n gives them: names in lower case, repeated headers as lists. */
export type Headers = Readonly<Record<string, unknown>>;

/** `RateLimit-Remaining` of the older drafts, and what was in use before there was a draft. */
const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** A larger number of seconds is a time since 1970, and one larger still such a time in milliseconds. */
const SECONDS_SINCE_1970 = 1e8;
const MILLISECONDS_SINCE_1970 = 1e11;

const textOf = (value: unknown) => String(Array.isArray(value) ? value[0] : (value ?? '')).trim();

/** @returns undefined where the text does not begin with a number */
function numberAt(text: string | undefined): number | undefined {
	const digits = /^\d+(\.\d+)?/.exec(text ?? '')?.[0];
	return digits === undefined ? undefined : Number(digits);
}

function millisecondsUntil(reset: number, now: number): number {
	if (reset >= MILLISECONDS_SINCE_1970) return Math.max(0, reset - now);
	if (reset >= SECONDS_SINCE_1970) return Math.max(0, reset * 1_000 - now);
	return reset * 1_000;
}

/** `RateLimit: "burst";r=5;t=1, "daily";r=900;t=3600`, and `limit=10, remaining=5, reset=1` of an older draft. */
function structured(text: string): Array<[remaining?: number, reset?: number]> {
	const parameter = (item: string, names: string) =>
		numberAt(new RegExp(`(?:^|[;,\\s])(?:${names})=(.*)`, 'i').exec(item)?.[1]);
	const items = /\bremaining=/i.test(text) ? [text] : text.split(',');
	return items.map((item) => [parameter(item, 'r|remaining'), parameter(item, 't|reset')]);
}

/**
 * What the rate-limit headers of an answer say is left: of several quotas the smallest.
 * @param now ms since the epoch; some services name the end of the quota as a time
 * @returns undefined where they say nothing, or nothing that can be read
 */
export function quotaLeft(headers: Headers | undefined, now: number): QuotaLeft | undefined {
	if (!headers) return undefined;
	const said = [
		...structured(textOf(headers.ratelimit)),
		...PREFIXES.map((prefix) => [
			numberAt(textOf(headers[`${prefix}-remaining`])),
			numberAt(textOf(headers[`${prefix}-reset`])),
		]),
	];
	let least: QuotaLeft | undefined;
	for (const [requests, reset] of said) {
		if (requests === undefined || reset === undefined) continue;
		if (least && least.requests <= requests) continue;
		least = { requests, resetMs: millisecondsUntil(reset, now) };
	}
	return least;
}
