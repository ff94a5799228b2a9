import { LateAnswerError, within } from '../../storage/late-answer.ts';
import { type Redis, RedisUnavailableError } from '../../storage/redis/redis.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { LocalRequestLimits } from '../local-request-limits.ts';
import type { LimitStanding, RequestCount, RequestLimits } from '../request-limits.ts';
import type { TierLimits } from '../tiers.ts';
import type { CountedUse, UsageMeter } from '../usage-meter.ts';
import type { RateAnswer, SharedQuota } from './rate-questions.ts';
import { FILL_QUOTA, VERDICT } from './rate-scripts.ts';
import { RedisRateLimits, type RedisRateLimitsOptions, together } from './redis-rate-limits.ts';

/** Longer than any month, so that a key outlives what it counts. */
const QUOTA_EXPIRES_S = 40 * 86_400;

/** Others write what they have counted each second: by then it is there. */
const TOTAL_FRESH_MS = 2_500;

/** How long a request may wait for the store. */
const TOTAL_MS = 500;

/** More bots than this are only remembered while they are active. */
const MAX_BOTS = 50_000;

/** As `RedisRateLimitsOptions`, and whose usage is written by this process. */
export interface RedisRequestLimitsOptions extends RedisRateLimitsOptions {
  readonly usage: UsageMeter;
}

/** A count of a month that this process has filled. */
interface FilledCount {
  /** Of the server's connection. */
  readonly generation: number;
  readonly month: string;
  readonly key: string;
  /** Monotonic ms. */
  readonly until: number;
}

/** The total of a bot's month, as it was read while the server is away. */
interface ReadTotal {
  /** When the read began: monotonic ms. */
  readonly at: number;
  /** The first read after the loss. */
  readonly first: Promise<void>;
  /** Requests of the month, of all processes, when it was read. */
  total: number;
}

/**
 * Counts rate and quota in Redis, for all processes, in one call for all requests of a moment.
 *
 * The count of a month is filled from what is stored, by each process once after each connection and whenever it is gone:
 * the larger of the server's count and what is stored with what this process has counted and not written. So a server that
 * forgets gives no request back, beyond what other processes had not written. While it is away each process takes its part of
 * what is left, and reads again what others have taken.
 */
export class RedisRequestLimits implements RequestLimits {
  readonly #redis: Redis;
  readonly #usage: UsageMeter;
  readonly #now: () => number;
  readonly #rates: RedisRateLimits;
  readonly #alone: LocalRequestLimits;
  /** For what a bot's count was filled, and until when: monotonic ms. */
  readonly #filled = new Map<string, FilledCount>();
  readonly #filling = new Map<string, Promise<void>>();
  /** While the server is away, by bot. */
  readonly #totals = new Map<string, ReadTotal>();

  constructor(options: RedisRequestLimitsOptions) {
    this.#redis = options.redis;
    this.#usage = options.usage;
    this.#now = options.now;
    this.#rates = new RedisRateLimits(options);
    this.#alone = new LocalRequestLimits(this.#rates.alone, options.usage);
    options.redis.onChange((isUp) => {
      if (!isUp) this.#totals.clear();
    });
  }

  /** The server is asked first. */
  tryTake(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    return this.take(use, limits);
  }

  /** Every request of every key passes here: it waits for one promise of the server, and for no other. */
  async take(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    if (!this.#redis.isSettled) return this.#takeAlone(use, limits);
    let answer: RateAnswer | null = null;
    try {
      while (answer === null) {
        const filling = this.#whenFilled(use.botId, limits);
        if (filling !== null) await filling;
        const said = await this.#rates.question(
          use.botId,
          1,
          limits.ratePerMin,
          this.#toQuota(use.botId, limits),
        );
        answer = this.#note(use.botId, 1, limits, said);
      }
    } catch (error) {
      if (!(error instanceof RedisUnavailableError)) throw error;
      return this.#takeAlone(use, limits);
    }
    const { verdict } = answer;
    const refusedBy = verdict === VERDICT.taken ? null : verdict === VERDICT.rate ? 'rate' : 'quota';
    if (refusedBy === null) this.#usage.count(use, 1);
    return { refusedBy, standing: this.#toStanding(answer, limits) };
  }

  async #takeAlone(use: CountedUse, limits: TierLimits): Promise<RequestCount> {
    await this.#readTotal(use.botId);
    const count = await this.#alone.take(use, this.#share(use.botId, limits));
    const standing = this.#showMonth(use.botId, limits, count.standing);
    // The month has more, of which this process has used its part for now.
    const isPartUsed = count.refusedBy === 'quota' && standing.quotaRemaining !== 0;
    return { refusedBy: isPartUsed ? 'rate' : count.refusedBy, standing };
  }

  giveBack(use: CountedUse): Promise<void> {
    return together(
      this.#redis,
      async () => {
        await this.#rates.askToGiveBack(use.botId, this.#quotaKey(use.botId));
        this.#usage.count(use, -1);
      },
      () => this.#alone.giveBack(use),
      // Callers go on without waiting. What a server that answers with an error did not take back stays counted.
    ).catch(() => undefined);
  }

