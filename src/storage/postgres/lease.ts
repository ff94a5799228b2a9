import type { Client } from 'pg';
import { connect, endQuietly, exchange } from './connection.ts';

/** How long a lease lasts without being renewed, how often it is renewed, and how often another process tries. */
export interface LeaseTimes {
  readonly lengthMs: number;
  readonly renewMs: number;
  readonly tryMs: number;
}

const TIMES: LeaseTimes = { lengthMs: 6_000, renewMs: 1_500, tryMs: 500 };

/** An answer that takes longer is none: the connection is replaced. */
const ANSWER_MS = 1_000;

export interface LeaseOptions {
  /** `postgres://user:password@host:port/database`; never logged. */
  readonly url: string;
  /** Name of the work that only the holder does: `feed:kalshi`, `bot`. */
  readonly name: string;
  /** A name that no other process has, now or later. */
  readonly holder: string;
  /**
   * Tells that this process holds the lease from now on; an equal fence says that no other process has held it since.
   */
  readonly onHeld?: (fence: number) => void;
  /** Called when the process no longer holds the lease, or cannot know. */
  readonly onLost?: () => void;
  /** Monotonic ms. */
  readonly now?: () => number;
  readonly times?: LeaseTimes;
}

/** Work that one process of an installation does at a time. */
export interface Lease {
  /**
   * The fence, as long as this process holds the lease for certain by its own clock; null otherwise. The clock only
   * saves work: writes under the lease compare the fence in the same statement.
   */
  readonly fence: number | null;
  /** Ends the lease, so that another process has it at once. */
  release(): Promise<void>;
}

/** Begins to hold a lease whenever it is free, and to renew it, until it is released. */
export function keepLease(options: LeaseOptions): Lease {
  const keeper = new Keeper(options);
  keeper.start();
  return keeper;
}

/**
 * A lease is free when its time is over by the server's clock, or when it has not changed for this process for longer
 * than a lease lasts: then its holder has not renewed it, and believes no longer that it holds it. So a clock of the
 * server that was put back keeps no dead holder's lease.
 *
 * A new holder's fence is the time in milliseconds, and higher than the one before in any case: after a restore of the
 * database it is higher than those that were given since the backup, which other servers may still know.
 */
const TAKE = `WITH taken AS (
    UPDATE lease SET holder = $1,
      fence = CASE WHEN holder IS NOT DISTINCT FROM $1 THEN fence
        ELSE greatest(fence + 1, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)) END,
      until = clock_timestamp() + $3 * interval '1 millisecond'
    WHERE name = $2 AND (holder = $1 OR until < clock_timestamp() OR ${describeState('$4')}) RETURNING fence
  )
  SELECT (SELECT fence FROM taken) AS taken, ${describeState(null)} AS state FROM lease WHERE name = $2`;

/**
 * SQL for the state of a lease, which changes with every take, renewal and release.
 *
 * @param compared Parameter to compare the state with; null: the state itself.
 */
function describeState(compared: string | null): string {
  const state = "concat_ws(' ', fence, until, holder)";
  return compared === null ? state : `${state} = ${compared}`;
}

class Keeper implements Lease {
  readonly #options: LeaseOptions;
  readonly #times: LeaseTimes;
  readonly #now: () => number;
  #client: Client | null = null;
  #fence: number | null = null;
  /**
   * End of the lease by the monotonic clock: the start of the last confirmed renewal and the length of a lease after
   * it.
   */
  #until = Number.NEGATIVE_INFINITY;
  /** The lease of another holder as it was last seen, and since when, by the monotonic clock. */
  #seen: { readonly state: string; readonly since: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #step: Promise<void> = Promise.resolve();
  #isReleased = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#times = options.times ?? TIMES;
    this.#now = options.now ?? (() => performance.now());
  }

  get fence(): number | null {
    return this.#now() < this.#until ? this.#fence : null;
  }

  start(): void {
    this.#step = this.#try();
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearTimeout(this.#timer);
    await this.#step;
    clearTimeout(this.#expiry);
    const { name, holder } = this.#options;
    this.#lose();
    const sql = 'UPDATE lease SET until = clock_timestamp() WHERE name = $1 AND holder = $2';
    if (this.#client !== null) await this.#ask(sql, [name, holder]).catch(() => undefined);
    await endQuietly(this.#client);
  }

  async #try(): Promise<void> {
    const startedAt = this.#now();
    const answer = await this.#askForLease(startedAt);
    if (answer !== null) {
      const { row } = answer;
      if (row === undefined || row.taken === null) this.#lose();
      else this.#hold(Number(row.taken), startedAt);
      if (row !== undefined) this.#look(row.taken === null ? (row.state as string) : null);
    }
    if (this.#isReleased) return;
    const waitMs = this.#fence !== null && this.#client !== null ? this.#times.renewMs : this.#times.tryMs;
    this.#timer = setTimeout(() => this.start(), waitMs).unref();
  }

  /**
   * Asks for the lease; null: the server did not answer, so whether the lease was renewed is not known; the time that
   * is left decides.
   */
  async #askForLease(startedAt: number) {
    const { name, holder } = this.#options;
    try {
      if (this.#client === null) await this.#open();
      const [row] = await this.#ask(TAKE, [holder, name, this.#times.lengthMs, this.#findDead(startedAt)]);
      return { row };
    } catch {
      endQuietly(this.#client);
      this.#client = null;
      return null;
    }
  }

  /** The stored lease if its holder has not renewed it for longer than it lasts; null: it may be alive. */
  #findDead(now: number): string | null {
    return this.#seen !== null && now - this.#seen.since > this.#times.lengthMs ? this.#seen.state : null;
  }

  /** @param state State of another holder's lease; null: this one holds it. */
  #look(state: string | null): void {
    // The time after the answer: its holder renewed it before.
    if (state !== this.#seen?.state) this.#seen = state === null ? null : { state, since: this.#now() };
  }

  async #open(): Promise<void> {
    this.#client = await connect(this.#options.url);
    await this.#ask('INSERT INTO lease (name) VALUES ($1) ON CONFLICT DO NOTHING', [this.#options.name]);
  }

  #ask(sql: string, values: readonly (string | number | null)[]) {
    return exchange(this.#client as Client, [{ sql, values }], { query_timeout: ANSWER_MS });
  }

  #hold(fence: number, startedAt: number): void {
    const until = startedAt + this.#times.lengthMs;
    // The answer took as long as the lease: a process that was stopped holds nothing when it goes on.
    if (until <= this.#now()) {
      this.#lose();
      return;
    }
    const isNew = this.#fence !== fence;
    this.#fence = fence;
    this.#until = until;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#lose(), until - this.#now()).unref();
    if (isNew) this.#options.onHeld?.(fence);
  }

  #lose(): void {
    this.#until = Number.NEGATIVE_INFINITY;
    if (this.#fence === null) return;
    this.#fence = null;
    this.#options.onLost?.();
  }
}
