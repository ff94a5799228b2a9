import type { WireTrade } from './wire.ts';

/** Number of trades to remember for duplicate detection. The venue repeats about ten after a subscription. */
const REMEMBERED = 256;

/** Remembers the newest trades of a coin by time and trade id, in 4 KiB. */
export class SeenTrades {
  readonly #times = new Float64Array(REMEMBERED);
  readonly #ids = new Float64Array(REMEMBERED);
  #count = 0;

  /** Adds a trade. @returns false when it was added before. */
  add({ time, tid }: WireTrade): boolean {
    const remembered = Math.min(this.#count, REMEMBERED);
    for (let at = 0; at < remembered; at++) {
      if (this.#ids[at] === tid && this.#times[at] === time) return false;
    }
    const place = this.#count++ % REMEMBERED;
    this.#times[place] = time;
    this.#ids[place] = tid;
    return true;
  }
}
