import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/** Plain JavaScript: setup.mjs needs it before anything is installed, on the machine's own Node. */

const LABEL_WIDTH = 36;
const TAIL_LINES = 30;

export function duration(seconds) {
	const whole = Math.round(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Shows that work goes on, by the second on a terminal, and ends with one line: the result, or the time it took. */
export async function step(label, work) {
	const started = Date.now();
	const elapsed = () => duration((Date.now() - started) / 1000);
	const terminal = process.stdout.isTTY === true;
	const show = (mark, text) =>
		process.stdout.write(
			`${terminal ? '\r\x1b[K' : ''}  ${mark} ${label.padEnd(LABEL_WIDTH)} ${text}`,
		);
	const end = (mark, text) => {
		show(mark, text);
		process.stdout.write('\n');
	};
	const tick = setInterval(
		() => (terminal ? show('…', elapsed()) : end('…', elapsed())),
		terminal ? 1000 : 15_000,
	);
	if (terminal) show('…', '');
	try {
		const { text, value } = split(await work());
		end('✓', text ?? elapsed());
		return value;
	} catch (error) {
		end('✗', `failed after ${elapsed()}`);
		throw error;
	} finally {
		clearInterval(tick);
	}
}

function split(result) {
	return typeof result === 'object' && result !== null && 'value' in result
		? result
		: { value: result };
}

/** Rejects with the last lines of a command that fails. @param options `log` is a file that gets all output */
export function run(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd: options.cwd,
			env: { ...process.env, ...options.env },
			stdio: ['ignore', 'pipe', 'pipe'],
			// npm is a .cmd file on Windows, which only a shell starts.
			shell: process.platform === 'win32',
		});
		let tail = '';
		const take = (chunk) => {
			if (options.log) appendFileSync(options.log, chunk);
			tail = (tail + chunk).split('\n').slice(-TAIL_LINES).join('\n');
		};
		child.stdout.on('data', take);
		child.stderr.on('data', take);
		child.once('error', reject);
		child.once('close', (code) => {
			if (code === 0) return resolve(tail);
			const line = [command, ...args].join(' ');
			reject(new Error(`"${line}" ended with code ${code}:\n${tail.trim()}`));
		});
	});
}
