import { installHost, PINNED } from './install.mts';

/** Installs n8n of both lines, which otherwise happens when it is first needed. */

for (const n8n of Object.values(PINNED)) await installHost(n8n);
