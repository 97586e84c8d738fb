/** Which n8n there is, and what it is like by its version. Pure. */

/** A line of n8n that the package supports. What differs between 1.x and 2.x goes by it. */
export type HostLine = 'n8n-2' | 'n8n-1';

/**
 * The line that a version belongs to. What comes after 2.x is taken for 2.x until it is known better.
 * @throws Error if the package supports no n8n of that major version
 */
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
 * The versions that are meant, the best first.
 * @param asked a version, or a tag of the registry, such as `latest`. After the version of a tag follow those
 *   before it: while a version is being published, the registry does not have all its parts, and nobody can
 *   install it.
 * @throws Error if the registry does not have what was asked for
 */
export function candidates(asked: string, { versions, 'dist-tags': tags }: Published): string[] {
	const best = tags[asked] ?? asked;
	const index = versions.indexOf(best);
	if (index < 0) throw new Error(`The registry has no n8n "${asked}"`);
	if (tags[asked] === undefined) return [best];
	const released = versions.slice(0, index).filter((version) => !version.includes('-'));
	return [best, ...released.reverse()];
}
