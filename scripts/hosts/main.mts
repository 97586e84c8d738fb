import { installHost, PINNED } from './install.mts';

/** Installs n8n 2.x, which otherwise happens when it is first needed. */

await installHost(PINNED['n8n-2']);
