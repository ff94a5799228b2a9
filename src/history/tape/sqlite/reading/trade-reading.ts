import { DamagedBlock } from '../../coding/bytes.ts';
import { decodeJournalTrades } from '../../coding/journal-row.ts';
import { decodeTrades, type TradeRun } from '../../coding/trade-block.ts';
import { toValues } from '../../coding/trade-runs.ts';
import type { ReadTrade, TapeWindow, VisitedTrade } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import type { TapeRow } from '../schema.ts';

/** Trades of a market of one file within a window, by `t`, then by arrival. Damaged blocks are passed over. */
export function readFileTrades(file: DayFile, market: number, { fromMs, toMs }: TapeWindow): ReadTrade[] {
  const blocks = file.rows.all(
    `SELECT from_ms, data FROM trade_block
     WHERE first <= ?1 AND last >= ?1 AND to_ms >= ?2 AND from_ms <= ?3 ORDER BY id`,
    market,
    fromMs,
    toMs,
  );
  const runs = [
    ...blocks.flatMap((row) => decode(row, decodeTrades)),
    ...file.rows
      .all('SELECT from_ms, data FROM journal ORDER BY id')
      .flatMap((row) => decode(row, decodeJournalTrades)),
  ];
  const toSettled = readSettling(file, market);
  return runs
    .filter((run) => run.market === market)
    .flatMap(toValues)
    .filter(({ t }) => t >= fromMs && t <= toMs)
    .sort((a, b) => a.t - b.t)
    .map(({ market: _, ...trade }) => ({ ...trade, settled: toSettled(trade.t, trade.id) }));
}

/** Says which trades of a market of one file settled; null: it is not known, or the venue does not say. */
export function readSettling(
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

/** Every trade of one file within a window, without those that never settled. Damaged blocks are passed over. */
export function visitFileTrades(
  file: DayFile,
  { fromMs, toMs }: TapeWindow,
  visit: (asset: string, trade: VisitedTrade) => void,
): void {
  const { rows } = file;
  const assets = new Map(
    rows.all('SELECT id, asset FROM market').map(({ id, asset }) => [Number(id), String(asset)]),
  );
  const unsettled = new Set(
    rows.all('SELECT market, id FROM unsettled').map(({ market, id }) => `${market} ${id}`),
  );
  const take = (run: TradeRun) => {
    const asset = assets.get(run.market);
    if (asset === undefined) return;
    for (const trade of toValues(run)) {
      const isIn = trade.t >= fromMs && trade.t <= toMs;
      if (isIn && !unsettled.has(`${run.market} ${trade.id}`)) visit(asset, trade);
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
  read: (data: Uint8Array, baseMs: number) => TradeRun[] | readonly TradeRun[],
): readonly TradeRun[] {
  const data: unknown = row.data;
  try {
    return data instanceof Uint8Array ? read(data, Number(row.from_ms)) : [];
  } catch (error) {
    if (error instanceof DamagedBlock) return [];
    throw error;
  }
}
