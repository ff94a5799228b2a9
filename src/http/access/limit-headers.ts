import type { Tier, TierLimits } from '../../accounts/tiers.ts';

/** Where a key stands, for the header fields of an answer. */
export interface Standing {
  readonly rateRemaining: number;
  /** Seconds until the oldest requests of the minute leave it. */
  readonly rateResetS: number;
  /** null: unlimited. */
  readonly quotaRemaining: number | null;
  readonly quotaResetS: number;
}

/** Writes the fields of one tier; what does not change is made once. */
export class LimitHeaders {
  readonly #tier: Tier;
  readonly #limits: TierLimits;
  readonly #policy: string;

  constructor(tier: Tier, limits: TierLimits) {
    this.#tier = tier;
    this.#limits = limits;
    const month = limits.monthlyQuota === null ? '' : `, "month";q=${limits.monthlyQuota}`;
    this.#policy = `"minute";q=${limits.ratePerMin};w=60${month}`;
  }

  of({ rateRemaining, rateResetS, quotaRemaining, quotaResetS }: Standing): Record<string, string> {
    const minute = `"minute";r=${rateRemaining};t=${rateResetS}`;
    const headers: Record<string, string> = {
      'x-api-tier': this.#tier,
      'x-ratelimit-limit': String(this.#limits.ratePerMin),
      'x-ratelimit-remaining': String(rateRemaining),
      'ratelimit-policy': this.#policy,
      ratelimit: quotaRemaining === null ? minute : `${minute}, "month";r=${quotaRemaining};t=${quotaResetS}`,
    };
    if (this.#limits.monthlyQuota !== null && quotaRemaining !== null) {
      headers['x-quota-limit'] = String(this.#limits.monthlyQuota);
      headers['x-quota-remaining'] = String(quotaRemaining);
    }
    return headers;
  }
}