  standing(botId: string, limits: TierLimits): Promise<LimitStanding> {
    return together(
      this.#redis,
      async () => this.#toStanding(await this.#askStanding(botId, limits), limits),
      async () => {
        await this.#readTotal(botId);
        const standing = await this.#alone.standing(botId, this.#share(botId, limits));
        return this.#showMonth(botId, limits, standing);
      },
    );
  }

  async #askStanding(botId: string, limits: TierLimits): Promise<RateAnswer> {
    for (;;) {
      await this.#whenFilled(botId, limits);
      const said = await this.#rates.question(botId, 0, limits.ratePerMin, this.#toQuota(botId, limits));
      const answer = this.#note(botId, 0, limits, said);
      if (answer !== null) return answer;
    }
  }

  /** Learns from what the server said. @returns null when the server was emptied since its count was filled: ask again. */
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

  /** null: the count of a bot is there, or none is needed. */
  #whenFilled(botId: string, { monthlyQuota }: TierLimits): Promise<void> | null {
    return monthlyQuota === null || this.#isFilled(botId) ? null : this.#fill(botId);
  }

  /** A count is filled for a generation of the server and a month. */
  #isFilled(botId: string): boolean {
    const filled = this.#filled.get(botId);
    return (
      filled !== undefined &&
      filled.generation === this.#redis.generation &&
      filled.month === this.#usage.month &&
      this.#now() < filled.until
    );
  }

  /** Once for all that wait for it. */
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
    const { total, isStored } = await this.#findTotal(botId);
    await this.#redis.ask((client) => FILL_QUOTA.run(client, [key], [total, QUOTA_EXPIRES_S]));
    // The oldest entries leave first; a bot that returns gets a new one.
    this.#filled.delete(botId);
    const until = isStored ? Number.POSITIVE_INFINITY : this.#now() + TOTAL_FRESH_MS;
    this.#filled.set(botId, { generation, month, key, until });
    for (const known of this.#filled.keys()) {
      if (this.#filled.size <= MAX_BOTS) return;
      this.#filled.delete(known);
    }
  }

  /** A store that is away or slow holds no request: what was last known counts until it answers. */
  async #findTotal(botId: string): Promise<{ readonly total: number; readonly isStored: boolean }> {
    try {
      return { total: await within(this.#usage.readTotal(botId), TOTAL_MS), isStored: true };
    } catch (error) {
      if (!(error instanceof StorageUnavailableError || error instanceof LateAnswerError)) throw error;
      return { total: this.#usage.knownTotal(botId), isStored: false };
    }
  }

  /**
   * Takes what is stored, others' requests too, into the count of this process: before the first request after a loss, and
   * then beside the requests.
   */
  #readTotal(botId: string): Promise<void> {
    const last = this.#totals.get(botId);
    if (last !== undefined && this.#now() - last.at < TOTAL_FRESH_MS) return last.first;
    if (this.#totals.size > MAX_BOTS) this.#totals.clear();
    const reading = this.#learnTotal(botId);
    const first = last?.first ?? reading;
    if (first !== reading) reading.catch(() => undefined);
    this.#totals.set(botId, { at: this.#now(), first, total: last?.total ?? 0 });
    return first;
  }

  async #learnTotal(botId: string): Promise<void> {
    const { total } = await this.#findTotal(botId);
    // The server may have told more than others have written.
    const known = Math.max(total, this.#usage.knownTotal(botId));
    this.#usage.learn(botId, known);
    const read = this.#totals.get(botId);
    if (read !== undefined) read.total = known;
  }

  #share(botId: string, { monthlyQuota, ...limits }: TierLimits): TierLimits {
    const total = this.#totals.get(botId)?.total ?? 0;
    return {
      ...limits,
      ratePerMin: this.#rates.share(botId, limits.ratePerMin),
      monthlyQuota: monthlyQuota === null ? null : total + this.#rates.part(monthlyQuota - total),
    };
  }

  /** Requests of the month left to all processes together. */
  #showMonth(botId: string, { monthlyQuota }: TierLimits, standing: LimitStanding): LimitStanding {
    return { ...standing, quotaRemaining: this.#usage.remaining(botId, monthlyQuota) };
  }

  #toStanding({ standing, used }: RateAnswer, { monthlyQuota }: TierLimits): LimitStanding {
    return {
      rateRemaining: standing.remaining,
      rateResetS: standing.secondsUntilMore,
      quotaRemaining: monthlyQuota === null ? null : Math.max(0, monthlyQuota - used),
      quotaResetS: this.#usage.secondsLeft(),
    };
  }

  #quotaKey(botId: string): string {
    const filled = this.#filled.get(botId);
    if (filled?.month === this.#usage.month) return filled.key;
    return this.#redis.key('q', `{${botId}}`, this.#usage.month);
  }
}
