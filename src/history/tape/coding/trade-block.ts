import { type TakerSide, TRADE_SOURCES, type TradeSource } from '../../../domain/index.ts';
import { DamagedBlockError, VarintReader, VarintWriter } from './bytes.ts';
import { type BlockColumn, joinColumns, splitColumns, type TapeCompression } from './columns.ts';
import { readTradeId, writeTradeId } from './trade-ids.ts';

export interface TapeTrade {
  /** Time by which trades are ordered, epoch ms: the venue's, or ours when it states none. */
  readonly t: number;
  /** Time of the trade at the venue, epoch ms; null when it states none. */
  readonly venueTime: number | null;
  /** Time of receipt on our clock, epoch ms; null when unknown. */
  readonly receivedAt: number | null;
  /** Side of the taker as the venue states it; null when it states none. */
  readonly side: TakerSide | null;
  readonly isBlock: boolean;
  readonly source: TradeSource;
  /** Price in units of the run, as is `size`. */
  readonly price: number;
  readonly size: number;
  readonly id: string | null;
}

/** Consecutive trades of one market, ordered by `t`, then by arrival. */
export interface TradeRun {
  readonly market: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly trades: readonly TapeTrade[];
}

const LAYOUT = 1;
const COLUMNS = ['head', 'time', 'venue', 'receipt', 'side', 'price', 'size', 'kind', 'ids'] as const;
const SIDES = ['sell', 'buy', null] as const;
const BLOCK_TRADE = 4;
const SOURCE_STEP = 8;

/**
 * Encodes trades as a block, with runs ordered by market.
 *
 * @param baseMs Time from which the times of the block are counted, epoch ms.
 */
export function encodeTrades(
  runs: readonly TradeRun[],
  baseMs: number,
  compression?: TapeCompression,
): Uint8Array {
  const columns = COLUMNS.slice(1).map(() => new VarintWriter());
  const lengths: number[][] = columns.map(() => []);
  for (const run of runs) {
    const before = columns.map(({ length }) => length);
    writeRun(columns, run, baseMs);
    for (const [i, column] of columns.entries()) lengths[i]!.push(column.length - before[i]!);
  }
  const head = new VarintWriter();
  head.varint(LAYOUT);
  head.varint(runs.length);
  for (const [i, { market }] of runs.entries()) head.varint(market - (runs[i - 1]?.market ?? 0));
  for (const { trades } of runs) head.varint(trades.length);
  for (const { priceDecimals } of runs) head.varint(priceDecimals);
  for (const { sizeDecimals } of runs) head.varint(sizeDecimals);
  if (runs.length > 1) for (const column of lengths) for (const length of column) head.varint(length);
  return joinColumns([head.bytes(), ...columns.map((column) => column.bytes())], baseMs, compression);
}

/**
 * Decodes the runs of a block of trades.
 *
 * @param only Numbers of the markets to decode. Default: all.
 * @throws {DamagedBlockError} when the bytes are damaged.
 */
export function decodeTrades(data: Uint8Array, baseMs: number, only?: ReadonlySet<number>): TradeRun[] {
  const { heads, columns } = openBlock(data, baseMs);
  if (only !== undefined && !heads.some(({ market }) => only.has(market))) return [];
  const readers = columns.map((column) => new VarintReader(column.read()));
  const runs: TradeRun[] = [];
  for (const { market, trades, priceDecimals, sizeDecimals, lengths } of heads) {
    const own = readers.map((reader, column) => new VarintReader(reader.raw(lengths[column]!)));
    if (only?.has(market) === false) continue;
    runs.push({ market, priceDecimals, sizeDecimals, trades: readTrades(own, trades, baseMs) });
    for (const reader of own) reader.end();
  }
  for (const reader of readers) reader.end();
  return runs;
}

/** Reads the market and the number of trades of each run, from the head of a block only. @throws {DamagedBlockError} */
export function countTrades(
  data: Uint8Array,
  baseMs: number,
): readonly { readonly market: number; readonly trades: number }[] {
  return openBlock(data, baseMs).heads;
}

