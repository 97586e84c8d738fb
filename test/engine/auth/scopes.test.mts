import type { RunResult } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	ENDPOINT_OF,
	OPERATIONS,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

/** Whoever is refused is told which scope the operation needs, as its form or page calls it. */

// A refresh token that is dead is looked at again for five seconds.

const stage = sharedStage();

/** The specification names no other ("Endpoints" 5, 6 and 8). */
const SCOPES: Partial<Record<OperationName, string>> = {
	push: 'the scope "Ads: Write"',
	pushEmailSms: 'the scope "Email/SMS: Write"',
	sql: 'the scope "Data Out"',
};
const ALL = Object.keys(OPERATIONS) as OperationName[];
const CASES = ALL.flatMap((operation) =>
	[401, 403].map((status): [OperationName, number] => [operation, status]),
);

const run = async (operation: OperationName): Promise<RunResult> =>
	await stage.run({ parameters: parametersOf(operation, { maxWait: 0 }), items: [{ n: 1 }] });

function expectScope(operation: OperationName, { thrown }: RunResult): void {
	const said = `${thrown!.message} ${thrown!.description}`;
	const named = said.match(/the scope "[^"]+"/g) ?? [];
	expect(named).toEqual([SCOPES[operation]].filter((scope) => scope !== undefined));
}

it.each(CASES)('%s, refused with %i', async (operation, status) => {
	const { sandbox } = stage;
	sandbox.chaos({ endpoints: [ENDPOINT_OF[operation]], probability: 1, faults: [status] });
	const result = await run(operation);
	expect(result.thrown!.httpCode).toBe(String(status));
	expectScope(operation, result);
});

it.each(['push', 'pushEmailSms', 'shops'] as const)(
	'%s, with a connection that is lost',
	async (operation) => {
		stage.connect({ expired: true, refreshExpired: true });
		const result = await run(operation);
		expect(result.thrown!.message).toContain('must be reconnected');
		expectScope(operation, result);
	},
);
