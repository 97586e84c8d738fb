import type { Resource } from '../n8n/operation';
import { adData } from './adData';
import { apiKey } from './apiKey';
import { connection } from './connection';
import { deletionRequest } from './deletionRequest';
import { emailSmsData } from './emailSmsData';
import { integration } from './integration';
import { shop } from './shop';
import { sql } from './sql';

/** The resources of the service, in menu order: n8n asks for the alphabet. */
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
