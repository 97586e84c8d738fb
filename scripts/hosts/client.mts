import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';
import { until } from '../until.mts';
import type { Execution, Workflow } from './executions.mts';

const REQUEST_MS = 60_000;
/** How often n8n is asked, and how long after one another, while it answers that it is not ready. */
const TRIES = 30;
const PAUSE_MS = 1_000;
const DONE = new Set(['success', 'error', 'crashed', 'canceled']);

/** The account that n8n asks for at its first start. It opens nothing but an n8n that only this machine can reach. */
export const OWNER = { email: 'owner@merchant-data.example', password: 'Local-only-1' };

/** A credential as it is created: its type's name and its fields. */
export interface CredentialInput {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

type Stored = Record<'id' | 'name', string>;
type Listed = Omit<Execution, 'data'>;

/** Drives n8n (either line) by the calls that its own editor makes. */
export class RestClient {
	readonly url: string;
	readonly #browserId = randomUUID();
	#cookie = '';

	/** @param url the host's address without a trailing slash */
	constructor(url: string) {
		this.url = url;
	}

	/** One call as the signed-in user. @returns what n8n answers under `data` */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.#fetch(method, `${this.url}/rest${path}`, body);
		const text = await response.text();
		if (!response.ok) {
			throw new Error(
				`n8n answered ${method} /rest${path} with ${response.status}: ${text.slice(0, 500)}`,
			);
		}
		return (JSON.parse(text) as { data: T }).data;
	}

