import { addDays, type Clock, type VenueId } from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { mayBeStored } from '../../storage/unavailable-error.ts';
import {
  type DailyRequests,
  type QuotaUse,
  summarise,
  toDailyRequests,
  USAGE_DAYS_KEPT,
  type UsageCount,
  type UsageRow,
  type UsageStore,
  type UsageSummary,
} from './usage.ts';
import { UsageCalendar } from './usage-calendar.ts';

/** Maximum number of idle bots whose count stays in memory. The counts of others are read again when needed. */
const MAX_BOTS_KEPT = 50_000;

/** Maximum number of rows in one write: longer transactions would time out on a server. */
const ROWS_AT_ONCE = 500;

/** Requests of one kind that are counted and not written yet. */
type PendingRow = { -readonly [Name in keyof UsageCount]: UsageCount[Name] };

/** A request, as far as usage counts it. */
export interface CountedUse {
  readonly botId: string;
  /** Template of the route. */
  readonly endpoint: string;
  /** Venue that the request names; null: none. */
  readonly venue: VenueId | null;
}

/**
 * Counts requests per bot and calendar month, and decides whether the quota allows one more. Counts are written in the
 * background: a crash may lose one second of them.
 */
export class UsageMeter {
  readonly #store: UsageStore;
  readonly #clock: Clock;
  readonly #calendar: UsageCalendar;
  /** Month that {@link #used} is of. */
  #month = '';
  /** First day whose counts are kept; those before it are deleted. */
  #keptFrom = '';
  /** Number of requests in the month by bot. */
  #used = new Map<string, number>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Unwritten counts by bot. A bot in this map is never dropped from {@link #used}, so its total is complete. */
  #pending = new Map<string, PendingRow[]>();
  /** Runs reads and writes of counts one after the other. */
  readonly #storing = new InOrder();
  /** Bots whose total was requested, until the read begins. */
  #totals = new Map<string, PromiseWithResolvers<number>>();

  constructor(store: UsageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#calendar = new UsageCalendar(clock);
  }

  /** Month that is counted, in UTC: `2026-11`. It never goes back while the process runs, even if the clock does. */
  get month(): string {
    const { month } = this.#calendar;
    if (month !== this.#month) {
      this.#month = month;
      this.#used = new Map();
    }
    return month;
  }

  /** Whether the count of a bot is in memory, so that `take` may be called. */
  knows(botId: string): boolean {
    return this.month !== '' && this.#used.has(botId);
  }

