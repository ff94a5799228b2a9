import { MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { TapeReader, TapeWindow } from '../../history/tape/contract/tape-reader.ts';
import type { TapeWriter } from '../../history/tape/contract/tape-writer.ts';
import type { HourVolumes } from './hour-volumes.ts';
import type { NumberedTrade, TapeCompared, TapeListing, TapeVenueListing } from './messages.ts';
import { compareSettled, MAX_SETTLING_MS } from './settled-comparison.ts';
import { readStoredTrades } from './stored-trades.ts';
import type { TradeDesk } from './trade-desk.ts';

/** Age below which a print may still be listed as settled later. */
export const SETTLED_WITHIN_MS = 15 * MINUTE_MS;

export interface ListedTradesOptions {
  readonly reader: TapeReader;
  readonly writer: TapeWriter;
  readonly desk: TradeDesk;
  readonly volumes: HourVolumes;
}

/**
 * Compares the venue's list of a market's trades with the stored ones, all of which are on the disk. Adds missing
 * trades and marks those that never settled.
 *
 * @param nowMs Time by our clock, in epoch ms.
 */
export async function recordListing(
  { reader, writer, desk, volumes }: ListedTradesOptions,
  listing: TapeListing,
  nowMs: number,
): Promise<TapeCompared> {
  const { market, fromMs, toMs, isOfSettled } = listing;
  const { venue, storeKey, asset } = desk.getMarket(market);
  const window = widen({ fromMs: isOfSettled ? fromMs - MAX_SETTLING_MS : fromMs, toMs }, listing.trades);
  const stored = await readStoredTrades(reader, { venue, storeKey }, window);
  const add = (row: NumberedTrade) => addListed({ reader, writer, desk, volumes }, row, nowMs);
  if (!isOfSettled) {
    const ids = new Set(stored.map(({ id }) => id));
    for (const row of listing.trades) if (row.id !== null && !ids.has(row.id)) add(row);
    return { kind: 'compared', market, oldestMissingMs: null, nextMs: null };
  }
  const rows = listing.trades.flatMap((row) => {
    const { venueTime } = row;
    return venueTime === null ? [] : [{ ...row, venueTime }];
  });
  const { added, missing } = compareSettled(stored, rows);
  for (const row of added) add(row);
  const judgedToMs = nowMs - SETTLED_WITHIN_MS;
  const gone = new Set(stored.filter(({ settled }) => settled === false).map(({ id }) => id));
  const judged = missing.filter(({ id, t }) => t >= fromMs && t <= judgedToMs && !gone.has(id));
  const isUnsettled = (trade: (typeof judged)[number]) =>
    trade.isPassed && trade.t <= nowMs - MAX_SETTLING_MS;
  const byId = new Map(stored.map((trade) => [trade.id, trade]));
  for (const { id, t } of judged.filter(isUnsettled)) {
    writer.setUnsettled({ market, id, t }, nowMs);
    const trade = byId.get(id);
    if (trade !== undefined) volumes.remove(asset, trade);
  }
  const oldestMissingMs = judged.find((trade) => !isUnsettled(trade))?.t ?? null;
  const checkedMs = oldestMissingMs === null ? judgedToMs : oldestMissingMs - 1;
  if (checkedMs >= fromMs) writer.setChecked(market, checkedMs);
  const nextMs = stored.find(({ id, t }) => id !== null && t > judgedToMs)?.t ?? null;
  return { kind: 'compared', market, oldestMissingMs, nextMs };
}

/** Adds the trades missing in the store from a list of all markets of a venue. Each id there identifies one trade. */
export async function recordVenueListing(
  options: ListedTradesOptions,
  { venue, fromMs, toMs, trades }: TapeVenueListing,
  nowMs: number,
): Promise<void> {
  const { reader, desk } = options;
  const stored = new Set<string>();
  const window = widen({ fromMs, toMs }, trades);
  await reader.visitTrades(window, (asset, { id }) => stored.add(`${asset} ${id}`));
  for (const row of trades) {
    const market = desk.getMarket(row.market);
    if (market.venue === venue && !stored.has(`${market.asset} ${row.id}`)) addListed(options, row, nowMs);
  }
}

/**
 * Returns the time window of the stored trades that may equal listed ones. Lists state whole seconds, so that a trade
 * of the second in which the window ends may be listed before that end.
 */
function widen({ fromMs, toMs }: TapeWindow, listed: readonly NumberedTrade[]): TapeWindow {
  let [first, last] = [fromMs, toMs];
  for (const { venueTime } of listed) {
    if (venueTime === null) continue;
    first = Math.min(first, venueTime);
    last = Math.max(last, venueTime);
  }
  const floor = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS;
  return { fromMs: floor(first), toMs: floor(last) + SECOND_MS - 1 };
}

function addListed({ writer, desk, volumes }: ListedTradesOptions, row: NumberedTrade, nowMs: number): void {
  const taken = desk.admitListed(row, nowMs);
  if (taken === null) return;
  const refused = writer.addTrades([taken]);
  if (refused > 0) desk.noteRefused(row.market, refused);
  else volumes.add(desk.getMarket(row.market).asset, taken);
}
