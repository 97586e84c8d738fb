import { bulkOperation, itemOperation } from '../../../nodes/MerchantData/n8n/operation.ts';

const SHOWN = { value: 'do', name: 'Do', action: 'Do it', description: 'Does it', fields: [] };

it('an operation is what it is declared as, whether it treats items one by one or together', () => {
	const each = { ...SHOWN, read: () => 1, execute: async () => await Promise.resolve() };
	const all = { ...SHOWN, executeAll: async () => await Promise.resolve() };
	expect(itemOperation(each)).toBe(each);
	expect(bulkOperation(all)).toBe(all);
});
