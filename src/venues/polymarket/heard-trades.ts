import type { BookBreak, EpochMs } from '../../domain/index.ts';
import type { TapeListeners } from '../taped-book.ts';
import type { TokenOutcome } from './prints.ts';

/**
 * Whether trades of a market are heard: from the first books of both tokens on a connection, from its first print, or from
 * the moment by which both subscriptions have surely been taken.
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

  /** @param at Our clock, of the last message of the connection. */
  lose(reason: BookBreak, at: EpochMs | null): void {
    const wasHeard = this.#isHeard;
    this.#hasYes = false;
    this.#hasNo = false;
    this.#isHeard = false;
    if (wasHeard && at !== null) this.#tape.sendHeard({ kind: 'end', asset: this.#asset, at, reason });
  }
}
