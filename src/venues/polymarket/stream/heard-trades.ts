import type { BookBreak, EpochMs } from '../../../domain/index.ts';
import type { TapeListeners } from '../../taped-book.ts';
import type { TokenOutcome } from '../prints.ts';

/**
 * Decides from when on the trades of a market are received: from the first books of both tokens on a connection, from
 * the first trade, or from the time after which both subscriptions must have taken effect.
 */
export class HeardTrades {
  readonly #asset: string;
  readonly #tape: TapeListeners;
  #hasYes = false;
  #hasNo = false;
  #isHeard = false;

  constructor(asset: string, tape: TapeListeners) {
    this.#asset = asset;
    this.#tape = tape;
  }

  addBook(outcome: TokenOutcome, at: EpochMs): void {
    if (outcome === 'yes') this.#hasYes = true;
    else this.#hasNo = true;
    if (this.#hasYes && this.#hasNo) this.begin(at);
  }

  begin(at: EpochMs): void {
    if (this.#isHeard) return;
    this.#isHeard = true;
    this.#tape.sendHeard({ kind: 'begin', asset: this.#asset, at });
  }

  /** Ends the trades of the market. @param at Time of the last message of the connection, by our clock. */
  lose(reason: BookBreak, at: EpochMs | null): void {
    const wasHeard = this.#isHeard;
    this.#hasYes = false;
    this.#hasNo = false;
    this.#isHeard = false;
    if (wasHeard && at !== null) this.#tape.sendHeard({ kind: 'end', asset: this.#asset, at, reason });
  }
}
