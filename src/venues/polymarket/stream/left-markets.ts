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

  /** Leaves a market that has resolved. The list may have it a little longer. */
  leaveResolved(token: string, leftAt: EpochMs): void {
    this.#markets.set(token, { leftAt, retryMs: RETRY_MS, hadBook: false });
  }

  /**
   * Leaves a market whose book did not come. A silent venue says nothing about its markets, so one that had a book is asked
   * about soon.
   *
   * @param isOfMany Whether most books of its connection did not come.
   */
  leaveWithoutBook(token: string, leftAt: EpochMs, hadBook: boolean, isOfMany: boolean): void {
    this.#markets.set(token, { leftAt, retryMs: hadBook || isOfMany ? RETRY_OWED_MS : RETRY_MS, hadBook });
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
    for (const token of this.#markets.keys()) if (!listed.has(token)) this.#markets.delete(token);
  }
}
