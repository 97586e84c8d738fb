import { installHost, PINNED } from './install.mts';

/** Installs n8n of both lines, which otherwise happens when it is first needed. */

await Promise.all(Object.values(PINNED).map(installHost));