  /** Reads the count of a bot. All waiting requests share one read. */
  async load(botId: string): Promise<void> {
    while (!this.knows(botId)) {
      const { month } = this;
      const key = `${botId} ${month}`;
      let load = this.#loading.get(key);
      if (load === undefined) {
        load = this.#store
          .read(botId, month)
          .then((rows) => {
            // The month ended during the read, so the count of the new month has to be read.
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
   * Counts one request if the quota allows it. The count of the bot must be in memory.
   *
   * @param quota Requests per month; null: unlimited.
   * @returns false when the quota is used up.
   */
  take(use: CountedUse, quota: number | null): boolean {
    const used = this.#used.get(use.botId);
    if (used === undefined) throw new Error('the usage of the bot is not loaded');
    if (quota !== null && used >= quota) return false;
    this.#used.set(use.botId, used + 1);
    this.count(use, 1);
    return true;
  }

  /** Takes back a counted request that was rejected afterwards. */
  giveBack(use: CountedUse): void {
    const used = this.#used.get(use.botId) ?? 0;
    if (used > 0) this.#used.set(use.botId, used - 1);
    this.count(use, -1);
  }

  /** Computes the remaining requests of the month; null: unlimited. */
  computeRemaining(botId: string, quota: number | null): number | null {
    return quota === null ? null : Math.max(0, quota - (this.#used.get(botId) ?? 0));
  }

  /** Computes the whole seconds until the month ends; at least 1. */
  computeSecondsLeft(): number {
    return this.#calendar.computeSecondsLeft();
  }

  /**
   * Counts requests whose quota is checked elsewhere. @param change Number of requests; negative: they are subtracted.
   */
  count(use: CountedUse, change: number): void {
    const now = this.#clock();
    this.#add({
      ...use,
      month: this.month,
      day: this.#calendar.day,
      count: change,
      firstAt: now,
      lastAt: now,
    });
  }

  /** Sets the known number of a bot's requests in the month. */
  learn(botId: string, used: number): void {
    if (this.month !== '') this.#used.set(botId, used);
  }

  /** Returns the known number of a bot's requests in the month, without reading the store. */
  getKnownTotal(botId: string): number {
    const { month } = this;
    return this.#used.get(botId) ?? sum(this.#listPending(botId, month));
  }

  /**
   * Reads the number of a bot's requests in the month, including requests that this process has counted and not
   * written. All waiting callers share one read.
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
   * Counts requests in the store, as many as its quota has left. The result is exact over all processes, except for
   * their unwritten requests.
   *
   * @throws {StorageUnavailableError}
   */
  async takeStored(use: CountedUse, count: number, quota: number): Promise<QuotaUse> {
    await this.flush();
    const { month } = this;
    const { day } = this.#calendar;
    const now = this.#clock();
    const taken = await this.#store.take({ ...use, month, day, count, firstAt: now, lastAt: now }, quota);
    if (month === this.month) this.#used.set(use.botId, taken.used);
    return taken;
  }

  /**
   * Writes the requests counted since the last write. Requests that could not be written are kept for the next write.
   */
  flush(): Promise<void> {
    return this.#storing.run(() => this.#write());
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    await this.#forgetDays();
    const rows = [...this.#pending.values()].flat();
    this.#pending = new Map();
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      try {
        await this.#store.add(rows.slice(from, from + ROWS_AT_ONCE));
      } catch (error) {
        // If the rows may have been stored, they are dropped: losing a second of requests is better than counting them
        // twice.
        for (const row of rows.slice(mayBeStored(error) ? from + ROWS_AT_ONCE : from)) this.#add(row);
        throw error;
      }
    }
    this.#forgetSilent();
  }

  /** Reads the requested totals. Writes wait until the reads have ended, so that each request is counted once. */
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

  /** Reads the usage of a bot in the current month. Works while the store accepts no writes. */
  async readSummary(botId: string): Promise<UsageSummary> {
    await this.#flushIfWritable();
    const { month } = this;
    // Unwritten counts are copied before the read begins: no write can run in between, so no row is counted twice.
    const counted = this.#listPending(botId, month).map((row) => ({ ...row }));
    return summarise([...(await this.#store.read(botId, month)), ...counted]);
  }

  /** Reads the requests of a bot by day, oldest first. @param days Number of days, with the current one. */
  async readDaily(botId: string, days: number): Promise<readonly DailyRequests[]> {
    await this.#flushIfWritable();
    const last = this.#calendar.day;
    const waiting = (this.#pending.get(botId) ?? []).map((row) => ({ ...row }));
    const [stored, first] = await Promise.all([
      this.#store.readDays(botId, addDays(last, 1 - days)),
      this.#store.findFirstDay(),
    ]);
    return toDailyRequests({ last, days, first: first ?? waiting[0]?.day ?? null }, [...stored, ...waiting]);
  }

  async #flushIfWritable(): Promise<void> {
    await this.flush().catch((error) => {
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
  }

  /** Deletes the counts of days that are too old, once a day and after a start. */
  async #forgetDays(): Promise<void> {
    const keptFrom = addDays(this.#calendar.day, 1 - USAGE_DAYS_KEPT);
    if (keptFrom === this.#keptFrom) return;
    await this.#store.forgetDays(keptFrom);
    this.#keptFrom = keptFrom;
  }

  #listPending(botId: string, month: string): readonly UsageRow[] {
    return (this.#pending.get(botId) ?? []).filter((row) => row.month === month);
  }

  #add({ botId, month, day, endpoint, venue, count, firstAt, lastAt }: UsageCount): void {
    let rows = this.#pending.get(botId);
    if (rows === undefined) {
      rows = [];
      this.#pending.set(botId, rows);
    }
    // A bot has few rows within a second, so searching them is faster than building a key.
    let row = rows.find((known) => known.endpoint === endpoint && known.venue === venue && known.day === day);
    if (row === undefined) {
      row = { botId, month, day, endpoint, venue, count: 0, firstAt, lastAt };
      rows.push(row);
    }
    row.count += count;
    row.firstAt = Math.min(row.firstAt, firstAt);
    row.lastAt = Math.max(row.lastAt, lastAt);
  }

  /** Drops the counts of idle bots, in the order in which they were first seen. All their requests are stored. */
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
