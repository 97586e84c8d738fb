import { escapeHtml } from './errors.mts';
import { ACCOUNT_ID, PUSHES } from './literals.mts';

/** What the consent page says about a scope. The spec shows no meanings; unknown ones have none. */
const SCOPE_TEXTS: Record<string, string> = {
	read_data: 'Read the data of your shops',
	write_data: 'Write data to your shops',
	manage_integrations: 'Manage your integrations',
	...Object.fromEntries(Object.values(PUSHES).map(({ scope, rows }) => [scope, `Push ${rows}`])),
};

const STYLE = `
	:root { color-scheme: light; }
	* { box-sizing: border-box; }
	body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px;
		font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: linear-gradient(160deg, #eef3f8, #dfe8e4); }
	main { width: min(460px, 100%); background: #fff; border-radius: 16px; padding: 32px;
		box-shadow: 0 10px 40px #1d273322; }
	.mark { display: flex; align-items: center; gap: 10px; color: #5a6b7b; font-size: 14px; }
	.mark::before { content: ''; width: 28px; height: 28px; border-radius: 8px;
		background: linear-gradient(135deg, #1f7a5c, #3fb58a); }
	h1 { font-size: 22px; line-height: 1.3; margin: 20px 0 8px; }
	h2 { font-size: 13px; text-transform: uppercase; letter-spacing: .06em; color: #5a6b7b; margin: 24px 0 8px; }
	p { margin: 0 0 8px; }
	ul { list-style: none; margin: 0; padding: 0; border: 1px solid #e3e9ef; border-radius: 10px; }
	li { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 10px 14px; }
	li + li { border-top: 1px solid #e3e9ef; }
	code { font: 13px ui-monospace, monospace; color: #5a6b7b; }
	form { margin: 0; }
	.choice { display: flex; gap: 12px; margin-top: 28px; }
	.choice button { flex: 1; }
	button { font: inherit; font-weight: 600; padding: 10px 18px; border-radius: 10px; cursor: pointer;
		border: 1px solid #cfd8e0; background: #fff; color: inherit; }
	button.main { background: #1f7a5c; border-color: #1f7a5c; color: #fff; }
	.done { color: #1f7a5c; font-weight: 600; }
	.wrong { color: #a3352c; }
	main.wide { width: min(1100px, 100%); }
	table { width: 100%; border-collapse: collapse; }
	th, td { padding: 6px 12px 6px 0; border-top: 1px solid #e3e9ef; text-align: left; vertical-align: baseline; }
	td code { overflow-wrap: anywhere; }
	#settings th, #settings td:has(button) { white-space: nowrap; }
	.wide button { font-size: 14px; padding: 4px 10px; border-radius: 8px; }
	ol { margin: 0; padding: 0; list-style: none; }
	ol li { display: block; padding: 4px 0; }
`;

/** The consent page: what is asked for, for which shops, and the buttons `approve` and `deny`. */
export function consentPage(scopes: string[], shops: string[]): string {
	const asked = scopes.map(
		(scope) =>
			`<li><span>${escapeHtml(SCOPE_TEXTS[scope] ?? 'Other access')}</span><code>${escapeHtml(scope)}</code></li>`,
	);
	const granted = shops.map((shop) => `<li>${escapeHtml(shop)}</li>`);
	return page(
		'Connect your account',
		`
		<p>The app asks for access to account <strong>${ACCOUNT_ID}</strong>.</p>
		<h2>It will be able to</h2>
		<ul id="scopes">${asked.join('')}</ul>
		<h2>In these shops</h2>
		<ul id="shops">${granted.join('')}</ul>
		<form method="post" class="choice">
			<button id="deny" name="decision" value="deny">Deny</button>
			<button id="approve" name="decision" value="approve" class="main">Approve</button>
		</form>`,
	);
}

export function miniAppPage(providers: readonly string[]): string {
	const items = providers.map((name) => `<li>${name} <button>Connect</button></li>`);
	return page(
		'Connect your data',
		`
		<p>Choose the data providers that account <strong>${ACCOUNT_ID}</strong> may use.</p>
		<ul id="providers">${items.join('')}</ul>`,
	);
}

export const errorPage = (problem: string): string =>
	page('This request cannot be shown', `<p id="error" class="wrong">${escapeHtml(problem)}</p>`);

/** A page of the sandbox; `wide` is for tables. */
export function page(title: string, content: string, width: '' | 'wide' = ''): string {
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}</style></head>
<body><main class="${width}"><div class="mark">Merchant Data sandbox</div><h1>${title}</h1>${content}</main></body>
</html>`;
}
