import { sharedSandbox, SHOP } from '../../kit/sandbox.mts';

/** The page for people, and its buttons. */

const { sandbox, post } = sharedSandbox();

const rows = (...data: object[]) => ({ shop: SHOP, data });

const BODIES = {
	ads: rows({ n: 1 }),
	emailSms: rows({ campaign: '<b>Sale</b>' }),
	compliance: { shop: SHOP, emails: ['jane.doe@example.com'], phones: ['+4915112345678'] },
	sql: {
		shopId: SHOP,
		query: 'SELECT 1 AS one FROM orders WHERE 1 < 2',
		period: { startDate: '2026-03-01', endDate: '2026-03-31' },
	},
};
type Shown = keyof typeof BODIES;
const ENDPOINTS = Object.keys(BODIES) as Shown[];

/** Gives the status, or null for no answer. */
const send = async (endpoint: Shown, body: object = BODIES[endpoint]) =>
	await post(endpoint, body).catch(() => ({ status: null }));

const show = async () => await (await fetch(`${sandbox.url}/received`)).text();

/** Sends the form as a browser does, and gives the page to which it leads. */
async function press(name: string, endpoint = '') {
	expect(await show()).toContain(`<button name="${name}" value="${endpoint}">`);
	const body = new URLSearchParams({ [name]: endpoint });
	const answer = await fetch(`${sandbox.url}/received`, { method: 'POST', body });
	expect([answer.status, answer.redirected]).toEqual([200, true]);
	return await answer.text();
}

/** The texts of a table's lines, cell by cell. */
const lines = (page: string, table: string): string[][] => {
	const [, content = ''] = new RegExp(`<table id="${table}">(.*?)</table>`, 's').exec(page) ?? [];
	return [...content.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, line = '']) =>
		[...line.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
			cell.replace(/<[^>]+>/g, ' ').trim(),
		),
	);
};
const settings = (page: string) =>
	Object.fromEntries(lines(page, 'settings').map(([name, , state]) => [name, state]));
const requests = (page: string) => lines(page, 'requests').slice(1);

it('lists requests, the newest first, and escapes their content', async () => {
	await send('ads', rows({ n: 1 }, { n: 2 }));
	for (const each of ['emailSms', 'compliance', 'sql'] as const) await send(each);
	const page = await show();
	const shown = requests(page).map(([, , what, shop, answer, content]) => [
		what,
		shop,
		answer,
		content?.replaceAll('&#34;', '"'),
	]);
	expect(shown).toEqual([
		['SQL', SHOP, '200', expect.stringContaining('WHERE 1 &#60; 2')],
		['Deletion', SHOP, '200', '{"emails":["jane.doe@example.com"],"phones":["+4915112345678"]}'],
		['Email and SMS', SHOP, '200', expect.stringContaining('&#60;b&#62;Sale')],
		['Ads', SHOP, '200', expect.stringMatching(/^2 rows\s+{"n":1}\s+{"n":2}$/)],
	]);
	expect(page).toMatch(/Rows: <strong>3<.*Deletion requests: <strong>1</s);
});

it('shows rows that the log does not keep, and which request replaced them', async () => {
	sandbox.set({ logRows: false });
	for (const n of [1, 2]) await send('ads', rows({ id: 1, n }));
	const page = await show();
	const [later, earlier] = requests(page);
	expect(earlier?.at(-1)).toMatch(new RegExp(`1}\\s+replaced by no. ${later![0]}$`));
	expect(later?.at(-1)).toMatch(/2}$/);
	expect(page).toContain('Replaced: <strong>1</strong>');
});

it.each(ENDPOINTS)('the buttons of %s are for one request each', async (endpoint) => {
	const [before = ''] = (await show()).split(`<button name="refuse" value="${endpoint}">`);
	const at = before.split('<button name="refuse"').length - 1;
	const state = (page: string) => Object.values(settings(page))[at];
	await press('refuse', endpoint);
	await press('fail', endpoint);
	expect(state(await press('lose', endpoint))).toBe('Next: 400, 500, lostAnswer');
	for (const status of [400, 500, null, 200]) expect((await send(endpoint)).status).toBe(status);
	const page = await show();
	expect(state(page)).toBe('');
	const answers = requests(page).map(([, , , , answer]) => answer);
	expect(answers).toEqual(['200', 'No answer, as set', '500, as set', '400, as set']);
});
