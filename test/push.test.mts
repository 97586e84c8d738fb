import { createStage, SHOP_OF_ITEM, shop, type Stage } from './support/stage.mts';

let stage: Stage;

beforeAll(async () => {
	stage = await createStage();
});
afterEach(() => {
	stage.sandbox.reset();
	stage.connect();
});
afterAll(async () => await stage.close());

const push = { resource: 'adData', operation: 'push', dataMode: 'autoMapInputData' };
const [first = '', second = ''] = ['', ''];

it('pushes the rows of all items by shop', async () => {
	const [one, two] = stage.sandbox.shops;
	const items = [one, two, one].map((name, row) => ({
		shop: name,
		campaign: `C${row}`,
		spend: row,
	}));
	const result = await stage.run({
		parameters: { ...push, shop: SHOP_OF_ITEM, fieldsToIgnore: 'shop' },
		items,
	});
	console.log(JSON.stringify(result.success), result.thrown?.message, stage.sandbox.pushed('ads'));
});
