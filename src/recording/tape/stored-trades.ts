import { DAY_MS, epochMs, HOUR_MS, type VenueId } from '../../domain/index.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import type { ReadTrade, TapeReader, TapeWindow } from '../../history/tape/contract/tape-reader.ts';
import { REPEATED_WITHIN_MS } from './known-trades.ts';
import type { TapeRestored } from './messages.ts';
import type { StoredIdentity, TradeDesk, TradeTraits } from './trade-desk.ts';

const PAGE = 5_000;
/**
 * Age up to which prints of an earlier run may not have been compared. Comparisons are made within two hours and a
 * quarter.
 */
const UNCOMPARED_MS = 3 * HOUR_MS;
/** Number of days whose markets may have trades of the last hours. */
const DAYS = 2;

/** Reads all trades of a market in a window, oldest first. */
export async function readStoredTrades(
  reader: TapeReader,
  key: MarketKey,
  window: TapeWindow,
): Promise<ReadTrade[]> {
  const trades: ReadTrade[] = [];
  let page = await reader.readTrades(key, { ...window, limit: PAGE, order: 'oldest' });
  trades.push(...page.trades);
  while (page.next !== null) {
    page = await reader.readTrades(key, { ...window, limit: PAGE, order: 'oldest', after: page.next });
    trades.push(...page.trades);
  }
  return trades;
}

/**
 * Reads the state that an earlier run left: trades that may be repeated, and those that were not compared.
 *
 * @returns null when nothing was recorded within a day.
 */
export async function restoreTrades(
  reader: TapeReader,
  desk: TradeDesk,
  traits: Readonly<Record<string, TradeTraits>>,
  nowMs: number,
): Promise<TapeRestored | null> {
  const newestMs = await reader.findNewestMs();
  if (newestMs === null || nowMs - newestMs > DAY_MS) return null;
  const days = (await reader.listDays()).slice(-DAYS);
  const markets = new Map<string, MarketKey & { readonly asset: string }>();
  for (const day of days)
    for (const market of await reader.listMarkets(day)) markets.set(market.asset, market);
  const heardToMs: Partial<Record<VenueId, number>> = {};
  for (const { venue, storeKey } of markets.values())
    heardToMs[venue] ??= await findHeardTo(reader, { venue, storeKey }, newestMs);
  const recent = new Map<string, StoredIdentity[]>();
  const uncompared = new Map<string, number>();
  // One pass over all markets, because there may be thousands.
  await reader.visitTrades({ fromMs: newestMs - UNCOMPARED_MS, toMs: nowMs }, (asset, trade) => {
    const { t, id, price, size, side, venueTime, receivedAt, settled } = trade;
    const venue = markets.get(asset)?.venue;
    if (venue === undefined) return;
    const atMs = receivedAt ?? t;
    if (nowMs - atMs <= REPEATED_WITHIN_MS) {
      const stated = venueTime === null ? null : epochMs(venueTime);
      const ofAsset = recent.get(asset) ?? [];
      recent.set(asset, ofAsset);
      ofAsset.push({ id, price, size, side, venueTime: stated, atMs });
    }
    if (traits[venue]?.ids === 'transaction' && settled === null && id !== null)
      uncompared.set(asset, Math.min(t, uncompared.get(asset) ?? t));
  });
  for (const [asset, trades] of recent) {
    const market = markets.get(asset);
    if (market !== undefined)
      desk.restore(
        market,
        trades.sort((a, b) => a.atMs - b.atMs),
      );
  }
  return {
    kind: 'restored',
    newestMs,
    heardToMs,
    assets: [...markets.keys()],
    uncompared: [...uncompared].map(([asset, t]) => ({ asset, t })),
  };
}

/**
 * Finds the time up to which trades of a market were received, when it is before the last commit, as for polled venues.
 */
async function findHeardTo(reader: TapeReader, key: MarketKey, newestMs: number): Promise<number> {
  const window = { fromMs: newestMs - DAY_MS, toMs: newestMs };
  const { recordedToMs } = await reader.readTradeCoverage(key, window, 1);
  return Math.min(recordedToMs ?? newestMs, newestMs);
}
