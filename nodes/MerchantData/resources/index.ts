import type { Resource } from '../runtime/operation';
import { adData } from './adData';
import { apiKey } from './apiKey';
import { complianceRequest } from './complianceRequest';
import { connection } from './connection';
import { emailSmsData } from './emailSmsData';
import { integration } from './integration';
import { shop } from './shop';
import { sqlQuery } from './sqlQuery';

/** The resources of the service, in menu order: n8n asks for the alphabet. */
export const resources: readonly Resource[] = [
	adData,
	apiKey,
	connection,
	complianceRequest,
	emailSmsData,
	integration,
	shop,
	sqlQuery,
];
