import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..');

/**
 * Whatever the scripts make and may be deleted at any time. It stands in node_modules because n8n's
 * lint, whose configuration may not be changed, would read the scripts of an installed n8n elsewhere.
 */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'merchant-data');
