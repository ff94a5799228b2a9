import { type AssetRef, type EpochMs, epochMs, type TradesRead } from '../../domain/index.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import type { HyperliquidClient } from './client.ts';
import { SeenTrades } from './seen-trades.ts';
import { otherCoin, toVenueTrade } from './venue-trades.ts';

export interface RecentTradesRequest {
  readonly ref: AssetRef;
  /** Coin whose trades are read; for an outcome the coin of its Yes side. */
  readonly coin: string;
  readonly window: TimeWindow;
}

/**
 * Reads the newest trades of an asset, each once; for an outcome, of both its coins. The venue lists about ten trades a
 * coin, so the result is complete only from the oldest of them on.
 */
export async function readRecentTrades(
  client: HyperliquidClient,
  { ref: { asset, kind }, coin, window }: RecentTradesRequest,
  signal: AbortSignal,
): Promise<TradesRead> {
  const coins =
    kind === 'hl-perp'
      ? [{ coin, outcome: null }]
      : [
          { coin, outcome: 'yes' as const },
          { coin: otherCoin(coin), outcome: 'no' as const },
        ];
  const seen = new SeenTrades();
  const listed = [];
  let wholeFrom: EpochMs | null = null;
  for (const { coin: one, outcome } of coins) {
    const rows = await client.readRecentTrades(one, signal);
    const times = rows.map(({ time }) => time);
    if (times.length > 0) wholeFrom = epochMs(Math.max(wholeFrom ?? 0, Math.min(...times)));
    for (const row of rows)
      if (seen.add(row)) listed.push(toVenueTrade(row, { asset, outcome }, null, 'backfill'));
  }
  const trades = listed
    .filter((trade) => trade !== null)
    .filter(({ venueTime: t }) => t !== null && t >= window.fromMs && t <= window.toMs)
    .sort((a, b) => (a.venueTime ?? 0) - (b.venueTime ?? 0));
  return { trades, wholeFrom, isCut: false };
}
