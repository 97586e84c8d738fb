import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../../kit/engine.mts';
import { FIRST } from '../../kit/pushing.mts';

export const create = (options: IDataObject = {}, others: IDataObject = {}): IDataObject => ({
	resource: 'deletionRequest',
	operation: 'create',
	shopDomain: FIRST,
	emails: '={{ $json.emails }}',
	phones: '={{ $json.phones }}',
	...others,
	options,
});
export const people = [
	{ emails: 'ann@example.com' },
	{ phones: '+44 20 7946 0000' },
	{ emails: ['bob@example.com', 'Zoë@example.com'], phones: '0123-45678' },
];
const NAMES = ['ann@example', 'bob@example', '7946', '45678', 'zoë', 'zo\\u00eb'];

/** Everything that leaves the node or is written down about it. */
export function leftBehind({
	success,
	error,
	hints,
	thrown,
	logs,
	errorWorkflowInput,
}: RunResult): string {
	const ofNode = [...success, ...error].map(({ json }) =>
		// On the error branch n8n puts the input item's own fields beside the error.
		'error' in json ? json.error : json,
	);
	return [
		JSON.stringify(ofNode),
		JSON.stringify(hints),
		thrown?.message,
		thrown?.description,
		thrown?.stack,
		errorWorkflowInput,
		...logs,
	].join('\n');
}

export function expectNobodyIn(result: RunResult): void {
	// A time in milliseconds may hold the digits of a phone number by chance.
	const text = leftBehind(result)
		.toLowerCase()
		.replace(/\b1\d{12}\b/g, '');
	for (const name of NAMES) expect(text).not.toContain(name);
}
