import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../../../scripts/hosts/client.mts';
import { until } from '../../../scripts/until.mts';
import { WAIT_MS } from './chromium.mts';

/** Looks at a list that is open, before something is chosen. */
type Look = () => Promise<unknown>;

/** What a person does in n8n's editor, by the marks that n8n gives its own tests. */
export class Editor {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	mark(name: string): Locator {
		return this.page.locator(`[data-test-id="${name}"]`);
	}

	async signIn(): Promise<void> {
		await this.page.goto('/signin');
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[name=password]').fill(OWNER.password);
		await this.mark('form-submit-button').click();
		await this.page.waitForURL(/\/(home|workflow)/);
	}

	/** Goes to a page by n8n's own router: to load the editor again takes ten times as long. */
	async #goTo(path: string): Promise<void> {
		await this.page.evaluate((to) => {
			history.pushState({}, '', to);
			dispatchEvent(new PopStateEvent('popstate', { state: {} }));
		}, path);
	}

	/** Opens a workflow after what is open is closed: n8n leaves it over the next page. */
	async openWorkflow(id: string): Promise<void> {
		await this.closeAll();
		await this.#goTo('/home/credentials');
		const list = this.mark('resources-list-wrapper');
		const unsaved = this.page.locator('.el-message-box .btn--cancel');
		await unsaved.or(list).first().waitFor();
		if (await unsaved.isVisible()) await unsaved.click();
		await list.waitFor();
		await this.#goTo(`/workflow/${id}`);
	}

	/** Of the node that is open. */
	get #parameters(): Locator {
		return this.mark('ndv-parameters').or(this.mark('node-parameters')).first();
	}

	async closeAll(): Promise<void> {
		const open = this.page.locator('[role=dialog]:visible').or(this.#parameters).first();
		await until('everything is closed', WAIT_MS, async () => {
			if (!(await open.isVisible())) return true;
			// A field that has the focus takes the key for itself.
			await this.page.evaluate(() => (document.activeElement as HTMLElement).blur());
			await this.page.keyboard.press('Escape');
			return false;
		});
	}

	async newCredential(typeName: string): Promise<void> {
		await this.page.goto('/home/credentials');
		await this.mark('add-resource-credential').first().click();
		await this.mark('new-credential-type-select').locator('input').first().click();
		const option = this.mark('new-credential-type-select-option');
		// A search before the types are there finds nothing, also later.
		await option.first().waitFor();
		// All at once: the list of all types is drawn again after each key.
		await this.page.keyboard.insertText(typeName);
		await option.filter({ hasText: new RegExp(`^\\s*${typeName}\\s*$`) }).click();
		await this.mark('new-credential-type-button').click();
		await this.mark('credential-connection-parameter').first().waitFor();
	}

	async fill(parameter: string, text: string): Promise<void> {
		await this.mark(`parameter-input-${parameter}`).locator('input, textarea').first().fill(text);
	}

	#option(hasText: string | RegExp): Locator {
		return this.page.locator('.el-select-dropdown__item:visible', { hasText }).first();
	}

	async choose(parameter: string, ...labels: string[]): Promise<void> {
		await this.mark(`parameter-input-${parameter}`).click();
		for (const label of labels) await this.#option(label).click();
		// Closes a list of several, which covers what is below.
		if (labels.length > 1) {
			await this.mark('editCredential-modal').locator('h2, header').first().click({ force: true });
		}
	}

	/** @param place of the credential among those of the node, from 0 */
	async chooseCredential(place: number, name: string): Promise<void> {
		await this.mark('node-credentials-select').nth(place).click();
		await this.#option(new RegExp(`^\\s*${name}\\s*(Merchant Data.*)?$`)).click();
	}

	async scrollToTop(): Promise<void> {
		const first = this.page.getByText(/^\s*Credential for/).first();
		await first.evaluate((label) => label.scrollIntoView({ block: 'end' }));
	}

	/** n8n tests a key at once. */
	async saveCredential(): Promise<void> {
		await this.mark('credential-save-button').locator('button').click();
	}

	/** Saves it until its test passes: n8n passes over a click while it still ends the saving before. */
	async saveGoodCredential(): Promise<void> {
		const save = this.mark('credential-save-button').locator('button');
		const success = this.mark('credentials-config-container-test-success');
		await until('the test of the credential passes', WAIT_MS, async () => {
			// The button goes as soon as all is saved, perhaps before it can be clicked.
			await save.click({ timeout: 3_000 }).catch(() => {});
			await success.waitFor({ timeout: 3_000 }).catch(() => {});
			return await success.isVisible();
		});
	}

	get notice(): Locator {
		return this.page.locator('.el-notification:has(.el-notification--error)');
	}

	/** Notices of errors stay until someone closes them. */
	async dismissNotices(): Promise<void> {
		await this.notice.first().waitFor();
		const close = this.notice.locator('.el-notification__closeBtn');
		for (let left = await close.count(); left > 0; left--) {
			await close.first().click();
			await until('it is closed', WAIT_MS, async () => (await close.count()) < left);
		}
	}

	/** Shows the beginning of a credential's fields, with what n8n says about the connection. */
	async toTop(): Promise<void> {
		await this.mark('node-credentials-config-container').evaluate((top) => top.scrollIntoView());
	}

	get connectButton(): Locator {
		return this.mark('quick-connect-button').or(this.mark('oauth-connect-button')).first();
	}

	onCanvas(name: string, mark = 'canvas-node'): Locator {
		return this.page.locator(`[data-test-id="${mark}"][data-node-name="${name}"]`);
	}

	inPanel(name: string): Locator {
		const whole = new RegExp(`^\\s*${name}\\s*$`);
		return this.mark('node-creator-item-name').filter({ hasText: whole }).first();
	}

	/** Opens a workflow, and adds a node after another one, found by searching. @param look at the panel */
	async addNode(
		workflowId: string,
		action: string,
		{ after = 'Items', search = 'merchant', look = async (): Promise<unknown> => undefined } = {},
	): Promise<void> {
		await this.openWorkflow(workflowId);
		await this.onCanvas(after).locator('[data-test-id="canvas-handle-plus"]').click();
		await this.mark('node-creator-search-bar').fill(search);
		await this.inPanel('Merchant Data').waitFor();
		await look();
		await this.inPanel('Merchant Data').click();
		await this.inPanel(action).click();
		await this.mark('parameter-input-resource').waitFor();
	}

	async openNode(workflowId: string, name: string): Promise<void> {
		await this.openWorkflow(workflowId);
		await this.onCanvas(name).dblclick();
		await this.#parameters.waitFor();
	}

	/** On 1.x, switches it on. */
	async publish(workflowId: string): Promise<void> {
		await this.openWorkflow(workflowId);
		const open = this.mark('workflow-open-publish-modal-button');
		await open.or(this.mark('workflow-activate-switch')).first().click();
		if (await open.isVisible()) await this.mark('workflow-publish-button').click();
	}

	async labelsOf(parameter: string): Promise<string[]> {
		await this.mark(`parameter-input-${parameter}`).click();
		const options = this.page.locator('.el-select-dropdown__item:visible .option-headline');
		await options.first().waitFor();
		const labels = await options.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return labels.map((label) => label.trim());
	}

	/** Chooses in a field that lists what the service has, after typing a part of its name. */
	async chooseFromList(parameter: string, search: string, label: string, look?: Look) {
		await this.mark(`resource-locator-${parameter}`).locator('[data-test-id="rlc-input"]').click();
		await this.mark('rlc-item').nth(1).waitFor();
		await look?.();
		await this.mark('rlc-search').fill(search);
		const isOne = async () => (await this.mark('rlc-item').count()) === 1;
		await until('the list narrows to one', WAIT_MS, isOne);
		await this.mark('rlc-item').filter({ hasText: label }).click();
	}

	async fillCode(parameter: string, text: string): Promise<void> {
		const content = this.mark(`parameter-input-${parameter}`).locator('.cm-content');
		await content.click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.insertText(text);
		// Its suggestions and its preview cover the fields below until it loses the focus.
		await this.mark('tab-params').click();
	}

	async execute(): Promise<Locator> {
		await this.mark('node-execute-button').click();
		return this.mark('output-panel');
	}

	async turnOn(parameter: string): Promise<void> {
		await this.mark(`parameter-input-${parameter}`).locator('.el-switch').click();
	}

	/** Copies one value of the last item that the open node returned. */
	async copyFromOutput(name: string): Promise<void> {
		const output = this.mark('output-panel');
		await output.locator('[data-test-id="radio-button-json"]').click();
		await output.locator('.vjs-tree-node').first().hover();
		// The list shows what is in sight only.
		const key = output.locator('.vjs-key', { hasText: name }).last();
		await until(`"${name}" is in sight`, WAIT_MS, async () => {
			if (await key.isVisible()) return true;
			await this.page.mouse.wheel(0, 400);
			return false;
		});
		await key.click();
		await output.locator('[data-test-id="ndv-json-actions"]').locator('button').first().click();
		await this.page.getByText('Copy Selection', { exact: true }).first().click();
	}

	async paste(): Promise<void> {
		await this.page.locator('.vue-flow__pane').click({ position: { x: 300, y: 60 } });
		await this.page.keyboard.press('ControlOrMeta+V');
	}

	async connect(from: string, to: string): Promise<void> {
		const output = this.onCanvas(from, 'canvas-node-output-handle').first();
		await output.dragTo(this.onCanvas(to, 'canvas-node-input-handle').first());
	}
}
