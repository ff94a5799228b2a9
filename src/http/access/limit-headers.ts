import type { LimitStanding } from '../../accounts/limits/request-limits.ts';
import type { Tier, TierLimits } from '../../accounts/tiers.ts';

/** Formats the limit headers of one tier. Their constant parts are created once. */
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

  /** Lists the headers, names and values in turn. */
  list({ rateRemaining, rateResetS, quotaRemaining, quotaResetS }: LimitStanding): string[] {
    const { ratePerMin, monthlyQuota } = this.#limits;
    const minute = `"minute";r=${rateRemaining};t=${rateResetS}`;
    const fields = [
      'x-api-tier',
      this.#tier,
      'x-ratelimit-limit',
      String(ratePerMin),
      'x-ratelimit-remaining',
      String(rateRemaining),
      'ratelimit-policy',
      this.#policy,
      'ratelimit',
      quotaRemaining === null ? minute : `${minute}, "month";r=${quotaRemaining};t=${quotaResetS}`,
    ];
    if (monthlyQuota !== null && quotaRemaining !== null) {
      fields.push('x-quota-limit', String(monthlyQuota), 'x-quota-remaining', String(quotaRemaining));
    }
    return fields;
  }

  record(standing: LimitStanding): Record<string, string> {
    const fields = this.list(standing);
    const record: Record<string, string> = {};
    for (let i = 0; i < fields.length; i += 2) record[fields[i]!] = fields[i + 1]!;
    return record;
  }
}
