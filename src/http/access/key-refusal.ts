import { type KeyRecord, mayRead } from '../../accounts/keys/keys.ts';
import type { LimitStanding } from '../../accounts/limits/request-limits.ts';
import { includesFeature, MIN_TIER, type TierLimits } from '../../accounts/tiers.ts';
import type { ErrorCode } from '../responses/errors.ts';
import type { Call } from './gate.ts';

/** Reason why a request with a key is refused. The limits of the key are added to it later. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterS?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Finds a right that the key lacks for a route: the tier first, then the venue; null: none. */
export function findMissingRight(
  { facts, venues }: Pick<Call, 'facts' | 'venues'>,
  key: KeyRecord,
): Refusal | null {
  const { feature } = facts;
  if (feature !== undefined && !includesFeature(key.tier, feature)) {
    const message = `${feature} needs the tier ${MIN_TIER[feature]} and this key has ${key.tier}`;
    return { code: 'tier_required', message, extra: { feature, minimumTier: MIN_TIER[feature] } };
  }
  if (mayRead(key, venues)) return null;
  const refused = Array.isArray(venues) ? venues.find((venue) => !mayRead(key, venue)) : venues;
  const message =
    venues === 'several'
      ? 'this endpoint reads several venues and the key is entitled to some of them only'
      : `the key is not entitled to ${refused}`;
  return { code: 'venue_not_entitled', message };
}

/** Creates the refusal of a request that exceeds the rate or the quota of its tier. */
export function explainLimit(
  refusedBy: 'rate' | 'quota',
  { ratePerMin, monthlyQuota }: TierLimits,
  { rateResetS, quotaResetS }: LimitStanding,
): Refusal {
  return refusedBy === 'rate'
    ? {
        code: 'rate_limited',
        message: `the key may make ${ratePerMin} requests a minute`,
        retryAfterS: Math.max(1, rateResetS),
      }
    : {
        code: 'quota_exceeded',
        message: `the key may make ${monthlyQuota} requests a calendar month (UTC)`,
        retryAfterS: quotaResetS,
      };
}
