import { filesOf, read } from '../../kit/repository.mts';

/** The examples in the library's README are right. */

const FOLDER = 'nodes/MerchantData/lib';
const page = read(`${FOLDER}/README.md`);
const files = filesOf(`${FOLDER}/*.ts`);

const examples = [...page.matchAll(/^## (.+)\n[^]*?```ts\n([^]*?)```/gm)].map(
	([, title, code]) => [title!, code!] as const,
);

/** Code that compares each line that ends in an arrow with the value after it. */
const asTest = (code: string) => code.replace(/^(.+) \/\/ → (.+)$/gm, 'expect($1).toEqual($2);');

it.each(examples)('the example of %s returns what it says', async (_, code) => {
	const modules = await Promise.all(
		files.map(async (path) => (await import(`../../../${path}`)) as Record<string, unknown>),
	);
	const names: Record<string, unknown> = Object.assign({ expect }, ...modules);
	const example = `return (async () => {\n${asTest(code)}\n})();`;
	const run = new Function(...Object.keys(names), example) as (
		...values: unknown[]
	) => Promise<void>;
	expect.assertions((code.match(/ \/\/ → /g) ?? []).length);
	await run(...Object.values(names));
});
