import { readFileSync } from 'node:fs';
import { type Direction, tickDirection, toFlowSide } from '../../../src/analytics/flow/tick-rule.ts';
import type { BookView, ReadTrade, TapeWindow } from '../../../src/history/tape/contract/tape-reader.ts';
import { SqliteTapeReader } from '../../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { CENTS, hashSizes, type LoadTruth, transactionOf } from './venue.ts';

/** Comparison of the recorded tape with the activity of the venue. */
export interface LoadComparison {
  /** Books of watched markets, at each full second. */
  readonly books: number;
  readonly wrongBooks: number;
  readonly trades: number;
  /** Trades that are missing, doubled, invented or not as they happened. */
  readonly wrongTrades: number;
  /** Trades whose stored side is the taker's. */
  readonly rightSides: number;
  /** A control: trades that the tick rule classifies, in the order of the tape, and those where it names the taker's side. */
  readonly tickRule: { readonly classified: number; readonly right: number };
}

const SECOND_MS = 1_000;

/** Compares the stored tape with the frames that the venue sent. @param file File into which the venue wrote them. */
export async function compareLoad(
  dataDir: string,
  file: string,
  window: { readonly fromMs: number; readonly toMs: number },
  keyOf: (market: number) => {
    readonly venue: 'polymarket';
    readonly storeKey: string;
    readonly asset: string;
  },
): Promise<LoadComparison> {
  const truth = JSON.parse(readFileSync(file, 'utf8')) as LoadTruth;
  const reader = new SqliteTapeReader(dataDir);
  let [books, wrongBooks] = [0, 0];
  for (const { market, times, hashes } of truth.books) {
    const right = new Set(times.map((time, i) => `${time} ${hashes[i]}`));
    await reader.visitBooks(keyOf(market), { ...window, everyMs: SECOND_MS }, (book) => {
      books++;
      if (!right.has(`${book.venueTime} ${hashSizes(toSizes(book))}`)) wrongBooks++;
      return true;
    });
  }
  const told = new Map<string, string>();
  const tickRule = { classified: 0, right: 0 };
  let doubled = 0;
  const stored = await readTrades(reader, window);
  for (const market of new Set(truth.trades.map(([number]) => number))) {
    let [last, direction]: [number | null, Direction] = [null, 0];
    for (const { id, price, size, side } of stored.get(keyOf(market).asset) ?? []) {
      direction = tickDirection(last === null ? 0 : price - last, direction);
      last = price;
      if (direction !== 0) {
        tickRule.classified++;
        if (toFlowSide(direction) === side) tickRule.right++;
      }
      if (told.has(String(id))) doubled++;
      told.set(String(id), `${market} ${Math.round(price * CENTS)} ${Math.round(size * 100)} ${side}`);
    }
  }
  await reader.close();
  let [wrong, rightSides] = [doubled, 0];
  for (const [market, number, token, cents, hundredths, side] of truth.trades) {
    const id = `${transactionOf(number)}:${token}`;
    const found = told.get(id);
    if (found !== `${market} ${cents} ${hundredths} ${side}`) wrong++;
    if (found?.endsWith(` ${side}`) === true) rightSides++;
    told.delete(id);
  }
  const wrongTrades = wrong + told.size;
  return { books, wrongBooks, trades: truth.trades.length, wrongTrades, rightSides, tickRule };
}

/** Trades of each asset in the order of the tape, from one walk over all of them: a market at a time would read a block for each. */
async function readTrades(reader: SqliteTapeReader, window: TapeWindow): Promise<Map<string, ReadTrade[]>> {
  const byAsset = new Map<string, ReadTrade[]>();
  await reader.visitTrades(window, (asset, trade) => {
    const trades = byAsset.get(asset);
    if (trades === undefined) byAsset.set(asset, [trade]);
    else trades.push(trade);
  });
  for (const trades of byAsset.values()) trades.sort((a, b) => a.t - b.t);
  return byAsset;
}

function toSizes({ bids, asks }: BookView): Uint32Array {
  const sizes = new Uint32Array(CENTS);
  for (const side of [bids, asks])
    for (let rank = 0; rank < side.length; rank++)
      sizes[Math.round(side.price(rank) * CENTS)] = Math.round(side.size(rank) * 100);
  return sizes;
}
