import type { EpochMs } from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';

/** Maximum number of remembered redemptions; beyond it, the oldest is forgotten. */
const MAX_UNANSWERED = 10_000;

/** Redemptions whose commit answer was lost, by voucher and owner. Each may or may not have been stored. */
export class UnansweredRedemptions {
  readonly #since: Map<string, EpochMs>;

  constructor(limit = MAX_UNANSWERED) {
    this.#since = new BoundedMap(limit);
  }

  /** Finds the time of the first request without an answer, epoch ms; null: none is known. */
  findFirst(hash: string, owner: string): EpochMs | null {
    return this.#since.get(toText(hash, owner)) ?? null;
  }

  /**
   * Remembers a request whose outcome is unknown. Later requests of the same owner for the same voucher keep the first
   * time.
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
