import type { AssetRef, Clock, MarketFacts } from '../domain/index.ts';

/** Options of every venue adapter; its addresses come beside them. */
export interface AdapterOptions {
  /** Binary venues track this many markets, the largest by 24 h volume. Perpetuals are all tracked. */
  readonly maxMarkets: number;
  /** The interval at which the feed polls; streams are sampled and verified in proportion. */
  readonly pollMs: number;
  /** Whether the venue's WebSocket may be used. */
  readonly streams: boolean;
  /** User agent, our own and truthful: at least one venue refuses the names of HTTP libraries. */
  readonly userAgent: string;
  readonly clock: Clock;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
  /**
   * A market as the register keeps it from earlier runs; null where it has none. Absent: nothing is known of earlier
   * runs.
   */
  readonly recall?: (ref: AssetRef) => Promise<Pick<MarketFacts, 'outcomes' | 'nativeIds'> | null>;
}
