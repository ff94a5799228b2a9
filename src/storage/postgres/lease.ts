import type { Client } from 'pg';
import { connect, endQuietly, exchange } from './connection.ts';

/** Length of a lease, interval of its renewal, and interval at which other processes try to take it. */
export interface LeaseTimes {
  readonly lengthMs: number;
  readonly renewMs: number;
  readonly tryMs: number;
}

const TIMES: LeaseTimes = { lengthMs: 6_000, renewMs: 1_500, tryMs: 500 };

/** Time limit of an answer. After it the connection is replaced. */
const ANSWER_MS = 1_000;

export interface LeaseOptions {
  /** URL `postgres://user:password@host:port/database`, which is never logged. */
  readonly url: string;
  /** Name of the work that only the holder does: `feed:kalshi`, `bot`. */
  readonly name: string;
  /** Name of this process, which no other process has, now or later. */
  readonly holder: string;
  /** Called when this process gets the lease. An unchanged fence means that no other process has had it since. */
  readonly onHeld?: (fence: number) => void;
  /** Called when this process has lost the lease, or cannot know whether it has. */
  readonly onLost?: () => void;
  /** Monotonic clock, in ms. */
  readonly now?: () => number;
  readonly times?: LeaseTimes;
}

/** Right of one process of an installation to do some work. */
export interface Lease {
  /**
   * Fence while this process certainly holds the lease by its own clock; null otherwise. The clock only saves work,
   * because writes under the lease compare the fence in the same statement.
   */
  readonly fence: number | null;
  /** Ends the lease, so that another process can take it at once. */
  release(): Promise<void>;
}

/** Takes a lease whenever it is free, and renews it until it is released. */
export function keepLease(options: LeaseOptions): Lease {
  const keeper = new Keeper(options);
  keeper.start();
  return keeper;
}

/**
 * A lease is free when its time is over by the server's clock, or when this process has seen it unchanged for longer
 * than a lease lasts. In the second case its holder has not renewed it and knows that it has lost it, so a server clock
 * that was set back does not preserve the lease of a dead holder.
 *
 * The fence of a new holder is the time in milliseconds, and always higher than the one before. After a restore of the
 * database it is therefore higher than fences given after the backup, which other servers may still know.
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
 * Returns SQL for the state of a lease, which changes with every take, renewal and release.
 *
 * @param compared Parameter with which the state is compared; null: the SQL returns the state.
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
  /** End of the lease by the monotonic clock: the start of the last confirmed renewal plus the length of a lease. */
  #until = Number.NEGATIVE_INFINITY;
  /** State of another holder's lease as last seen, and the time since which it is unchanged, by the monotonic clock. */
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
   * Requests the lease; null: the server did not answer, so it is unknown whether the lease was renewed. The remaining
   * time then decides.
   */
  async #askForLease(startedAt: number) {
    const { name, holder } = this.#options;
    try {
      if (this.#client === null) await this.#open();
      const [row] = await this.#ask(TAKE, [holder, name, this.#times.lengthMs, this.#findDead(startedAt)]);
      return { row };
    } catch {
      // Whether the server refused, was gone or too late: the lease may or may not be renewed.
      endQuietly(this.#client);
      this.#client = null;
      return null;
    }
  }

  /**
   * Finds the state of a lease that its holder has not renewed for longer than it lasts; null: the holder may be alive.
   */
  #findDead(now: number): string | null {
    return this.#seen !== null && now - this.#seen.since > this.#times.lengthMs ? this.#seen.state : null;
  }

  /** Notes the state of the lease. @param state State of another holder's lease; null: this process holds it. */
  #look(state: string | null): void {
    // The time after the answer is used, because the holder renewed the lease before it.
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
    // When the answer took as long as the lease, for example because the process was suspended, the lease may be lost.
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
