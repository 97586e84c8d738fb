import { stored } from '../../kit/binaryData.mts';
import { failuresOf, hintsOf } from '../../kit/operations.mts';
import { push, pushFiles } from '../../kit/pushing.mts';
import { read } from '../../kit/repository.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What n8n has a part in of the cases in test/unit/input/inputs.test.mts. */

const stage = sharedStage();
const onError = 'continueErrorOutput';

/** The rows that arrived, as the JSON text that was sent. */
const sentJson = () =>
	stage.sandbox.requests('ads').map(({ text }) => /"data":(\[.*\])/.exec(text)![1]);

it('keeps the digits of IDs in a JSON file and in the field "Rows"', async () => {
	const ids = read('test/data/inputs/long-ids.json').trim();
	const files = [{ data: await stored(ids, 'ids.json') }];
	const inFile = await stage.run({ parameters: pushFiles(), files, onError });
	const ofField = push({}, { dataMode: 'json', rowsJson: ids });
	const inField = await stage.run({ parameters: ofField, onError });
	expect([...failuresOf(inFile), ...failuresOf(inField)]).toEqual([]);
	expect(sentJson()).toEqual([ids, ids]);
});

it('hints at a date of an item that is sent as a moment', async () => {
	const items = [{ day: new Date('2026-11-19T23:00:00Z') as never }];
	const result = await stage.run({ parameters: push(), items });
	expect(sentJson()).toEqual(['[{"day":"2026-11-19T23:00:00.000Z"}]']);
	expect(hintsOf(result)).toContain('"day" looks like a day, such as 2026-11-19T23:00:00.000Z');
});
