import { wrongText } from '../../../nodes/MerchantData/mapping/wrongText.ts';
import { texts } from '../../kit/texts.mts';

const FORMULA = 'a failed formula';
const LOST = 'so its last digits are lost';
const DECIMAL = 'so a program made it a decimal';
const LETTER = 'so a letter was lost before this node';

it.each<[why: string | undefined, all: string[]]>([
	[FORMULA, texts('#N/A |  #DIV/0!  | #value! | #NAME? | #NV | #¡VALOR! | #ERROR! | #ССЫЛКА!')],
	['so its column was too narrow', ['#####']],
	[LOST, texts('1.2E+17 | 1,2e+17 | 1.2020812345678013e+17 | 1.20208E17')],
	[DECIMAL, texts('20123456781.0 | 20123456781,0')],
	[LETTER, ['M\ufffdller', `${'x'.repeat(100)}\ufffd`]],
	[undefined, texts('#SALE! | #NAME | ## | #1 | 1E17 | 1E+5 | 12E+17 | 1234567890.00 | A | ')],
])('texts look wrong (%s): %j', (why, all) => {
	const [code, remedy] = [
		expect.stringMatching(/^looks/),
		expect.stringMatching(/\.$/),
	] as string[];
	const wrong = why === undefined ? undefined : { code, why, remedy };
	expect(all.map(wrongText)).toEqual(all.map(() => wrong));
});
