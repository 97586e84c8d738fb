import { installHost, PINNED } from './install.mts';
// Otherwise it is installed when it is first needed.
await installHost(PINNED['n8n-2']);
