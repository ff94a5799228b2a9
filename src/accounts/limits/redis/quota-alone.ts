import { LateAnswerError, waitForAnswer } from '../../../storage/late-answer.ts';
import { StorageUnavailableError } from '../../../storage/service-database.ts';
import type { TierLimits } from '../../tiers.ts';
import type { CountedUse, UsageMeter } from '../usage-meter.ts';

/**
 * Time after which the stored counts include those of other processes. A process notices a lost server within the
 * timeout of an answer or a heartbeat, and then writes its counts immediately.
 */
const OTHERS_WRITE_MS = 2_500;

/** Maximum time for which a request waits for the store. */
const STORE_MS = 500;

/** Number of bots above which idle ones are forgotten. */
const MAX_BOTS = 50_000;

/** State of a bot's quota for one month while the server is away. */
interface MonthAlone {
  readonly month: string;
  /** Monotonic times of the first and of the newest read of the store since the loss of the server, ms. */
  readonly firstAt: number;
  readAt: number;
  /** The first read of the store since the loss of the server. */
  readonly first: Promise<void>;
  /** Requests of all processes in the month, as first known since the loss of the server. */
  before: number;
  /** Requests near the end of the quota that this process has allowed since. */
  taken: number;
}

/** Requests of one kind that wait for the store together. */
interface Batch {
  readonly use: CountedUse;
  readonly quota: number;
  /** Callers that wait; the result null means that the store did not answer. */
  readonly waiting: PromiseWithResolvers<boolean | null>[];
}

export interface QuotaAloneOptions {
  readonly usage: UsageMeter;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Returns the part of a remaining quota that this process may use. */
  readonly part: (left: number) => number;
}

/**
 * Counts quotas while the Redis server is away. The store then counts for all processes.
 *
 * Far from the end of a quota, this process counts requests itself and writes them later: the rate limit is too low for
 * all processes together to reach the end before the next read. Near the end, each request is counted in the store.
 * Right after the loss, the store lacks requests that other processes have not written yet, so this process allows no
 * more than its part of the rest. The same holds while the store is unavailable.
 */
export class QuotaAlone {
  readonly #options: QuotaAloneOptions;
  readonly #months = new Map<string, MonthAlone>();
  readonly #batches = new Map<string, Batch>();

  constructor(options: QuotaAloneOptions) {
    this.#options = options;
  }

  /**
   * Begins a time without the server. Writes the counts of this process, so that other processes can read them from the
   * store.
   */
  begin(): void {
    this.#months.clear();
    // Counts that cannot be written now stay in memory for the next write.
    this.#options.usage.flush().catch(() => undefined);
  }

  /** Counts a request if the quota, or this process's part of it, allows it. */
  async take(use: CountedUse, limits: TierLimits): Promise<boolean> {
    const { usage, now, part } = this.#options;
    const quota = limits.monthlyQuota;
    if (quota === null) {
      usage.count(use, 1);
      return true;
    }
    const month = await this.read(use.botId);
    if (this.#isFarFromEnd(use.botId, quota, limits)) return this.#takeHere(use, quota);
    const isInPart = month.taken < part(quota - month.before);
    if (!isInPart && now() < month.firstAt + OTHERS_WRITE_MS) return false;
    month.taken++;
    const isTaken = (await this.#takeStored(use, quota)) ?? (isInPart && this.#takeHere(use, quota));
    if (!isTaken) month.taken--;
    return isTaken;
  }

  /**
   * Counts a request that the server has allowed while other processes may still count without it.
   *
   * @returns false: the quota is used up.
   */
  async confirm(use: CountedUse, limits: TierLimits): Promise<boolean> {
    const { usage } = this.#options;
    const quota = limits.monthlyQuota;
    if (quota !== null && !this.#isFarFromEnd(use.botId, quota, limits)) {
      const isTaken = await this.#takeStored(use, quota);
      if (isTaken !== null) return isTaken;
    }
    usage.count(use, 1);
    return true;
  }

  /**
   * Adds the stored requests of all processes to the known count: before the first request after a loss, and later in
   * the background.
   */
  async read(botId: string): Promise<MonthAlone> {
    const { usage, now } = this.#options;
    let known = this.#months.get(botId);
    if (known === undefined || known.month !== usage.month) {
      if (this.#months.size > MAX_BOTS) this.#months.clear();
      const first = this.#learnTotal(botId).then((total) => {
        month.before = total;
      });
      const at = now();
      const month = { month: usage.month, firstAt: at, readAt: at, first, before: 0, taken: 0 };
      this.#months.set(botId, month);
      known = month;
    } else if (now() - known.readAt >= OTHERS_WRITE_MS) {
      known.readAt = now();
      // A failed read is repeated after the same interval.
      this.#learnTotal(botId).catch(() => undefined);
    }
    await known.first;
    return known;
  }

  /**
   * Reads the requests of all processes. If the store is unavailable or slow, the last known count is returned, so that
   * no request waits for it.
   */
  async findTotal(botId: string): Promise<{ readonly total: number; readonly isStored: boolean }> {
    const { usage } = this.#options;
    const total = await orNull(usage.readTotal(botId));
    return total === null
      ? { total: usage.getKnownTotal(botId), isStored: false }
      : { total, isStored: true };
  }

  async #learnTotal(botId: string): Promise<number> {
    const { usage } = this.#options;
    const { total } = await this.findTotal(botId);
    // The server may have reported requests that other processes have not written yet.
    const known = Math.max(total, usage.getKnownTotal(botId));
    usage.learn(botId, known);
    return known;
  }

  #isFarFromEnd(botId: string, quota: number, { ratePerMin }: TierLimits): boolean {
    return quota - this.#options.usage.getKnownTotal(botId) > 2 * ratePerMin;
  }

  #takeHere(use: CountedUse, quota: number): boolean {
    const { usage } = this.#options;
    const used = usage.getKnownTotal(use.botId);
    if (used >= quota) return false;
    usage.learn(use.botId, used + 1);
    usage.count(use, 1);
    return true;
  }

  /**
   * Counts a request in the store, together with the others that arrive at the same moment. @returns null when the
   * store does not answer.
   */
  #takeStored(use: CountedUse, quota: number): Promise<boolean | null> {
    const id = JSON.stringify([use.botId, use.endpoint, use.venue, quota]);
    let batch = this.#batches.get(id);
    if (batch === undefined) {
      batch = { use, quota, waiting: [] };
      this.#batches.set(id, batch);
      setImmediate(() => {
        this.#batches.delete(id);
        void this.#takeBatch(batch as Batch);
      });
    }
    const waiter = Promise.withResolvers<boolean | null>();
    batch.waiting.push(waiter);
    return waiter.promise;
  }

  async #takeBatch({ use, quota, waiting }: Batch): Promise<void> {
    const { usage } = this.#options;
    const taking = usage.takeStored(use, waiting.length, quota);
    try {
      const taken = await orNull(taking);
      // These callers were answered without the store, so requests that the store accepts later are subtracted again.
      if (taken === null) {
        taking.then(
          (late) => usage.count(use, -late.taken),
          () => undefined,
        );
      }
      for (const [place, { resolve }] of waiting.entries()) {
        resolve(taken === null ? null : place < taken.taken);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** Waits for an answer of the store; null: the store is unavailable or too slow. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await waitForAnswer(answer, STORE_MS);
  } catch (error) {
    if (error instanceof StorageUnavailableError || error instanceof LateAnswerError) return null;
    throw error;
  }
}
