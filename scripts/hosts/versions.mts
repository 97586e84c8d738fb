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
