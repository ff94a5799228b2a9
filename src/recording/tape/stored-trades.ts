import { DAY_MS, epochMs, HOUR_MS, type VenueId } from '../../domain/index.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import type { ReadTrade, TapeReader, TapeWindow } from '../../history/tape/contract/tape-reader.ts';
import type { HourVolumes } from './hour-volumes.ts';
import { REPEATED_WITHIN_MS } from './known-trades.ts';
import type { TapeRestored } from './messages.ts';
import { MAX_REMEMBERED, type StoredIdentity, type TradeDesk, type TradeTraits } from './trade-desk.ts';

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

export interface RestoreOptions {
  readonly reader: TapeReader;
  /** Receives the trades that a venue may repeat. */
  readonly desk: TradeDesk;
  /** Receives the trades of the last day. */
  readonly volumes: HourVolumes;
  readonly traits: Readonly<Record<string, TradeTraits>>;
  readonly nowMs: number;
}

/**
 * Reads the state that an earlier run left: trades that may be repeated, those that were not compared, and the volumes of
 * the last day.
 *
 * @returns null when nothing was recorded within a day.
 */
export async function restoreTrades(options: RestoreOptions): Promise<TapeRestored | null> {
  const { reader, desk, volumes, traits, nowMs } = options;
  const newestMs = await reader.findNewestMs();
  if (newestMs === null || nowMs - newestMs > DAY_MS) return null;
  const days = (await reader.listDays()).slice(-DAYS);
  const markets = new Map<string, MarketKey & { readonly asset: string }>();
  for (const day of days)
    for (const market of await reader.listMarkets(day)) markets.set(market.asset, market);
  const heardToMs: Partial<Record<VenueId, number>> = {};
  for (const { venue, storeKey } of markets.values())
    heardToMs[venue] ??= await findHeardTo(reader, { venue, storeKey }, newestMs);
  const recent = new RecentTrades(nowMs);
  const uncompared = new Map<string, number>();
  const [dayMs, uncomparedMs] = [nowMs - DAY_MS, newestMs - UNCOMPARED_MS];
  // One pass over all markets, because there may be thousands.
  const window = { fromMs: Math.min(dayMs, uncomparedMs), toMs: nowMs + HOUR_MS };
  await reader.visitTrades(window, (asset, trade) => {
    const { t, id, price, size, side, venueTime, receivedAt, settled } = trade;
    if (t >= dayMs) volumes.add(asset, trade);
    const venue = markets.get(asset)?.venue;
    if (venue === undefined || t < uncomparedMs || t > nowMs) return;
    const atMs = receivedAt ?? t;
    const stated = venueTime === null ? null : epochMs(venueTime);
    recent.add(asset, { id, price, size, side, venueTime: stated, atMs });
    if (traits[venue]?.ids === 'transaction' && settled === null && id !== null)
      uncompared.set(asset, Math.min(t, uncompared.get(asset) ?? t));
  });
  for (const [asset, trades] of recent.byAsset) {
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

/** Collects stored trades that a venue may repeat. The covered time is halved whenever there are too many. */
class RecentTrades {
  readonly byAsset = new Map<string, StoredIdentity[]>();
  readonly #nowMs: number;
  #withinMs = REPEATED_WITHIN_MS;
  #length = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(asset: string, trade: StoredIdentity): void {
    if (this.#nowMs - trade.atMs > this.#withinMs) return;
    const trades = this.byAsset.get(asset);
    if (trades === undefined) this.byAsset.set(asset, [trade]);
    else trades.push(trade);
    if (++this.#length > MAX_REMEMBERED) this.#shorten();
  }

  #shorten(): void {
    this.#withinMs /= 2;
    this.#length = 0;
    for (const [asset, trades] of this.byAsset) {
      const kept = trades.filter(({ atMs }) => this.#nowMs - atMs <= this.#withinMs);
      this.#length += kept.length;
      this.byAsset.set(asset, kept);
    }
  }
}

/**
 * Finds the time up to which trades of a market were received, when it is before the last commit, as for polled venues.
 */
async function findHeardTo(reader: TapeReader, key: MarketKey, newestMs: number): Promise<number> {
  const window = { fromMs: newestMs - DAY_MS, toMs: newestMs };
  const { recordedToMs } = await reader.readTradeCoverage(key, window, 1);
  return Math.min(recordedToMs ?? newestMs, newestMs);
}
