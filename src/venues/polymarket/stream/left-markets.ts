import { computeAge, type EpochMs, MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';

/** Time after which a market without a book, or a resolved one, is subscribed again if it is still listed. */
const RETRY_MS = 10 * MINUTE_MS;
/** The same time for a market whose book the venue owes. */
const RETRY_OWED_MS = 30 * SECOND_MS;

interface LeftMarket {
  readonly leftAt: EpochMs;
  readonly retryMs: number;
  readonly hadBook: boolean;
}

/** Listed markets that are not subscribed for a while, by their Yes tokens. */
export class LeftMarkets {
  readonly #markets = new Map<string, LeftMarket>();
  /** How often in turn the book of a market did not come that never had one. */
  readonly #failures = new Map<string, number>();

  /** Leaves a market that has resolved. The list may have it a little longer. */
  leaveResolved(token: string, leftAt: EpochMs): void {
    this.#markets.set(token, { leftAt, retryMs: RETRY_MS, hadBook: false });
  }

  /**
   * Leaves a market whose book did not come. A silent venue says nothing about its markets, so one that had a book is asked
   * about soon. One that never had any is asked about ever less often: a connection may carry markets without books alone,
   * and each question about most of a connection replaces it.
   *
   * @param isOfMany Whether most books of its connection did not come.
   */
  leaveWithoutBook(token: string, leftAt: EpochMs, hadBook: boolean, isOfMany: boolean): void {
    const failures = hadBook ? 0 : (this.#failures.get(token) ?? 0) + 1;
    if (hadBook) this.#failures.delete(token);
    else this.#failures.set(token, failures);
    const retryMs = hadBook
      ? RETRY_OWED_MS
      : isOfMany
        ? Math.min(RETRY_OWED_MS * 2 ** (failures - 1), RETRY_MS)
        : RETRY_MS;
    this.#markets.set(token, { leftAt, retryMs, hadBook });
  }

  mayAsk(token: string, now: EpochMs): boolean {
    const left = this.#markets.get(token);
    return left === undefined || computeAge(now, left.leftAt) >= left.retryMs;
  }

  /** Removes a market that is subscribed again. @returns Whether a book of it had ever arrived. */
  take(token: string): boolean {
    const hadBook = this.#markets.get(token)?.hadBook ?? false;
    this.#markets.delete(token);
    return hadBook;
  }

  /** Forgets markets that are no longer listed. */
  forgetOthers(listed: ReadonlySet<string>): void {
    for (const known of [this.#markets, this.#failures])
      for (const token of known.keys()) if (!listed.has(token)) known.delete(token);
  }
}
