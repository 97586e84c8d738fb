import { Container } from '@n8n/di';
import { ExternalSecretsProxy, getAdditionalKeys } from 'n8n-core';
import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';
import type { CredentialClass } from './nodeTypes.mts';
import { OAuth2Api } from './oAuth2Api.mts';

type Data = ICredentialDataDecryptedObject;

/** n8n and this package keep locks by id, so an id stands for one credential in the whole process. */
let credentials = 0;

/** As in a database: `data` is JSON, so that nobody shares objects with it. */
type Row = { id: string; name: string; type: string; data: string };

/** What an expression is evaluated over that stands in no workflow. */
function alone(): NonNullable<Parameters<ICredentialsHelper['getDecrypted']>[6]> {
	const node = { name: 'any', type: 'any', typeVersion: 1, parameters: {} } as INode;
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const nothing = { runExecutionData: null, connectionInputData: [] };
	return { workflow, node, runIndex: 0, itemIndex: 0, ...nothing };
}

/** What n8n's own helper does with credentials, over a table in memory. */
export class MemoryCredentials extends ICredentialsHelper {
	private readonly rows = new Map<string, Row>();

	private readonly types: Map<string, ICredentialType>;

	constructor(classes: CredentialClass[]) {
		super();
		this.types = new Map([OAuth2Api, ...classes].map((each) => [new each().name, new each()]));
	}

	/** Stores a credential of the given type; the data is what a user types, and `oauthTokenData`. */
	add(type: string, data: Data): string {
		const id = `credential-${++credentials}`;
		this.rows.set(id, { id, name: `${type} ${id}`, type, data: JSON.stringify(data) });
		return id;
	}

	read(id: string): Data {
		return JSON.parse(this.row(id).data) as Data;
	}

	/** The data as n8n uses it: with defaults, and expressions evaluated. */
	async resolved(id: string): Promise<Data> {
		const { type, name } = this.row(id);
		return await this.getDecrypted(this.additionalData(), { id, name }, type, 'internal');
	}

	/** Writes fields of the stored data, as another process or the user in the editor would. */
	write(id: string, change: Data): void {
		this.row(id).data = JSON.stringify({ ...this.read(id), ...change });
	}

	/** The `credentials` of a node that uses the given ones. */
	forNode(ids: string[]): Record<string, INodeCredentialsDetails> {
		const rows = ids.map((id) => this.row(id));
		return Object.fromEntries(rows.map(({ id, name, type }) => [type, { id, name }]));
	}

	/** What n8n hands to all that runs with these credentials. */
	additionalData() {
		return {
			credentialsHelper: this,
			externalSecretsProxy: Container.get(ExternalSecretsProxy),
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	getParentTypes(name: string): string[] {
		const parents = this.getType(name).extends ?? [];
		return [...parents.flatMap((parent) => this.getParentTypes(parent)), ...parents];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		const type = this.getType(name);
		const properties: INodeProperties[] = [];
		for (const parent of type.extends ?? []) {
			NodeHelpers.mergeNodeProperties(properties, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(properties, type.properties);
		return properties;
	}

	async authenticate(
		credentials: Data,
		typeName: string,
		request: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { properties } = this.getType(typeName).authenticate as IAuthenticateGeneric;
		const $credentials = { $credentials: credentials };
		const headers = Object.entries(properties.headers ?? {}).map(([name, value]) => [
			name,
			workflow.expression.getSimpleParameterValue(node, String(value), 'internal', $credentials),
		]);
		return { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } };
	}

	/** No credential of this package asks for a token before its requests. */
	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<never> {
		throw new Error('The engine asks for decrypted credentials only');
	}

	async getDecrypted(...given: Parameters<ICredentialsHelper['getDecrypted']>): Promise<Data> {
		const [additionalData, details, typeName, mode, executeData, raw, resolveValues] = given;
		const stored = this.read(details.id!);
		if (raw) return stored;
		const properties = this.getCredentialsProperties(typeName);
		const data = NodeHelpers.getNodeParameters(
			...([properties, stored, true, false, null, null] as unknown as Parameters<
				typeof NodeHelpers.getNodeParameters
			>),
		) as unknown as Data;
		if (stored.oauthTokenData !== undefined) data.oauthTokenData = stored.oauthTokenData;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
			resolveValues ?? alone();
		return workflow.expression.getParameterValue(
			data as never,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			keys,
			executeData,
			false,
			data as never,
		) as unknown as Data;
	}

	async updateCredentials(): Promise<never> {
		throw new Error('The engine updates tokens only');
	}

	async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData }: Data,
	): Promise<void> {
		this.write(details.id!, { oauthTokenData });
	}

	private getType(name: string): ICredentialType {
		return this.types.get(name)!;
	}

	private row(id: string): Row {
		return this.rows.get(id)!;
	}
}
