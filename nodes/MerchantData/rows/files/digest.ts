import { createHash, type Hash } from 'node:crypto';
import type { Bytes } from './bytes';

/** The digest of bytes that are read for another purpose. */
export class Digest {
	private hash: Hash = createHash('sha256');

	private hasBegun = false;

	private isWhole = false;

	/** @param bytes of the file, which may be read once more */
	async *of(bytes: Bytes): AsyncGenerator<Uint8Array> {
		const isAgain = this.hasBegun;
		this.hasBegun = true;
		for await (const piece of bytes) {
			if (!isAgain) this.hash.update(piece);
			yield piece;
		}
		this.isWhole ||= !isAgain;
	}

	/** @param open gives the bytes again, where not all of them were read */
	async whole(open: () => Bytes): Promise<string> {
		if (!this.isWhole) {
			this.hash = createHash('sha256');
			for await (const piece of open()) this.hash.update(piece);
		}
		return this.hash.digest('hex');
	}
}
