import type { Soon } from '../../scheduling/soon.ts';
import type { TierLimits } from '../tiers.ts';
import type { LocalRateLimits } from './local-rate-limits.ts';
import type { LimitStanding, RequestCount, RequestLimits } from './request-limits.ts';
import type { CountedUse, UsageMeter } from './usage-meter.ts';

/** Request limits in the memory of this process. */
export class LocalRequestLimits implements RequestLimits {
  readonly #rates: LocalRateLimits;
  readonly #usage: UsageMeter;

  constructor(rates: LocalRateLimits, usage: UsageMeter) {
    this.#rates = rates;
    this.#usage = usage;
  }

  take(use: CountedUse, limits: TierLimits): Soon<RequestCount> {
    if (this.#usage.knows(use.botId)) return this.#take(use, limits);
    return this.#usage.load(use.botId).then(() => this.#take(use, limits));
  }

  tryTake(use: CountedUse, limits: TierLimits): RequestCount | null {
    return this.#usage.knows(use.botId) ? this.#take(use, limits) : null;
  }

  giveBack(use: CountedUse): void {
    this.#usage.giveBack(use);
    this.#rates.giveBack(use.botId);
  }

  giveBackQuota(use: CountedUse): void {
    this.#usage.giveBack(use);
  }

  readStanding(botId: string, limits: TierLimits): Soon<LimitStanding> {
    if (this.#usage.knows(botId)) return this.#standing(botId, limits);
    return this.#usage.load(botId).then(() => this.#standing(botId, limits));
  }

  #take(use: CountedUse, limits: TierLimits): RequestCount {
    const refusedBy = this.#findRefusal(use, limits);
    return { refusedBy, standing: this.#standing(use.botId, limits) };
  }

  /** Finds the limit that a request exceeds: the rate first, then the quota; null: none. */
  #findRefusal(use: CountedUse, { ratePerMin, monthlyQuota }: TierLimits): 'rate' | 'quota' | null {
    if (!this.#rates.take(use.botId, ratePerMin)) return 'rate';
    if (this.#usage.take(use, monthlyQuota)) return null;
    this.#rates.giveBack(use.botId);
    return 'quota';
  }

  #standing(botId: string, { ratePerMin, monthlyQuota }: TierLimits): LimitStanding {
    const { remaining, secondsUntilMore } = this.#rates.readStanding(botId, ratePerMin);
    return {
      rateRemaining: remaining,
      rateResetS: secondsUntilMore,
      quotaRemaining: this.#usage.computeRemaining(botId, monthlyQuota),
      quotaResetS: this.#usage.computeSecondsLeft(),
    };
  }
}
