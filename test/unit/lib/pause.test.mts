import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type * as shared from '../../../nodes/MerchantData/lib/pause.ts';
import { ended } from '../../kit/execution.mts';

const MODULE = '../../../nodes/MerchantData/lib/pause.ts';
const never = new Promise<never>(() => {});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const listenersAt = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

function abortAfter(ms: number): AbortSignal {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), ms);
	return controller.signal;
}

describe.each(['n8n-workflow', 'n8n-workflow-1'])('with %s', (workflow) => {
	let pause: typeof shared.pause;
	let within: typeof shared.within;

	beforeAll(() =>
		jest.isolateModules(() => {
			jest.doMock('n8n-workflow', () => jest.requireActual<object>(workflow));
			({ pause, within } = jest.requireActual<typeof shared>(MODULE));
		}),
	);
	afterAll(() => jest.dontMock('n8n-workflow'));

	describe('a pause', () => {
		it.each([1, 3_600_000])('of %i ms takes exactly that time', async (ms) => {
			const { signal } = new AbortController();
			expect(await ended(pause(ms))).toEqual({ value: true, tookMs: ms });
			expect(await ended(pause(ms, undefined, signal))).toEqual({ value: true, tookMs: ms });
			expect(listenersAt(signal)).toBe(0);
		});

		it.each([
			['ends at once with any of its signals', () => abortAfter(211), 211],
			['does not begin after one of its signals', () => AbortSignal.abort(), 0],
		])('%s, and leaves no timer or listener', async (_, stop, tookMs) => {
			const signals = [new AbortController().signal, stop()];
			expect(await ended(pause(60_000, ...signals))).toEqual({ value: false, tookMs });
			expect(signals.map(listenersAt)).toEqual([0, 0]);
			expect(jest.getTimerCount()).toBe(0);
		});

		it('is at most as long as a timer can be', async () => {
			const ends = jest.fn();
			void pause(2 ** 40).then(ends);
			await jest.advanceTimersByTimeAsync(2 ** 31 - 2);
			expect(ends).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(1);
			expect(ends).toHaveBeenCalledWith(true);
		});
	});

	describe('waiting for a promise within a time', () => {
		const after = async (ms: number) =>
			await new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms));

		it.each([0, 1_999])('returns its value after %i ms', async (ms) => {
			const { signal } = new AbortController();
			const work = within(after(ms), 2_000, signal);
			expect(await ended(work)).toEqual({ value: 'done', tookMs: ms });
			expect(listenersAt(signal)).toBe(0);
			expect(jest.getTimerCount()).toBe(0);
		});

		it.each([
			['if it has no value in no time', 0, undefined, 0],
			['if it gives nothing in 2 s', 2_000, undefined, 2_000],
			['when the execution is cancelled', 10_000, () => abortAfter(210), 210],
			['at once in a cancelled execution', 10_000, () => AbortSignal.abort(), 0],
		])('ends %s', async (_, ms, stop, tookMs) => {
			const work = within(never, ms, stop?.());
			expect(await ended(work)).toEqual({ value: undefined, tookMs });
		});

		it('rejects if the promise does', async () => {
			const broken = after(300).then(() => Promise.reject(new Error('broken')));
			const outcome = { error: new Error('broken'), tookMs: 300 };
			expect(await ended(within(broken, 2_000, undefined))).toMatchObject(outcome);
		});
	});
});

it('keeps the process alive, although a promise breaks later', () => {
	const source = readFileSync(join(__dirname, MODULE), 'utf8');
	const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
	const { outputText } = transpileModule(source, { compilerOptions });
	const later = 'pause(50).then(() => Promise.reject(new Error("broken")))';
	const code = `${outputText}; within(${later}, 1).then(() => pause(100)).then(console.log);`;
	const options = { cwd: __dirname, encoding: 'utf8' } as const;
	expect(spawnSync(process.execPath, ['--eval', code], options).stdout).toBe('true\n');
});
