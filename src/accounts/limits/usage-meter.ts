import type { Clock, VenueId } from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { mayBeStored } from '../../storage/unavailable-error.ts';
import {
  type QuotaUse,
  summarise,
  toMonth,
  type UsageRow,
  type UsageStore,
  type UsageSummary,
} from './usage.ts';

/** Bots whose count stays in memory after they fell silent; the rest is read again when they come back. */
const MAX_BOTS_KEPT = 50_000;

/** Rows of one write: longer transactions would time out on a server. */
const ROWS_AT_ONCE = 500;

/** Counts that are not written yet. */
type PendingRow = { -readonly [Name in keyof UsageRow]: UsageRow[Name] };

/** The use that a request makes. */
export interface CountedUse {
  readonly botId: string;
  /** The route's template. */
  readonly endpoint: string;
  /** The venue of a request that names one. */
  readonly venue: VenueId | null;
}

/**
 * Counts requests per bot and calendar month, and says whether the quota allows one more. Counts are written
 * behind: a crash may forget a second of them.
 */
export class UsageMeter {
  readonly #store: UsageStore;
  readonly #clock: Clock;
  #month = '';
  #monthEndsAt = 0;
  /** Requests of the month by bot. */
  #used = new Map<string, number>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Unwritten counts by bot. A bot in this map is never evicted, so its total is complete. */
  #pending = new Map<string, PendingRow[]>();
  /** Reads and writes of counts. */
  readonly #storing = new InOrder();
  /** Bots whose total is requested, until the read begins. */
  #totals = new Map<string, PromiseWithResolvers<number>>();

