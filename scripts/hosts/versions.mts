/** Which n8n there is, and what it is like by its version. Pure. */

/** A line of n8n that the package supports. What differs between 1.x and 2.x goes by it. */
export type HostLine = 'n8n-2' | 'n8n-1';

/** What comes after 2.x is taken for 2.x until it is known better. */
export function lineOf(version: string): HostLine {
	const major = Number.parseInt(version);
	if (major >= 2) return 'n8n-2';
	if (major === 1) return 'n8n-1';
	throw new Error(`n8n ${version} is neither 1.x nor newer`);
}

export interface Published {
	/** In ascending order. */
	versions: string[];
	'dist-tags': Record<string, string>;
}

/**
 * What a version or a tag means, the best first. While a version is being published nobody can install it, so the
 * ones before that of a tag follow.
 */
export function candidates(asked: string, { versions, 'dist-tags': tags }: Published): string[] {
	const best = tags[asked] ?? asked;
	const index = versions.indexOf(best);
	if (index < 0) throw new Error(`The registry has no n8n "${asked}"`);
	if (tags[asked] === undefined) return [best];
	const released = versions.slice(0, index).filter((version) => !version.includes('-'));
	return [best, ...released.reverse()];
}
