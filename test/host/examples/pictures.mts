import { OWNER } from '../../../scripts/hosts/client.mts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Workflow } from '../../../scripts/hosts/executions.mts';
import { type N8n, PINNED } from '../../../scripts/hosts/install.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { step } from '../../../scripts/progress.mjs';
import { startBrowser } from '../browser/chromium.mts';
import { Editor } from '../browser/editor.mts';

import type { Saved } from '../../../scripts/editor.mts';
import type { ExampleStage } from './stage.mts';

/** Pictures of the examples' canvases, for examples/README.md. */

export const PICTURES = join(ROOT, 'docs', 'images', 'examples');

/** Whether the docs show what this n8n shows. */
export const takesPictures = (n8n: N8n) => n8n === PINNED['n8n-2'];
/** How large a pixel of the canvas becomes, nearly: n8n fits the workflow into the window. */
const ZOOM = 0.56;
/** What n8n leaves free around the workflow then. */
const MARGIN = 120;
const NODE = { width: 180, height: 160 };
/** What the picture shows around the nodes: below, and beyond the last, are their names. */
const AROUND = 50;
const WAIT_MS = 180_000;

/** What stands over the canvas, and its dots, which make a picture twice as large. */
const CANVAS_ONLY = `
	.vue-flow__background, [data-test-id="canvas-handle-plus-wrapper"],
	[class*="nodeButtonsWrapper"], [data-test-id="canvas-controls"], .vue-flow__panel, .vue-flow__minimap,
	[class*="executionButtons"], [class*="controls"], .el-notification { visibility: hidden !important }`;

/** The space that nodes and notes take up on the canvas. */
function extent({ nodes }: Workflow): { width: number; height: number } {
	const boxes = nodes.map(({ position, parameters }) => {
		const [x = 0, y = 0] = position as number[];
		const { width = NODE.width, height = NODE.height } = parameters as Partial<typeof NODE>;
		return { left: x, right: x + width, top: y, bottom: y + height };
	});
	const [left, top] = [boxes.map((box) => box.left), boxes.map((box) => box.top)];
	const [right, bottom] = [boxes.map((box) => box.right), boxes.map((box) => box.bottom)];
	return {
		width: Math.max(...right) - Math.min(...left),
		height: Math.max(...bottom) - Math.min(...top),
	};
}

async function takePicture(page: Page, workflow: Saved, path: string): Promise<void> {
	const { width, height } = extent(workflow);
	await page.setViewportSize({
		width: Math.round(width * ZOOM) + 2 * MARGIN,
		height: Math.round(height * ZOOM) + 2 * MARGIN,
	});
	await page.goto(`/workflow/${workflow.id}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
	await page.keyboard.press('1');
	// The canvas moves to its place.
	await page.waitForTimeout(1_000);
	const shown = await page.locator('.vue-flow__node').evaluateAll((nodes) => {
		const boxes = nodes.map((node) => node.getBoundingClientRect());
		return {
			left: Math.min(...boxes.map(({ left }) => left)),
			right: Math.max(...boxes.map(({ right }) => right)),
			top: Math.min(...boxes.map(({ top }) => top)),
			bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
		};
	});
	const clip = {
		x: shown.left - AROUND / 2,
		y: shown.top - AROUND / 2,
		width: shown.right - shown.left + AROUND * 1.5,
		height: shown.bottom - shown.top + AROUND * 1.5,
	};
	await page.screenshot({ path, clip, style: CANVAS_ONLY });
}

/** @param files the examples to picture, each as it is imported */
export async function takePictures(stage: ExampleStage, files: readonly string[]): Promise<void> {
	mkdirSync(PICTURES, { recursive: true });
	const browser = await startBrowser();
	try {
		const context = await browser.newContext({ baseURL: stage.host.url });
		context.setDefaultTimeout(WAIT_MS);
		await new Editor(await context.newPage()).signIn(OWNER);
		const left = files.values();
		const takeFromLeft = async () => {
			const page = await context.newPage();
			for (const file of left) {
				const path = join(PICTURES, file.replace('.json', '.png'));
				await step(`Picture of ${file}`, async () => {
					const workflow = await stage.load(file);
					await takePicture(page, workflow, path);
				});
			}
		};
		// The editor takes its time to load, much of it waiting.
		await Promise.all([takeFromLeft(), takeFromLeft()]);
	} finally {
		await browser.close();
	}
}
