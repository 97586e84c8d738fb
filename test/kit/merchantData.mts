import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import type { Engine } from './engine.mts';
import { createEngine } from './engine.mts';

/** The engine with this package's node (named "Merchant Data" in the workflow) and credentials. */
export const createMerchantDataEngine = (): Engine =>
	createEngine(MerchantData, [MerchantDataOAuth2Api, MerchantDataApi]);
