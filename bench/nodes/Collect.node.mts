import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { describe } from './describe.mts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects what earlier runs left in memory, which would take time from those that follow. */
export class Collect implements INodeType {
	description = describe('collect', {});

	async execute(this: IExecuteFunctions) {
		collectGarbage();
		return [this.getInputData()];
	}
}
