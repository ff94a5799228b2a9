import { LateAnswerError, waitForAnswer } from '../../../storage/late-answer.ts';
import { StorageUnavailableError } from '../../../storage/service-database.ts';
import type { TierLimits } from '../../tiers.ts';
import type { CountedUse, UsageMeter } from '../usage-meter.ts';

/**
 * Time after which the counts of other processes are complete: a process hears of a loss within the time of an answer
 * or of a heartbeat, and writes its requests at once.
 */
const OTHERS_WRITE_MS = 2_500;

/** Longest wait of a request for the store. */
const STORE_MS = 500;

/** Number of bots above which idle ones are forgotten. */
const MAX_BOTS = 50_000;

/** A bot's month while the server is away. */
interface MonthAlone {
  readonly month: string;
  /** When the first read of the store after the loss began, and the newest: monotonic ms. */
  readonly firstAt: number;
  readAt: number;
  /** The first read after the loss. */
  readonly first: Promise<void>;
  /** Requests of all processes, as they were first known after the loss. */
  before: number;
  /** Requests near the end of the quota that this process has taken since. */
  taken: number;
}

/** Requests of one kind that wait for the store. */
interface Batch {
  readonly use: CountedUse;
  readonly quota: number;
  /** null: the store did not answer. */
  readonly waiting: PromiseWithResolvers<boolean | null>[];
}

export interface QuotaAloneOptions {
  readonly usage: UsageMeter;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Share of the remaining quota that this process may give. */
  readonly part: (left: number) => number;
}

/**
 * Quotas without the server, which the store then counts for all processes.
 *
 * Far from its end a quota is counted in this process and written behind: until the next read the rate does not let all
 * processes together come to the end. Near it each request is taken in the store. Right after a loss the store lacks
 * what others have not written yet, so a process takes no more than its part of the rest; a store that is away leaves
 * it at that.
 */
export class QuotaAlone {
  readonly #options: QuotaAloneOptions;
  readonly #months = new Map<string, MonthAlone>();
  readonly #batches = new Map<string, Batch>();

  constructor(options: QuotaAloneOptions) {
    this.#options = options;
  }

  /** The server was lost: other processes read from the store the requests that it had permitted here. */
  begin(): void {
    this.#months.clear();
    // Counts that cannot be written now are kept for the next time.
    this.#options.usage.flush().catch(() => undefined);
  }

  /** Counts a request, if the quota or this process's part of it allows it. */
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
   * Counts a request that the server has let through while other processes may still be without it.
   *
   * @returns false: too many.
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
   * Takes the stored requests, those of other processes included, into the count of this process: before the first
   * request after a loss, and then beside the requests.
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
      // A total that cannot be read now is read again after the same time.
      this.#learnTotal(botId).catch(() => undefined);
    }
    await known.first;
    return known;
  }

  /** A store that is away or slow delays no request: the last known count is used until it answers. */
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
    // The server may have told more than others have written.
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

  /** Requests of one moment are taken together. @returns null when the store does not answer. */
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
      // Callers that were answered without the store give back requests that it permits later.
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

/** null: the store is away or too slow. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await waitForAnswer(answer, STORE_MS);
  } catch (error) {
    if (error instanceof StorageUnavailableError || error instanceof LateAnswerError) return null;
    throw error;
  }
}
