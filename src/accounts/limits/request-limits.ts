import type { Soon } from '../../scheduling/soon.ts';
import type { TierLimits } from '../tiers.ts';
import type { CountedUse } from './usage-meter.ts';

/** Number of requests that a bot may still make, and when it may make more. */
export interface LimitStanding {
  readonly rateRemaining: number;
  /** Seconds until the oldest requests leave the sliding minute; 0 if none are counted. */
  readonly rateResetS: number;
  /** Requests left in the month; null: unlimited. */
  readonly quotaRemaining: number | null;
  readonly quotaResetS: number;
}

/** Whether a request was counted, and the limits afterwards. */
export interface RequestCount {
  /** Limit that rejected the request, which then counts against neither; null: the request counts against both. */
  readonly refusedBy: 'rate' | 'quota' | null;
  /** Remaining requests of the bot afterwards. */
  readonly standing: LimitStanding;
}

/** Limits on a bot's requests: its tier's rate in a sliding minute and its quota in a calendar month. */
export interface RequestLimits {
  /** Counts a request against rate and quota, or against neither if one of them rejects it. */
  take(use: CountedUse, limits: TierLimits): Soon<RequestCount>;
  /** Counts a request like `take` if nothing has to be read first; null: a read is needed, and nothing was counted. */
  tryTake(use: CountedUse, limits: TierLimits): Soon<RequestCount> | null;
  /** Takes back the newest request, because it was rejected afterwards. Never throws. */
  giveBack(use: CountedUse): Soon<void>;
  /**
   * Takes back a request from the quota only: it was rejected, but it cost the service a read of the ledger, so it
   * counts against the rate. Never throws.
   */
  giveBackQuota(use: CountedUse): Soon<void>;
  readStanding(botId: string, limits: TierLimits): Soon<LimitStanding>;
}
