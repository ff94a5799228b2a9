import { DamagedBlockError } from '../../coding/bytes.ts';
import { decodeJournalTrades } from '../../coding/journal-row.ts';
import { decodeTrades, type TradeRun } from '../../coding/trade-block.ts';
import { toValues } from '../../coding/trade-runs.ts';
import type { ReadTrade, TapeWindow } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import type { TapeRow } from '../schema.ts';

/** Order in which a reader needs trades, and how many are enough. */
export interface TradeWish {
  readonly order: 'newest' | 'oldest';
  /** More than this many trades are enough; trades at `besidesMs` do not count. */
  readonly count: number;
  readonly besidesMs: number | null;
}

/**
 * Reads the trades of a market in one file within a window, by `t`, then by arrival. Damaged blocks are skipped.
 *
 * @param options.wish When given, trades behind enough others may be left out.
 */
export function readFileTrades(
  file: DayFile,
  market: number,
  { window, wish }: { readonly window: TapeWindow; readonly wish: TradeWish | null },
): ReadTrade[] {
  const { fromMs, toMs } = window;
  const only = new Set([market]);
  const journal = readJournalRuns(file, market);
  const blocks = file.rows.all(
    `SELECT id, from_ms, to_ms FROM trade_block
     WHERE first <= ?1 AND last >= ?1 AND to_ms >= ?2 AND from_ms <= ?3 ORDER BY id`,
    market,
    fromMs,
    toMs,
  );
  const isNewest = wish?.order === 'newest';
  const nearest = blocks.toSorted((a, b) =>
    isNewest ? Number(b.to_ms) - Number(a.to_ms) : Number(a.from_ms) - Number(b.from_ms),
  );
  const read = new Map<number, readonly TradeRun[]>();
  let taken = countTrades(journal.flat());
  let edgeMs = isNewest ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (const block of nearest) {
    edgeMs = Number(isNewest ? block.to_ms : block.from_ms);
    const isEnough = wish !== null && taken > wish.count;
    if (isEnough && hasEnough([...journal, ...read.values()], { wish, window, edgeMs })) break;
    const row = file.rows.get('SELECT from_ms, data FROM trade_block WHERE id = ?', Number(block.id));
    const runs = row === undefined ? [] : decode(row, (data, baseMs) => decodeTrades(data, baseMs, only));
    read.set(Number(block.id), runs);
    taken += countTrades(runs);
    edgeMs = isNewest ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const inArrival = [...blocks.flatMap(({ id }) => read.get(Number(id)) ?? []), ...journal.flat()];
  const toSettled = readTradeSettlement(file, market);
  const trades: ReadTrade[] = [];
  for (const run of inArrival) {
    const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
    for (const { t, venueTime, receivedAt, side, isBlock, source, price, size, id } of run.trades) {
      if (t < fromMs || t > toMs || isBehind(t, edgeMs, isNewest)) continue;
      trades.push({
        t,
        venueTime,
        receivedAt,
        side,
        isBlock,
        source,
        price: price / priceUnit,
        size: size / sizeUnit,
        id,
        settled: toSettled(t, id),
      });
    }
  }
  return trades.sort((a, b) => a.t - b.t);
}

/** Whether a trade is beyond the edge of the blocks that were read, where trades may be missing. */
function isBehind(t: number, edgeMs: number, isNewest: boolean): boolean {
  return isNewest ? t <= edgeMs : t >= edgeMs;
}

function hasEnough(
  rows: readonly (readonly TradeRun[])[],
  {
    wish,
    window: { fromMs, toMs },
    edgeMs,
  }: { readonly wish: TradeWish; readonly window: TapeWindow; readonly edgeMs: number },
): boolean {
  let count = 0;
  for (const runs of rows) {
    for (const { trades } of runs) {
      for (const { t } of trades) {
        if (t >= fromMs && t <= toMs && t !== wish.besidesMs && !isBehind(t, edgeMs, wish.order === 'newest'))
          count++;
      }
    }
  }
  return count > wish.count;
}

function countTrades(runs: readonly TradeRun[]): number {
  return runs.reduce((sum, { trades }) => sum + trades.length, 0);
}

/** Reads the trades of a market from the rows of the journal, which may be of any time of the day. */
function readJournalRuns(file: DayFile, market: number): (readonly TradeRun[])[] {
  return file.rows.all('SELECT id, from_ms FROM journal ORDER BY id').map(({ id, from_ms }) => {
    const open = () => {
      const row = file.rows.get('SELECT from_ms, data FROM journal WHERE id = ?', id ?? null);
      const runs = row === undefined ? [] : decode(row, decodeJournalTrades);
      return { runs, bytes: TRADE_BYTES * countTrades(runs) };
    };
    const kept = file.find(`trades ${id} ${from_ms}`, open);
    return kept?.runs.filter((run) => run.market === market) ?? [];
  });
}

/** Estimated memory of a trade, bytes. */
const TRADE_BYTES = 250;

/** Returns a function that says whether a trade of a market settled; null when it is not known. */
export function readTradeSettlement(
  file: DayFile,
  market: number,
): (t: number, id: string | null) => boolean | null {
  const unsettled = new Set(
    file.rows.all('SELECT id FROM unsettled WHERE market = ?', market).map(({ id }) => String(id)),
  );
  const checkedMs = Number(file.rows.get('SELECT to_ms FROM checked WHERE market = ?', market)?.to_ms ?? 0);
  return (t, id) => {
    if (id === null) return null;
    if (unsettled.has(id)) return false;
    return t <= checkedMs ? true : null;
  };
}

/** Visits all trades of one file within a window, except those that never settled. Damaged blocks are skipped. */
export function visitFileTrades(
  file: DayFile,
  { fromMs, toMs }: TapeWindow,
  visit: (asset: string, trade: ReadTrade) => void,
): void {
  const { rows } = file;
  const assets = new Map(
    rows.all('SELECT id, asset FROM market').map(({ id, asset }) => [Number(id), String(asset)]),
  );
  const unsettled = new Set(
    rows.all('SELECT market, id FROM unsettled').map(({ market, id }) => `${market} ${id}`),
  );
  const checkedTo = new Map(
    rows.all('SELECT market, to_ms FROM checked').map(({ market, to_ms }) => [Number(market), Number(to_ms)]),
  );
  const take = (run: TradeRun) => {
    const asset = assets.get(run.market);
    const checkedMs = checkedTo.get(run.market) ?? 0;
    if (asset === undefined) return;
    for (const { market: _, ...trade } of toValues(run)) {
      const { t, id } = trade;
      if (t < fromMs || t > toMs || unsettled.has(`${run.market} ${id}`)) continue;
      visit(asset, { ...trade, settled: id !== null && t <= checkedMs ? true : null });
    }
  };
  const blocks = rows.all(
    'SELECT from_ms, data FROM trade_block WHERE to_ms >= ? AND from_ms <= ? ORDER BY id',
    fromMs,
    toMs,
  );
  for (const row of blocks) for (const run of decode(row, decodeTrades)) take(run);
  for (const row of rows.all('SELECT from_ms, data FROM journal ORDER BY id'))
    for (const run of decode(row, decodeJournalTrades)) take(run);
}

function decode(
  row: TapeRow,
  read: (data: Uint8Array, baseMs: number) => readonly TradeRun[],
): readonly TradeRun[] {
  const data: unknown = row.data;
  try {
    return data instanceof Uint8Array ? read(data, Number(row.from_ms)) : [];
  } catch (error) {
    if (error instanceof DamagedBlockError) return [];
    throw error;
  }
}
