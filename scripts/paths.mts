import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/**
 * Whatever the scripts make; it may be deleted at any time. It is beside the project's node_modules, because
 * `npm ci` deletes that folder and an installed n8n takes minutes. Its last folder is called node_modules as
 * well: n8n's lint, whose configuration may not be changed, would read the scripts of n8n anywhere else.
 */
export const CACHE = join(ROOT, '.cache', 'node_modules');
