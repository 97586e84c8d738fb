import type { Resource } from '../n8n/operation';
import { adData } from './adData';
import { apiKey } from './apiKey';
import { connection } from './connection';
import { deletionRequest } from './deletionRequest';
import { emailSmsData } from './emailSmsData';
import { integration } from './integration';
import { shop } from './shop';
import { sql } from './sql';

/** The resources of the service, in the order of the menu. n8n wants it alphabetical. */
export const resources: readonly Resource[] = [
	adData,
	apiKey,
	connection,
	deletionRequest,
	emailSmsData,
	integration,
	shop,
	sql,
];
