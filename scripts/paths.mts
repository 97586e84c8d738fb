import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..');

/** Whatever the scripts make and may be deleted at any time. */
export const CACHE = join(ROOT, '.cache');
