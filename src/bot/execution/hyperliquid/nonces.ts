/**
 * Number of signers whose newest nonce is kept. A forgotten nonce is harmless: nonces are times, and the time is past
 * it.
 */
const MAX_SIGNERS = 10_000;

/** Nonces: times in ms, unique per signer. Orders of one millisecond get the following ones. */
export class Nonces {
  readonly #newest = new Map<string, number>();

  next(signer: string, now: number): number {
    const nonce = Math.max(now, (this.#newest.get(signer) ?? 0) + 1);
    this.#newest.delete(signer);
    this.#newest.set(signer, nonce);
    if (this.#newest.size > MAX_SIGNERS) {
      for (const [other, newest] of this.#newest) if (newest < now) this.#newest.delete(other);
    }
    return nonce;
  }
}
