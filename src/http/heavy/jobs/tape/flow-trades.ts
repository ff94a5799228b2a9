import type { StatedTrades } from '../../../../analytics/index.ts';
import type { MarketKey } from '../../../../history/contract/series.ts';
import type {
  ReadTrade,
  TapePosition,
  TapeReader,
  TapeWindow,
  TradePage,
} from '../../../../history/tape/contract/tape-reader.ts';

/** Number of trades that are read at once, because each is an object on the heap. */
const READ_AT_ONCE = 20_000;
const FIRST_ROWS = 4_096;

/** Trades for the flow by stated side, and the number of trades that are left out. */
export interface FlowTrades {
  readonly trades: StatedTrades;
  readonly unsettled: number;
  readonly blocks: number;
}

/**
 * Reads the trades of a window in the order of the tape. Trades that never settled, or were agreed outside of the book,
 * are left out.
 *
 * @returns null when the window has more than `most` trades.
 */
export async function readFlowTrades(
  tape: TapeReader,
  key: MarketKey,
  window: TapeWindow,
  most: number,
): Promise<FlowTrades | null> {
  const columns = new FlowTradeColumns();
  let after: TapePosition | null = null;
  let read = 0;
  do {
    const query = { ...window, limit: READ_AT_ONCE, order: 'oldest' as const };
    const page: TradePage = await tape.readTrades(key, after === null ? query : { ...query, after });
    read += page.trades.length;
    if (read > most) return null;
    for (const trade of page.trades) columns.add(trade);
    after = page.next;
  } while (after !== null);
  return columns.show();
}

/** Trades in columns that grow while trades are added. */
class FlowTradeColumns {
  #length = 0;
  #t = new Float64Array(FIRST_ROWS);
  #price = new Float64Array(FIRST_ROWS);
  #size = new Float64Array(FIRST_ROWS);
  #side = new Int8Array(FIRST_ROWS);
  #isBackfilled = new Uint8Array(FIRST_ROWS);
  #unsettled = 0;
  #blocks = 0;

  add({ t, price, size, side, source, settled, isBlock }: ReadTrade): void {
    if (settled === false) this.#unsettled++;
    if (isBlock) this.#blocks++;
    if (settled === false || isBlock) return;
    const row = this.#length++;
    if (row === this.#t.length) this.#grow();
    this.#t[row] = t;
    this.#price[row] = price;
    this.#size[row] = size;
    this.#side[row] = side === null ? 0 : side === 'buy' ? 1 : -1;
    this.#isBackfilled[row] = Number(source === 'backfill');
  }

  show(): FlowTrades {
    const length = this.#length;
    return {
      trades: {
        t: this.#t.subarray(0, length),
        price: this.#price.subarray(0, length),
        size: this.#size.subarray(0, length),
        side: this.#side.subarray(0, length),
        isBackfilled: this.#isBackfilled.subarray(0, length),
      },
      unsettled: this.#unsettled,
      blocks: this.#blocks,
    };
  }

  #grow(): void {
    const rows = this.#t.length * 2;
    this.#t = copyInto(new Float64Array(rows), this.#t);
    this.#price = copyInto(new Float64Array(rows), this.#price);
    this.#size = copyInto(new Float64Array(rows), this.#size);
    this.#side = copyInto(new Int8Array(rows), this.#side);
    this.#isBackfilled = copyInto(new Uint8Array(rows), this.#isBackfilled);
  }
}

function copyInto<Values extends Float64Array | Int8Array | Uint8Array>(larger: Values, old: Values): Values {
  larger.set(old);
  return larger;
}
