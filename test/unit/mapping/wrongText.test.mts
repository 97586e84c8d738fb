import { wrongText } from '../../../nodes/MerchantData/mapping/wrongText.ts';

it.each<[text: string, why: string | undefined]>([
	['#N/A', 'a failed formula'],
	[' #DIV/0! ', 'a failed formula'],
	['#value!', 'a failed formula'],
	['#NAME?', 'a failed formula'],
	['#NV', 'a failed formula'],
	['#BEZUG!', 'a failed formula'],
	['#¡VALOR!', 'a failed formula'],
	['#SALE!', undefined],
	['#1', undefined],
	['1.2E+17', 'so its last digits are lost'],
	['1,2e+17', 'so its last digits are lost'],
	['1.2020812345678013e+17', 'so its last digits are lost'],
	['1E+5', undefined],
	['12E+17', undefined],
	['20123456781.0', 'so a program made it a decimal'],
	['12.0', undefined],
	['M\ufffdller', 'so a letter was lost before this node'],
	[`${'x'.repeat(100)}\ufffd`, 'so a letter was lost before this node'],
	['Brand', undefined],
	['', undefined],
])('the text %j looks wrong: %s', (text, why) => {
	expect(wrongText(text)?.why).toBe(why);
});