interface RunHead {
  readonly market: number;
  readonly trades: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** Number of bytes of the run in each column behind the head. */
  readonly lengths: readonly number[];
}

function openBlock(
  data: Uint8Array,
  baseMs: number,
): { readonly heads: readonly RunHead[]; readonly columns: readonly BlockColumn[] } {
  const [first, ...columns] = splitColumns(data, baseMs, COLUMNS.length) as [BlockColumn, ...BlockColumn[]];
  const headBytes = first.read();
  const head = new VarintReader(headBytes);
  if (head.varint() !== LAYOUT) throw new DamagedBlockError('a block is of another layout');
  const count = head.varint();
  if (count < 1 || count > headBytes.length)
    throw new DamagedBlockError('a block has no number of runs that it could hold');
  const member = () => Array.from({ length: count }, () => head.varint());
  const [differences, trades, priceDecimals, sizeDecimals] = [member(), member(), member(), member()];
  const lengths = columns.map((column) => (count > 1 ? member() : [column.length]));
  head.end();
  let market = 0;
  const heads = differences.map((difference, i): RunHead => {
    market += difference;
    return {
      market,
      trades: trades[i]!,
      priceDecimals: priceDecimals[i]!,
      sizeDecimals: sizeDecimals[i]!,
      lengths: lengths.map((ofColumn) => ofColumn[i]!),
    };
  });
  return { heads, columns };
}

function writeRun(columns: readonly VarintWriter[], { trades }: TradeRun, baseMs: number): void {
  const [time, venue, receipt, side, price, size, kind, ids] = columns as RunColumns<VarintWriter>;
  let [lastTime, lastPrice] = [baseMs, 0];
  for (const trade of trades) {
    const { t, venueTime, receivedAt } = trade;
    time.zigzag(t - lastTime);
    venue.optional(venueTime === null ? null : t - venueTime);
    receipt.optional(receivedAt === null ? null : receivedAt - t);
    side.varint(
      SIDES.indexOf(trade.side) +
        (trade.isBlock ? BLOCK_TRADE : 0) +
        SOURCE_STEP * TRADE_SOURCES.indexOf(trade.source),
    );
    price.zigzag(trade.price - lastPrice);
    size.varint(trade.size);
    const written = writeTradeId(trade.id, venueTime);
    kind.varint(written.kind);
    ids.raw(written.bytes);
    [lastTime, lastPrice] = [t, trade.price];
  }
}

function readTrades(columns: readonly VarintReader[], count: number, baseMs: number): TapeTrade[] {
  const [time, venue, receipt, side, price, size, kind, ids] = columns as RunColumns<VarintReader>;
  const trades: TapeTrade[] = [];
  let [t, lastPrice] = [baseMs, 0];
  for (let i = 0; i < count; i++) {
    t += time.zigzag();
    const sinceVenue = venue.optional();
    const venueTime = sinceVenue === null ? null : t - sinceVenue;
    const untilReceipt = receipt.optional();
    const receivedAt = untilReceipt === null ? null : t + untilReceipt;
    const flags = side.varint();
    lastPrice += price.zigzag();
    const taker = SIDES[flags % BLOCK_TRADE];
    const source = TRADE_SOURCES[Math.floor(flags / SOURCE_STEP)];
    if (taker === undefined || source === undefined)
      throw new DamagedBlockError('a trade has flags that are not known');
    if (lastPrice < 0) throw new DamagedBlockError('a price is negative');
    trades.push({
      t,
      venueTime,
      receivedAt,
      side: taker,
      source,
      price: lastPrice,
      isBlock: Math.floor(flags / BLOCK_TRADE) % 2 === 1,
      size: size.varint(),
      id: readTradeId(kind.varint(), ids, venueTime),
    });
  }
  return trades;
}

type RunColumns<T> = [time: T, venue: T, receipt: T, side: T, price: T, size: T, kind: T, ids: T];
