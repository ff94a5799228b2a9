import type { Soon } from '../scheduling/soon.ts';
import type { LocalRateLimits } from './local-rate-limits.ts';
import type { TierLimits } from './tiers.ts';
import type { CountedUse, UsageMeter } from './usage-meter.ts';

/** Requests left to a bot. */
export interface LimitStanding {
  readonly rateRemaining: number;
  /** Seconds until the oldest requests of the minute leave it; 0 without any. */
  readonly rateResetS: number;
  /** null: unlimited. */
  readonly quotaRemaining: number | null;
  readonly quotaResetS: number;
}

/** How a request was counted. */
export interface RequestCount {
  /** null: it took one of each. Otherwise it took nothing. */
  readonly refusedBy: 'rate' | 'quota' | null;
  /** After it. */
  readonly standing: LimitStanding;
}

/** Requests that a tier counts, by bot: those of a sliding minute, and those of a calendar month. */
export interface RequestLimits {
  /** Takes one of rate and quota, or of none. */
  take(use: CountedUse, limits: TierLimits): Soon<RequestCount>;
  /** As `take`, when nothing has to be read before; null: nothing was counted. */
  tryTake(use: CountedUse, limits: TierLimits): Soon<RequestCount> | null;
  /** The newest request is refused after all. Never throws. */
  giveBack(use: CountedUse): Soon<void>;
  standing(botId: string, limits: TierLimits): Soon<LimitStanding>;
}

/** Counts within this process. */
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

  standing(botId: string, limits: TierLimits): Soon<LimitStanding> {
    if (this.#usage.knows(botId)) return this.#standing(botId, limits);
    return this.#usage.load(botId).then(() => this.#standing(botId, limits));
  }

  #take(use: CountedUse, limits: TierLimits): RequestCount {
    const refusedBy = this.#findRefusal(use, limits);
    return { refusedBy, standing: this.#standing(use.botId, limits) };
  }

  /** Rate, then quota. */
  #findRefusal(use: CountedUse, { ratePerMin, monthlyQuota }: TierLimits): 'rate' | 'quota' | null {
    if (!this.#rates.take(use.botId, ratePerMin)) return 'rate';
    if (this.#usage.take(use, monthlyQuota)) return null;
    this.#rates.giveBack(use.botId);
    return 'quota';
  }

  #standing(botId: string, { ratePerMin, monthlyQuota }: TierLimits): LimitStanding {
    const { remaining, secondsUntilMore } = this.#rates.standing(botId, ratePerMin);
    return {
      rateRemaining: remaining,
      rateResetS: secondsUntilMore,
      quotaRemaining: this.#usage.remaining(botId, monthlyQuota),
      quotaResetS: this.#usage.secondsLeft(),
    };
  }
}