	async #fetch(method: string, url: string, body?: unknown, tries = TRIES): Promise<Response> {
		const request = () =>
			fetch(url, {
				method,
				headers: {
					'browser-id': this.#browserId,
					cookie: this.#cookie,
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				body: body === undefined ? undefined : JSON.stringify(body),
				signal: AbortSignal.timeout(REQUEST_MS),
			});
		// n8n closes idle connections after 5 s; on a busy machine a request can meet the closing.
		const response = await request().catch((error: unknown) => {
			if (method !== 'GET') throw error;
			return request();
		});
		// On a busy machine n8n may lose its database for a moment: it has taken up nothing then.
		if (response.status === 503 && tries > 1) {
			await sleep(PAUSE_MS);
			return await this.#fetch(method, url, body, tries - 1);
		}
		const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('n8n-auth='));
		if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
		return response;
	}

	/** Creates the owner on a new instance, signs in on one that has an owner. */
	async signIn(): Promise<void> {
		type Settings = { userManagement: { showSetupOnFirstLoad: boolean } };
		const { userManagement } = await this.call<Settings>('GET', '/settings');
		const { email, password } = OWNER;
		const names = { firstName: 'Local', lastName: 'Owner' };
		if (userManagement.showSetupOnFirstLoad)
			await this.call('POST', '/owner/setup', { email, password, ...names });
		else await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async saveCredential(credential: CredentialInput): Promise<string> {
		const all = await this.call<Array<Stored & { type: string }>>('GET', '/credentials');
		const known = all.find(
			({ name, type }) => name === credential.name && type === credential.type,
		);
		const [method, path] = known ? ['PATCH', `/credentials/${known.id}`] : ['POST', '/credentials'];
		return (await this.call<Stored>(method, path, credential)).id;
	}

	async testCredential(id: string, credential: CredentialInput) {
		type Verdict = { status: 'OK' | 'Error'; message: string };
		const credentials = { id, ...credential };
		return await this.call<Verdict>('POST', '/credentials/test', { credentials });
	}

	async consentUrl(credentialId: string): Promise<string> {
		return await this.call<string>('GET', `/oauth2-credential/auth?id=${credentialId}`);
	}

	/** Presses a button of the consent page, and comes back to n8n as the browser would. */
	async answerConsent(credentialId: string, decision: 'approve' | 'deny') {
		const answer = await fetch(await this.consentUrl(credentialId), {
			method: 'POST',
			body: new URLSearchParams({ decision }),
			redirect: 'manual',
			signal: AbortSignal.timeout(REQUEST_MS),
		});
		const callback = answer.headers.get('location') ?? '';
		if (!callback.startsWith(`${this.url}/rest/oauth2-credential/callback?`)) {
			const text = pageText(await answer.text());
			throw new Error(`Consent did not lead back to n8n (${answer.status}): ${text}`);
		}
		return await this.followCallback(credentialId, callback);
	}

	/** Comes back to n8n from a consent page, to its own address with `code` and `state`, or with an error. */
	async followCallback(credentialId: string, callback: string) {
		const result = await this.#fetch('GET', callback);
		const text = pageText(await result.text());
		const path = `/credentials/${credentialId}?includeData=true`;
		const { data } = await this.call<{ data?: { oauthTokenData?: true } }>('GET', path);
		return { status: result.status, text, connected: data?.oauthTokenData === true };
	}

	/** Connects a stored OAuth2 credential through the consent page. @throws Error when that fails */
	async connectOAuth(credentialId: string): Promise<void> {
		const { status, text, connected } = await this.answerConsent(credentialId, 'approve');
		if (status !== 200 || !connected) {
			throw new Error(`n8n could not connect the credential (${status}): ${text}`);
		}
	}

	async saveWorkflow(workflow: Workflow): Promise<Workflow & Stored> {
		const all = await this.call<Array<Stored & { isArchived?: boolean }>>('GET', '/workflows');
		const known = all.find(({ name, isArchived }) => name === workflow.name && isArchived !== true);
		if (known === undefined) {
			const tags = await this.#tagIds(workflow);
			return await this.call('POST', '/workflows', { ...workflow, tags, active: false });
		}
		const { nodes, connections, settings } = workflow;
		const changes = { nodes, connections, settings };
		return await this.call('PATCH', `/workflows/${known.id}?forceSave=true`, changes);
	}

	/** The ids of the workflow's tags, which are made if they are not there. */
	async #tagIds({ tags = [] }: Workflow): Promise<string[]> {
		if (tags.length === 0) return [];
		const known = await this.call<Stored[]>('GET', '/tags');
		const ids: string[] = [];
		for (const { name } of tags) {
			const tag = known.find((each) => each.name === name);
			ids.push((tag ?? (await this.call<Stored>('POST', '/tags', { name }))).id);
		}
		return ids;
	}

	/** Activates a saved workflow (2.x: publishes it), or ends that; n8n may go on with it afterwards. */
	async setActive({ id, versionId }: Workflow & Stored, active: boolean): Promise<void> {
		const [call, body] = active ? ['activate', { versionId }] : ['deactivate', {}];
		// 1.x has no call of its own for it.
		await this.call('POST', `/workflows/${id}/${call}`, body).catch(
			async () => await this.call('PATCH', `/workflows/${id}`, { active, versionId }),
		);
	}

	/** The latest executions of a workflow, the last one first. n8n cuts pages so that a second one would miss some. */
	async listExecutions({ id }: Stored) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const path = `/executions?filter=${filter}&limit=100`;
		return (await this.call<{ results: Listed[] }>('GET', path)).results;
	}

	/** Those of them that have ended, the first one first, with their data unpacked. */
	async executionsOf(workflow: Stored): Promise<Execution[]> {
		const all = await this.listExecutions(workflow);
		const ended = all.reverse().filter(({ stoppedAt }) => stoppedAt);
		return await Promise.all(ended.map(async ({ id }) => await this.waitForExecution(id, 10_000)));
	}

	/** As the editor's button does. @param json what the trigger gives, if it gives nothing by itself: a chat's message */
	async start(workflow: Workflow & Stored, name: string, json?: Record<string, unknown>) {
		const times = { startTime: Date.now(), executionTime: 0, executionIndex: 0 };
		const data = { ...times, executionStatus: 'success', source: [null] };
		const given = json === undefined ? {} : { data: { ...data, data: { main: [[{ json }]] } } };
		const triggerToStartFrom = { name, ...given };
		const body = { workflowData: workflow, startNodes: [], triggerToStartFrom };
		const path = `/workflows/${workflow.id}/run`;
		return (await this.call<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** The same, and waits for its end. An execution that failed is returned, not thrown. */
	async run(...how: Parameters<RestClient['start']>): Promise<Execution> {
		return await this.waitForExecution(await this.start(...how), 120_000);
	}

	/** Waits until an execution has ended and reads it, with its data unpacked. */
	async waitForExecution(id: string, limitMs: number): Promise<Execution> {
		return await until(`execution ${id} ends`, limitMs, async () => {
			const stored = await this.call<Listed & { data: string }>('GET', `/executions/${id}`);
			if (!stored.stoppedAt || !DONE.has(stored.status)) return undefined;
			// The data are flatted text. 1.x stores the end of an execution a moment before its data.
			const data = parse(stored.data) as Execution['data'] | undefined;
			return data?.resultData && { ...stored, data };
		});
	}
}

const pageText = (html: string): string =>
	html
		.replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, 300);
