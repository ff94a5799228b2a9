import type { EpochMs } from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';

/** Number of redemptions that are remembered at once; beyond it, the oldest is forgotten. */
const MAX_UNANSWERED = 10_000;

/** Redemptions whose commit answer was lost: they may have been stored. By voucher and owner. */
export class UnansweredRedemptions {
  readonly #since: Map<string, EpochMs>;

  constructor(limit = MAX_UNANSWERED) {
    this.#since = new BoundedMap(limit);
  }

  /** Finds when the first request without an answer came; null: none is known. */
  findFirst(hash: string, owner: string): EpochMs | null {
    return this.#since.get(toText(hash, owner)) ?? null;
  }

  /**
   * Remembers a request whose answer is not known. A later one of the same owner for the same voucher changes nothing.
   */
  add(hash: string, owner: string, at: EpochMs): void {
    const key = toText(hash, owner);
    if (!this.#since.has(key)) this.#since.set(key, at);
  }

  /** Forgets a redemption whose outcome is known. */
  remove(hash: string, owner: string): void {
    this.#since.delete(toText(hash, owner));
  }
}

function toText(hash: string, owner: string): string {
  return JSON.stringify([hash, owner]);
}
