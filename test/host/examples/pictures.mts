import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';
import { step } from '../../../scripts/progress.mjs';
import { inBrowser } from '../browser/chromium.mts';
import { Editor } from '../browser/editor.mts';
import type { Saved } from '../../../scripts/editor.mts';
import type { ExampleStage } from './stage.mts';

/** Pictures of the examples' canvases, for examples/README.md. */

export const PICTURES = join(ROOT, 'docs', 'images', 'examples');

/** How large a pixel of the canvas becomes, nearly: n8n fits the workflow into the window. */
const ZOOM = 0.53;
/** What n8n leaves free around the workflow then. */
const MARGIN = 120;
const NODE = { width: 180, height: 160 };
/** What the picture shows around the nodes: below, and beyond the last, are their names. */
const AROUND = 50;

/** What stands over the canvas, and its dots, which make a picture twice as large. */
const CANVAS_ONLY = `
	.vue-flow__background, [data-test-id="canvas-handle-plus-wrapper"],
	[class*="nodeButtonsWrapper"], [data-test-id="canvas-controls"], .vue-flow__panel, .vue-flow__minimap,
	[class*="executionButtons"], [class*="controls"], .el-notification { visibility: hidden !important }`;

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** The space that boxes take up together, with some around it. */
function around(boxes: Box[], space = 0): Box {
	const x = Math.min(...boxes.map((box) => box.x)) - space / 2;
	const y = Math.min(...boxes.map((box) => box.y)) - space / 2;
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) - x + space,
		height: Math.max(...boxes.map((box) => box.y + box.height)) - y + space,
	};
}

async function takePicture(editor: Editor, workflow: Saved, path: string): Promise<void> {
	const { width, height } = around(
		workflow.nodes.map(({ position, parameters }) => {
			const [x = 0, y = 0] = position as number[];
			const { width, height } = { ...NODE, ...(parameters as Partial<typeof NODE>) };
			return { x, y, width, height };
		}),
	);
	const { page } = editor;
	await page.setViewportSize({
		width: Math.round(width * ZOOM) + 2 * MARGIN,
		height: Math.round(height * ZOOM) + 2 * MARGIN,
	});
	await editor.openWorkflow(workflow.id);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
	// The icons of nodes come one by one.
	await page.waitForLoadState('networkidle');
	await page.keyboard.press('1');
	// The canvas moves to its place.
	await page.waitForTimeout(1_000);
	const shown = await page
		.locator('.vue-flow__node')
		.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as Box));
	await page.screenshot({ path, clip: around(shown, AROUND), style: CANVAS_ONLY });
}

/** @param files the examples to picture, each as it is imported */
export async function takePictures(stage: ExampleStage, files: readonly string[]): Promise<void> {
	mkdirSync(PICTURES, { recursive: true });
	await inBrowser({ baseURL: stage.host.url }, async (page) => {
		const editor = new Editor(page);
		await editor.signIn();
		for (const file of files) {
			const path = join(PICTURES, file.replace('.json', '.png'));
			const take = async () => await takePicture(editor, await stage.load(file), path);
			await step(`Picture of ${file}`, take);
		}
	});
}
