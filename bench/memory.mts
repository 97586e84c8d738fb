import { readFileSync, writeFileSync } from 'node:fs';

/** Peak memory of another process, which Linux keeps; elsewhere nothing is said. */

export function resetPeakMemory(pid: number | undefined): void {
	try {
		writeFileSync(`/proc/${pid}/clear_refs`, '5');
	} catch {
		// Not Linux, or not allowed: peakMemory then gives nothing, or the peak since the start.
	}
}

/** The highest resident size in bytes since {@link resetPeakMemory}. */
export function peakMemory(pid: number | undefined): number | undefined {
	try {
		const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
		return match ? Number(match[1]) * 1_024 : undefined;
	} catch {
		return undefined;
	}
}
