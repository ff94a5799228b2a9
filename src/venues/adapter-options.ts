import type { AssetRef, Clock, MarketFacts } from '../domain/index.ts';

/** Options that every venue adapter takes. Each adapter adds the addresses of its venue. */
export interface AdapterOptions {
  /** Number of binary markets to track, the largest by 24 h volume. Perpetuals are all tracked. */
  readonly maxMarkets: number;
  /** Interval at which the feed polls, in ms. The intervals of stream samples and stream checks are derived from it. */
  readonly pollMs: number;
  /** Whether the venue's WebSocket may be used. */
  readonly streams: boolean;
  /**
   * User agent of every request. It names this service, because at least one venue rejects the names of HTTP libraries.
   */
  readonly userAgent: string;
  readonly clock: Clock;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
  /**
   * Reads what earlier runs recorded about a market in the register. The result is null when the register does not know
   * the market. Without this function nothing is recalled.
   */
  readonly recall?: (ref: AssetRef) => Promise<Pick<MarketFacts, 'outcomes' | 'nativeIds'> | null>;
}
