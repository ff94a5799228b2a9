import type { LimitUsage } from '../../bot/limits/limit-usage.ts';
import type { EpochMs } from '../../domain/index.ts';
import type { Anomaly } from '../../health/anomalies/anomaly.ts';

/** A fill of a bot, by its position in the order of all fills. */
export interface SourceFill {
  readonly seq: number;
  readonly t: EpochMs;
  readonly botId: string;
  readonly venue: string;
  readonly venueAsset: string;
  readonly side: 'buy' | 'sell';
  readonly tradedMicroUsd: number;
  readonly price: string;
}

/** An arbitrage of undisputed links at a notional. */
export interface SourceEdge {
  readonly id: string;
  readonly assets: readonly string[];
  /** Profit after books and fees as a fraction of the cost; null: a book or a fee is not known. */
  readonly netFrac: number | null;
}

/** Inputs of rules beside the prices. Each answers null when its input is not known at present. */
export interface AlertSources {
  readAnomalies(): Promise<readonly Anomaly[] | null>;
  /** Reads a prepaid balance in micro-USD. */
  readBalance(owner: string): Promise<number | null>;
  readLimits(bot: string): Promise<readonly LimitUsage[] | null>;
  listEdges(notionalUsd: number): Promise<readonly SourceEdge[] | null>;
  /** Lists fills after a position, oldest first; null as position: only the newest one. */
  listFills(after: number | null): Promise<readonly SourceFill[]>;
}
