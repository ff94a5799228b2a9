import { type Redis, RedisUnavailableError } from '../../../storage/redis/redis.ts';
import type { TierLimits } from '../../tiers.ts';
import type { LimitStanding, RequestCount, RequestLimits } from '../request-limits.ts';
import type { CountedUse, UsageMeter } from '../usage-meter.ts';
import { QuotaAlone } from './quota-alone.ts';
import type { RateAnswer, SharedQuota } from './rate-batcher.ts';
import { FILL_QUOTA, VERDICT } from './rate-scripts.ts';
import { askWhenSteady, RedisRateLimits, type RedisRateLimitsOptions } from './redis-rate-limits.ts';

/** Expiry of the count of a month in seconds: longer than any month. */
const QUOTA_EXPIRES_S = 40 * 86_400;

/** Time after which a count is filled again if the store was unavailable when it was filled. */
const REFILL_MS = 2_500;

/**
 * Time after this process has returned to the server during which other processes may still count alone, because they
 * noticed the loss and the return later.
 */
const OTHERS_SETTLE_MS = 1_500;

/** Number of bots above which idle ones are forgotten. */
const MAX_BOTS = 50_000;

/** Options of {@link RedisRateLimitsOptions}, and the meter that this process writes usage to. */
export interface RedisRequestLimitsOptions extends RedisRateLimitsOptions {
  readonly usage: UsageMeter;
}

/** The count of a month on the server, after this process has filled it from the store. */
interface FilledCount {
  /** Generation of the connection to the server. */
  readonly generation: number;
  readonly month: string;
  readonly key: string;
  /** Time until which the count is valid, monotonic ms. */
  readonly until: number;
}

/**
 * Request limits in Redis, shared by all processes: one call counts rate and quota for all requests of a moment.
 * Each process fills the count of a month from the store, once after each connection and whenever the count is missing.
 * It sets the larger of the server's count and the stored count plus its own unwritten requests. A server that lost its
 * data therefore gives no request back, except the unwritten ones of other processes. While the server is away, the
 * store counts for all processes, and it continues to do so until every process has returned to the server.
 */
export class RedisRequestLimits implements RequestLimits {
  readonly #redis: Redis;
  readonly #usage: UsageMeter;
  readonly #now: () => number;
  readonly #rates: RedisRateLimits;
  readonly #alone: QuotaAlone;
  /** Filled counts by bot. */
  readonly #filled = new Map<string, FilledCount>();
  readonly #filling = new Map<string, Promise<void>>();
  /** Monotonic time until which other processes may count without the server, ms. */
  #confirmsUntil = 0;

  constructor(options: RedisRequestLimitsOptions) {
    this.#redis = options.redis;
    this.#usage = options.usage;
    this.#now = options.now;
    this.#rates = new RedisRateLimits(options);
    this.#alone = new QuotaAlone({ ...options, part: (left) => this.#rates.part(left) });
    options.redis.onChange((isUp) => {
      if (!isUp) this.#alone.begin();
    });
    options.redis.onSteady(() => {
      this.#confirmsUntil = this.#now() + OTHERS_SETTLE_MS;
    });
  }

  /** Always asynchronous, because the server has to be asked. */
  tryTake(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    return this.take(use, limits);
  }

