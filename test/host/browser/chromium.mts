import { existsSync } from 'node:fs';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** For each wait of a step; a machine that does other things too is slow. */
export const WAIT_MS = 60_000;

const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine. @throws Error that says what to install */
export function chromiumPath(): string {
	const { CHROMIUM_PATH } = process.env;
	const found = (CHROMIUM_PATH ? [CHROMIUM_PATH] : USUAL_PLACES).find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error(
		`${CHROMIUM_PATH ? `There is no browser at CHROMIUM_PATH (${CHROMIUM_PATH})` : 'There is no Chromium or Chrome on this machine'}.\n` +
			'On Debian or Ubuntu: sudo apt-get install chromium\n' +
			'On macOS: brew install --cask chromium\n' +
			'If it is elsewhere, set CHROMIUM_PATH to it.',
	);
}

/** Does work with a page of it: without a window, and without calls of its own to the internet. */
export async function inBrowser<T>(
	options: BrowserContextOptions,
	work: (page: Page) => Promise<T>,
): Promise<T> {
	const browser = await chromium.launch({
		executablePath: chromiumPath(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--hide-scrollbars',
			// n8n's editor calls services of n8n's, and waits for them.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});
	try {
		const context = await browser.newContext(options);
		context.setDefaultTimeout(WAIT_MS);
		return await work(await context.newPage());
	} finally {
		await browser.close();
	}
}
