import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../../scripts/hosts/host.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { E2E_CACHE, type Stage, withStage } from '../../kit/host.mts';
import { holds } from '../result.mts';
import { check, type Results, type Suite } from '../suite.mts';
import { chromiumPath, inBrowser } from './chromium.mts';
import { Editor } from './editor.mts';
import { beginning, journey } from './journey.mts';
import { proposal } from './proposal.mts';
import { received } from './received.mts';
import { screens } from './screens.mts';

/** A user's way through n8n's editor. The steps of the journey go together: `--only journey` takes them all. */

const VIEWPORT = { width: 1280, height: 800 };
const LIMIT_MS = 300_000;
/** n8n's advice to pin the output, which covers a part of it. */
const NO_ADVICE = `localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true')`;
/** n8n's notices of success cover what a picture is to show. */
const NO_NOTICES = '.el-notification:has(.el-notification--success) { visibility: hidden }';

interface Walk {
	stage: Stage;
	editor: Editor;
	shoot(name: string, page?: Page): Promise<unknown>;
}

export type Steps = Readonly<Record<string, (walk: Walk) => Promise<string | void>>>;

/** Goes through the editor, up to the first step that fails. @param images folder for the pictures, if any */
async function walk(stage: Stage, steps: Steps, images?: string) {
	const results: Results = [];
	if (images) mkdirSync(images, { recursive: true });
	const permissions = ['clipboard-read', 'clipboard-write'];
	const options = { viewport: VIEWPORT, baseURL: stage.host.url, permissions };
	return await inBrowser(options, async (page) => {
		await page.addInitScript(NO_ADVICE);
		const editor = new Editor(page);
		const shoot = async (name: string, of = page) => {
			if (!images) return;
			// What the mouse is over has buttons and tooltips.
			await of.mouse.move(0, 0);
			// Lists and notices slide in.
			await of.waitForTimeout(500);
			await of.screenshot({ path: join(images, `${name}.png`), style: NO_NOTICES });
		};
		const all = { 'Sign in': async () => await editor.signIn(), ...steps };
		for (const [name, take] of Object.entries<Steps[string]>(all)) {
			const run = async () => await take({ stage, editor, shoot });
			const result = await check(name, LIMIT_MS, run, stage.n8n);
			results.push(result);
			if (holds(result)) continue;
			await page.screenshot({ path: join(E2E_CACHE, `failed-${stage.n8n.name}.png`) });
			break;
		}
		return results;
	});
}

const IMAGES = join(ROOT, 'docs', 'images');
const STEPS = {
	'n8n-2': { together: journey, others: { ...screens, ...proposal, ...received } },
	'n8n-1': { together: beginning, others: { ...screens, ...proposal } },
};

const chosen = (steps: Steps, part: string): Steps =>
	Object.fromEntries(Object.entries(steps).filter(([name]) => name.includes(part)));

export const browser: Suite = async ({ only, versions, pictures }) => {
	// Before n8n is started for nothing.
	chromiumPath();
	const results: Results = [];
	for (const n8n of versions) {
		const { together, others } = STEPS[n8n.line];
		const steps = { ...('journey'.includes(only) && together), ...chosen(others, only) };
		if (Object.keys(steps).length === 0) continue;
		const images = pictures && n8n.line === 'n8n-2' ? IMAGES : undefined;
		// Pictures show the address of the sandbox.
		const port = images ? await freePort(4010) : undefined;
		const take = async (stage: Stage) => await walk(stage, steps, images);
		results.push(...(await withStage(take, n8n, `browser-${n8n.name}`, {}, port)));
	}
	return results;
};