  /**
   * Counts a request. This is the hot path of every request: with a filled count it waits for one promise of the server
   * only.
   */
  async take(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    if (!this.#redis.isSteady) return this.#takeAlone(use, limits);
    let answer: RateAnswer | null = null;
    try {
      while (answer === null) {
        const filling = this.#whenFilled(use.botId, limits);
        if (filling !== null) await filling;
        const said = await this.#rates.ask(use.botId, 1, limits.ratePerMin, this.#toQuota(use.botId, limits));
        answer = this.#note(use.botId, 1, limits, said);
      }
    } catch (error) {
      if (!(error instanceof RedisUnavailableError)) throw error;
      return this.#takeAlone(use, limits);
    }
    const { verdict } = answer;
    const refusedBy = verdict === VERDICT.taken ? null : verdict === VERDICT.rate ? 'rate' : 'quota';
    if (refusedBy === null && this.#now() < this.#confirmsUntil) return this.#confirm(use, limits, answer);
    if (refusedBy === null) this.#usage.count(use, 1);
    return { refusedBy, standing: this.#toStanding(answer, limits) };
  }

  async #confirm(use: CountedUse, limits: TierLimits, answer: RateAnswer): Promise<RequestCount> {
    const isTaken = await this.#alone.confirm(use, limits);
    // The store has less of the quota left than the server, which learns of it when its count is filled again.
    if (!isTaken)
      await this.#rates.askToGiveBack(use.botId, this.#quotaKey(use.botId)).catch(() => undefined);
    const standing = this.#showMonth(use.botId, limits, this.#toStanding(answer, limits));
    return { refusedBy: isTaken ? null : 'quota', standing };
  }

  async #takeAlone(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    const { botId } = use;
    let refusedBy: RequestCount['refusedBy'] = null;
    if (!this.#rates.alone.take(botId, this.#rates.share(botId, limits.ratePerMin))) refusedBy = 'rate';
    else if (!(await this.#alone.take(use, limits))) {
      this.#rates.alone.giveBack(botId);
      refusedBy = 'quota';
    }
    const standing = await this.#readStandingAlone(botId, limits);
    // The quota has requests left, but this process has used its part of them for now.
    const isPartUsed = refusedBy === 'quota' && standing.quotaRemaining !== 0;
    return { refusedBy: isPartUsed ? 'rate' : refusedBy, standing };
  }

  async #readStandingAlone(botId: string, limits: TierLimits): Promise<LimitStanding> {
    if (limits.monthlyQuota !== null) await this.#alone.read(botId);
    const { remaining, secondsUntilMore } = this.#rates.alone.readStanding(
      botId,
      this.#rates.share(botId, limits.ratePerMin),
    );
    return this.#showMonth(botId, limits, {
      rateRemaining: remaining,
      rateResetS: secondsUntilMore,
      quotaResetS: this.#usage.computeSecondsLeft(),
    });
  }

  giveBack(use: CountedUse): Promise<void> {
    return askWhenSteady(
      this.#redis,
      async () => {
        await this.#rates.askToGiveBack(use.botId, this.#quotaKey(use.botId));
        this.#usage.count(use, -1);
      },
      () => {
        this.#usage.giveBack(use);
        this.#rates.alone.giveBack(use.botId);
      },
      // Callers do not wait for the result. Requests that the server fails to take back stay counted.
    ).catch(() => undefined);
  }

  giveBackQuota(use: CountedUse): Promise<void> {
    return askWhenSteady(
      this.#redis,
      async () => {
        await this.#rates.askToGiveBackQuota(this.#quotaKey(use.botId));
        this.#usage.count(use, -1);
      },
      () => this.#usage.giveBack(use),
    ).catch(() => undefined);
  }

  readStanding(botId: string, limits: TierLimits): Promise<LimitStanding> {
    return askWhenSteady(
      this.#redis,
      async () => this.#toStanding(await this.#askStanding(botId, limits), limits),
      () => this.#readStandingAlone(botId, limits),
    );
  }

  async #askStanding(botId: string, limits: TierLimits): Promise<RateAnswer> {
    for (;;) {
      await this.#whenFilled(botId, limits);
      const said = await this.#rates.ask(botId, 0, limits.ratePerMin, this.#toQuota(botId, limits));
      const answer = this.#note(botId, 0, limits, said);
      if (answer !== null) return answer;
    }
  }

  /**
   * Remembers an answer of the server. @returns null when the server has lost the count: the request has to be sent
   * again.
   */
  #note(botId: string, cost: 0 | 1, limits: TierLimits, answer: RateAnswer): RateAnswer | null {
    if (answer.verdict === VERDICT.quotaMissing) {
      this.#filled.delete(botId);
      return null;
    }
    this.#rates.note(botId, cost, limits.ratePerMin, answer);
    if (limits.monthlyQuota !== null) this.#usage.learn(botId, answer.used);
    return answer;
  }

  #toQuota(botId: string, { monthlyQuota }: TierLimits): SharedQuota | null {
    return monthlyQuota === null ? null : { key: this.#quotaKey(botId), limit: monthlyQuota };
  }

  /** Fills the count of a bot if necessary; null: the count is filled, or the key has no quota. */
  #whenFilled(botId: string, { monthlyQuota }: TierLimits): Promise<void> | null {
    return monthlyQuota === null || this.#isFilled(botId) ? null : this.#fill(botId);
  }

  /** Whether the count of a bot is filled for the current connection and month. */
  #isFilled(botId: string): boolean {
    const filled = this.#filled.get(botId);
    return (
      filled !== undefined &&
      filled.generation === this.#redis.generation &&
      filled.month === this.#usage.month &&
      this.#now() < filled.until
    );
  }

  /** Fills the count of a bot. All requests that need it wait for the same call. */
  #fill(botId: string): Promise<void> {
    let filling = this.#filling.get(botId);
    if (filling === undefined) {
      filling = this.#fillNow(botId).finally(() => this.#filling.delete(botId));
      this.#filling.set(botId, filling);
    }
    return filling;
  }

  async #fillNow(botId: string): Promise<void> {
    const { generation } = this.#redis;
    const { month } = this.#usage;
    const key = this.#redis.key('q', `{${botId}}`, month);
    // Until that time, other processes may store requests that they allowed without the server, so the count has to be
    // filled again.
    const isEarly = this.#now() < this.#confirmsUntil;
    const { total, isStored } = await this.#alone.findTotal(botId);
    await this.#redis.ask((client) => FILL_QUOTA.run(client, [key], [total, QUOTA_EXPIRES_S]));
    // Deleting the entry first moves it to the end of the map, whose oldest entries are dropped first.
    this.#filled.delete(botId);
    const until = !isStored
      ? this.#now() + REFILL_MS
      : isEarly
        ? this.#confirmsUntil
        : Number.POSITIVE_INFINITY;
    this.#filled.set(botId, { generation, month, key, until });
    for (const known of this.#filled.keys()) {
      if (this.#filled.size <= MAX_BOTS) return;
      this.#filled.delete(known);
    }
  }

  /** Adds the known remaining quota of the month to a standing. */
  #showMonth(
    botId: string,
    { monthlyQuota }: TierLimits,
    standing: Omit<LimitStanding, 'quotaRemaining'>,
  ): LimitStanding {
    return { ...standing, quotaRemaining: this.#usage.computeRemaining(botId, monthlyQuota) };
  }

  #toStanding({ standing, used }: RateAnswer, { monthlyQuota }: TierLimits): LimitStanding {
    return {
      rateRemaining: standing.remaining,
      rateResetS: standing.secondsUntilMore,
      quotaRemaining: monthlyQuota === null ? null : Math.max(0, monthlyQuota - used),
      quotaResetS: this.#usage.computeSecondsLeft(),
    };
  }

  #quotaKey(botId: string): string {
    const filled = this.#filled.get(botId);
    if (filled?.month === this.#usage.month) return filled.key;
    return this.#redis.key('q', `{${botId}}`, this.#usage.month);
  }
}
