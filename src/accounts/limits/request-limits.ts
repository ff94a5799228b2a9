import type { Soon } from '../../scheduling/soon.ts';
import type { TierLimits } from '../tiers.ts';
import type { CountedUse } from './usage-meter.ts';

/** The requests that a bot has left. */
export interface LimitStanding {
  readonly rateRemaining: number;
  /** Seconds until the oldest requests of the minute leave it; 0 without any. */
  readonly rateResetS: number;
  /** Requests left in the month; null: unlimited. */
  readonly quotaRemaining: number | null;
  readonly quotaResetS: number;
}

/** How a request was counted. */
export interface RequestCount {
  /** Limit that refused the request; null: counted against both. Otherwise it was counted against neither. */
  readonly refusedBy: 'rate' | 'quota' | null;
  /** Limits of the key after the request. */
  readonly standing: LimitStanding;
}

/** Limits on a bot's requests: its tier's rate in a sliding minute and its quota in a calendar month. */
export interface RequestLimits {
  /** Counts a request against rate and quota, or against neither when one of them refuses it. */
  take(use: CountedUse, limits: TierLimits): Soon<RequestCount>;
  /** Takes at once when nothing has to be read first; null: a read is needed, and nothing was counted. */
  tryTake(use: CountedUse, limits: TierLimits): Soon<RequestCount> | null;
  /** Takes back the newest request, which was refused after all. Never throws. */
  giveBack(use: CountedUse): Soon<void>;
  /** Takes it back from the quota alone: it was refused, and cost the service a look at the ledger. Never throws. */
  giveBackQuota(use: CountedUse): Soon<void>;
  readStanding(botId: string, limits: TierLimits): Soon<LimitStanding>;
}