  constructor(store: UsageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The month that is counted. It never goes back while the process runs, even when the clock does. */
  get month(): string {
    const now = this.#clock();
    if (now >= this.#monthEndsAt) {
      const month = toMonth(now);
      if (month > this.#month) {
        this.#month = month;
        this.#used = new Map();
      }
      const [year = 0, number = 1] = this.#month.split('-').map(Number);
      this.#monthEndsAt = Date.UTC(year, number, 1);
    }
    return this.#month;
  }

  /** Whether the count of a bot is known, so that `take` may be called. */
  knows(botId: string): boolean {
    return this.month !== '' && this.#used.has(botId);
  }

  /** Reads the count of a bot; one read serves every waiting request. */
  async load(botId: string): Promise<void> {
    while (!this.knows(botId)) {
      const { month } = this;
      const key = `${botId} ${month}`;
      let load = this.#loading.get(key);
      if (load === undefined) {
        load = this.#store
          .read(botId, month)
          .then((rows) => {
            // A month that ended meanwhile is read again, as the new one.
            if (this.month !== month) return;
            this.#used.set(botId, sum(rows));
          })
          .finally(() => this.#loading.delete(key));
        this.#loading.set(key, load);
      }
      await load;
    }
  }

  /**
   * Counts one request, if the quota allows it. The count must be known.
   *
   * @param quota null: unlimited.
   * @returns false when nothing was left.
   */
  take(use: CountedUse, quota: number | null): boolean {
    const used = this.#used.get(use.botId);
    if (used === undefined) throw new Error('the usage of the bot is not loaded');
    if (quota !== null && used >= quota) return false;
    this.#used.set(use.botId, used + 1);
    this.count(use, 1);
    return true;
  }

  /** The request that was counted is refused after all. */
  giveBack(use: CountedUse): void {
    const used = this.#used.get(use.botId) ?? 0;
    if (used > 0) this.#used.set(use.botId, used - 1);
    this.count(use, -1);
  }

  /** Computes the requests that are left; null: unlimited. */
  computeRemaining(botId: string, quota: number | null): number | null {
    return quota === null ? null : Math.max(0, quota - (this.#used.get(botId) ?? 0));
  }

  /** Whole seconds until the month ends. */
  computeSecondsLeft(): number {
    const { month } = this;
    return month === '' ? 1 : Math.max(1, Math.ceil((this.#monthEndsAt - this.#clock()) / 1_000));
  }

  /** Counts requests whose quota is kept elsewhere; less than 0 takes them off again. */
  count(use: CountedUse, change: number): void {
    const now = this.#clock();
    this.#add({ ...use, month: this.month, count: change, firstAt: now, lastAt: now });
  }

  /** A bot's usage of the month, as the store counts it. */
  learn(botId: string, used: number): void {
    if (this.month !== '') this.#used.set(botId, used);
  }

  /** A bot's usage of the month without asking the store. */
  getKnownTotal(botId: string): number {
    const { month } = this;
    return this.#used.get(botId) ?? sum(this.#listPending(botId, month));
  }

  /**
   * Reads all requests of a bot's month, with those that this process has counted and not written. One read serves all
   * that wait for it.
   */
  readTotal(botId: string): Promise<number> {
    let total = this.#totals.get(botId);
    if (total === undefined) {
      total = Promise.withResolvers();
      this.#totals.set(botId, total);
      if (this.#totals.size === 1) void this.#storing.run(() => this.#readTotals());
    }
    return total.promise;
  }

  /**
   * Takes requests in the store, as many as the quota has left there: exact over all processes, except for their
   * unwritten requests.
   *
   * @throws {StorageUnavailableError}
   */
  async takeStored(use: CountedUse, count: number, quota: number): Promise<QuotaUse> {
    await this.flush();
    const { month } = this;
    const now = this.#clock();
    const taken = await this.#store.take({ ...use, month, count, firstAt: now, lastAt: now }, quota);
    if (month === this.month) this.#used.set(use.botId, taken.used);
    return taken;
  }

  /** Writes the requests counted since. Requests that could not be written are kept for the next time. */
  flush(): Promise<void> {
    return this.#storing.run(() => this.#write());
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const rows = [...this.#pending.values()].flat();
    this.#pending = new Map();
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      try {
        await this.#store.add(rows.slice(from, from + ROWS_AT_ONCE));
      } catch (error) {
        // A second of requests is forgotten rather than counted twice.
        for (const row of rows.slice(mayBeStored(error) ? from + ROWS_AT_ONCE : from)) this.#add(row);
        throw error;
      }
    }
    this.#forgetSilent();
  }

  /** Reads the totals; writes wait meanwhile, so that each request is counted once. */
  async #readTotals(): Promise<void> {
    const totals = this.#totals;
    this.#totals = new Map();
    const { month } = this;
    const written = this.#write();
    await Promise.all(
      [...totals].map(async ([botId, { resolve, reject }]) => {
        try {
          await written;
          const rows = await this.#store.read(botId, month);
          resolve(sum(rows) + sum(this.#listPending(botId, month)));
        } catch (error) {
          reject(error);
        }
      }),
    );
  }

  /** All requests of the current month, also while the store accepts no writes. */
  async readSummary(botId: string): Promise<UsageSummary> {
    await this.flush().catch((error) => {
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
    const { month } = this;
    // Waiting counts are taken before the read begins: the store reads at once, so no row is counted twice.
    const counted = this.#listPending(botId, month).map((row) => ({ ...row }));
    return summarise([...(await this.#store.read(botId, month)), ...counted]);
  }

  #listPending(botId: string, month: string): readonly UsageRow[] {
    return (this.#pending.get(botId) ?? []).filter((row) => row.month === month);
  }

  #add({ botId, month, endpoint, venue, count, firstAt, lastAt }: UsageRow): void {
    let rows = this.#pending.get(botId);
    if (rows === undefined) {
      rows = [];
      this.#pending.set(botId, rows);
    }
    // A bot has few rows within a second: searching them is faster than building a key.
    let row = rows.find(
      (known) => known.endpoint === endpoint && known.venue === venue && known.month === month,
    );
    if (row === undefined) {
      row = { botId, month, endpoint, venue, count: 0, firstAt, lastAt };
      rows.push(row);
    }
    row.count += count;
    row.firstAt = Math.min(row.firstAt, firstAt);
    row.lastAt = Math.max(row.lastAt, lastAt);
  }

  /** The bots that were met first leave first; all their counts are in the store. */
  #forgetSilent(): void {
    if (this.#used.size <= MAX_BOTS_KEPT) return;
    for (const botId of this.#used.keys()) {
      if (this.#used.size <= MAX_BOTS_KEPT) return;
      if (!this.#pending.has(botId)) this.#used.delete(botId);
    }
  }
}

function sum(rows: readonly UsageRow[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
