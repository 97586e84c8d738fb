import type { INodeProperties } from 'n8n-workflow';
import type { CredentialName } from '../service/endpoints';
import type { Resource } from './operation';

/** The node's properties: the two menus, then the fields of each operation, shown only for it. */
export function nodeProperties(resources: readonly Resource[]): INodeProperties[] {
	return [resourceMenu(resources), ...resources.map(operationMenu), ...resources.flatMap(fieldsOf)];
}

/** The resources that use a credential type. */
export function resourcesWith(
	resources: readonly Resource[],
	credential: CredentialName,
): string[] {
	return resources
		.filter((resource) => [credential, 'both'].includes(resource.credential))
		.map((resource) => resource.value);
}

const MENU = { type: 'options', noDataExpression: true } as const;

function resourceMenu(resources: readonly Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		...MENU,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: resources[0].value,
	};
}

function operationMenu(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		...MENU,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: resource.operations[0].value,
	};
}

function fieldsOf(resource: Resource): INodeProperties[] {
	return resource.operations.flatMap((operation) =>
		(operation.fields as unknown as INodeProperties[]).map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: {
					resource: [resource.value],
					operation: [operation.value],
					...field.displayOptions?.show,
				},
			},
		})),
	);
}
