import type { RestClient } from './client.mts';

/** n8n's data tables, by the calls of its editor. Both lines have them. */

type DataRow = Record<string, string | number | boolean | null>;

export type DataTable = Awaited<ReturnType<typeof makeDataTable>>;

type Listed = { data: Array<DataRow & { id: string }> };

/** Makes a data table, in place of the one of that name. @param columns names and types */
export async function makeDataTable(
	client: RestClient,
	name: string,
	columns: Readonly<Record<string, string>>,
) {
	const { id: project } = await client.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const { data: all } = await client.call<Listed>('GET', tables);
	const known = all.find((table) => table.name === name);
	if (known !== undefined) await client.call('DELETE', `${tables}/${known.id}`);
	const { id } = await client.call<{ id: string }>('POST', tables, {
		name,
		columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
	});
	const table = `${tables}/${id}`;
	return {
		id,
		name,
		/** All rows in the order in which they were put in, without n8n's own columns. */
		async rows() {
			const { data } = await client.call<Listed>('GET', `${table}/rows?sortBy=id:asc&take=250`);
			return data.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row);
		},
	};
}
