import assert from 'node:assert/strict';
import type { Cluster } from './cluster.mts';
import { until } from '../../../scripts/until.mts';
import { assertCounts, makeRows, publishWorkflow, storedRows } from './workflow.mts';

const EXECUTIONS = 200;
/** Few enough executions of each to list them. */
const WORKFLOWS = 4;
const ROWS = 20;
const CALLERS = 10;
/** Half of what both workers have ready to send when a token call has held them up. */
const QUOTA = { limit: 10, windowMs: 2_000 };
/** The access token expires when so many pushes have been accepted; at 0, before anything is sent. */
const EXPIRES_AT = [0, 50, 100, 150];
/** A slow token endpoint is what makes two processes want to refresh at once. */
const TOKEN_MS = 2_000;
const LIMIT_MS = 180_000;
const OPEN = new Set(['new', 'running', 'waiting']);

/** All succeed, each row arrives once, and each expiry costs one token call in the whole cluster. */
export async function storm(cluster: Cluster): Promise<string> {
	const { sandbox, workers } = cluster;
	await cluster.startWorkers();
	const workflows = await Array.fromAsync(
		{ length: WORKFLOWS },
		async (_, index) => await publishWorkflow(cluster, `storm-${index}`),
	);
	const listAll = async () =>
		(await Promise.all(workflows.map(async (workflow) => await workflow.executions()))).flat();
	const count = (status: number) =>
		sandbox.requests('ads').filter((push) => push.status === status).length;
	sandbox.set({ quotas: { ads: QUOTA }, tokenDelayMs: TOKEN_MS });
	sandbox.clearLog();

	const expiries = [...EXPIRES_AT];
	const expire = setInterval(() => {
		const next = expiries[0];
		if (next === undefined || count(200) < next) return;
		expiries.shift();
		sandbox.expireAccessTokens();
	}, 20);
	try {
		await until('the first expiry', 1_000, () => expiries.length < EXPIRES_AT.length);
		let next = 0;
		await Promise.all(
			Array.from({ length: CALLERS }, async () => {
				while (next < EXECUTIONS) {
					const execution = next++;
					await workflows[execution % WORKFLOWS]?.start(makeRows(ROWS, ROWS * execution));
				}
			}),
		);
		await until('all executions have ended', LIMIT_MS, async () => {
			const ended = (await listAll()).filter(({ status }) => !OPEN.has(status));
			return ended.length >= EXECUTIONS;
		});
	} finally {
		clearInterval(expire);
		sandbox.set({ quotas: {}, tokenDelayMs: 0 });
	}

	const executions = await listAll();
	const rows = storedRows(sandbox);
	const shares = [...workers.values()].map(
		(worker) => executions.filter(({ id }) => worker.hasRun(id)).length,
	);
	const succeeded = executions.filter(({ status }) => status === 'success').length;
	assertCounts({
		executions: [executions.length, EXECUTIONS],
		succeeded: [succeeded, EXECUTIONS],
		senders: [new Set(rows.map(({ execution }) => execution)).size, EXECUTIONS],
		rows: [rows.length, EXECUTIONS * ROWS],
		differentRows: [new Set(rows.map(({ id }) => id)).size, EXECUTIONS * ROWS],
		expiries: [EXPIRES_AT.length - expiries.length, EXPIRES_AT.length],
		tokenCalls: [sandbox.requests('token').length, EXPIRES_AT.length],
	});
	assert.ok(count(429) > 0, 'the quota did not bite');
	assert.ok(Math.min(...shares) > 0, 'a worker had nothing to do');
	return `${shares.join(' + ')} by worker; ${count(429)} refusals by quota, ${count(401)} by expiry`;
}
