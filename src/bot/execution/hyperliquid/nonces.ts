/**
 * Number of signers whose newest nonce is kept. Nonces are times, so the next nonce of a forgotten signer is higher
 * anyway.
 */
const MAX_SIGNERS = 10_000;

/** Makes nonces: times in ms, unique per signer. Orders of the same millisecond get the following numbers. */
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
