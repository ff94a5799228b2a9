import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RedisClientType } from '@redis/client';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import { waitForAnswer } from '../late-answer.ts';
import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { isRefusalOfUse, isUnavailable, requireUsable } from './server-check.ts';

/** Commands of the driver. */
export type RedisClient = RedisClientType;

export interface RedisOptions {
  /** `redis[s]://[user:password@]host[:port][/number]`, never logged. */
  readonly url: string;
  /** The installation's own: installations that share a server never read each other's keys. */
  readonly tag: string;
  /** How long a command may take, unless it names another time. Default 500 ms. */
  readonly answerMs?: number;
  /** How long after a loss other processes may take to return. Default 2 s. */
  readonly steadyAfterMs?: number;
}

/** The server is not connected, refuses writes, or has answered too late. It is unknown whether a command ran. */
export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError';
}

/** How long a command may hold a request. One that takes longer ends the connection, so the next requests do not wait. */
const ANSWER_MS = 500;
/** A connection is made, checked and written to within this time, or made again. */
const CONNECT_MS = 1_000;
/** An idle connection is checked this often. */
const HEARTBEAT_MS = 1_000;
/** Time after which a mark expires: longer than any pause of a connected process. */
const MARK_S = 600;
const RECONNECT: Backoff = { firstMs: 50, maxMs: 1_000 };
const WAIT_FOR_SERVER_MS = 10_000;
/**
 * After this every process that had lost the server is connected again, and what each counted alone is where the others
 * look for it: connections are tried again a second apart, usage is written each second.
 */
const STEADY_AFTER_MS = 2_000;

/**
 * Connects to Redis or Valkey, and stays connected.
 *
 * @throws {StorageFormatError} when the server is too old, read only, a cluster, or refuses this user.
 * @throws {StorageUnavailableError} when none answered within ten seconds.
 */
export async function openRedis(options: RedisOptions): Promise<Redis> {
  const redis = new Redis(options, { hasHeartbeat: true });
  try {
    await redis.connect(WAIT_FOR_SERVER_MS);
    return redis;
  } catch (error) {
    redis.close();
    throw error;
  }
}

/**
 * One connection. There is no queue for commands of a time without connection: they fail at once. After a loss it is
 * made again, until it is closed.
 */
export class Redis {
  readonly #options: RedisOptions;
  readonly #hasHeartbeat: boolean;
  readonly #answerMs: number;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  readonly #onForgotten = new Set<() => void>();
  /** A key that only this object writes: when it is missing, the server has lost its data. */
  readonly #mark: string;
  readonly #isolated = new Set<Redis>();
  #client: RedisClient | null = null;
  #generation = 0;
  #downBecause: string | null = 'not connected yet';
  #isClosed = false;
  #onLost: () => void = () => undefined;
  #heartbeat: NodeJS.Timeout | null = null;
  readonly #onSteady = new Set<() => void>();
  /** Runs while other processes may not have returned yet. */
  #steadying: NodeJS.Timeout | null = null;

  /** Connects nothing yet. */
  constructor(options: RedisOptions, { hasHeartbeat }: { readonly hasHeartbeat: boolean }) {
    this.#options = options;
    this.#hasHeartbeat = hasHeartbeat;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    this.#mark = this.key('mark', randomUUID());
  }

  get isUp(): boolean {
    return this.#client !== null;
  }

  /**
   * Whether all processes can be expected to use the server: there is a connection, and it is the first one or has
   * lasted two seconds. Shared counts are not exact before.
   */
  get isSteady(): boolean {
    return this.isUp && this.#steadying === null;
  }

  /** Why there is no connection; null: there is one. */
  get downBecause(): string | null {
    return this.#downBecause;
  }

  /**
   * Grows with each connection and whenever the server was emptied. Keys that were read or written in an earlier
   * generation may be gone.
   */
  get generation(): number {
    return this.#generation;
  }

  /** `crosstape:<tag>:<part>:<part>`. The part in braces decides the slot of a key in a cluster. */
  key(...parts: readonly string[]): string {
    return ['crosstape', this.#options.tag, ...parts].join(':');
  }

  /**
   * Runs commands.
   *
   * @param answerMs How long they may take; a blocking read names more than it blocks for.
   * @throws {RedisUnavailableError}
   */
  async ask<T>(command: (client: RedisClient) => Promise<T>, answerMs = this.#answerMs): Promise<T> {
    const client = this.#client;
    if (client === null) throw new RedisUnavailableError(`Redis is away: ${this.#downBecause}`);
    try {
      return await waitForAnswer(command(client), answerMs);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#lose(client, error);
      throw new RedisUnavailableError(`Redis is away: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Hears of each loss and each return. @returns How to stop. */
  onChange(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears when the server is used by all processes again after a loss. @returns How to stop. */
  onSteady(listener: () => void): () => void {
    this.#onSteady.add(listener);
    return () => this.#onSteady.delete(listener);
  }

  /** Hears of each new generation, within two seconds of an emptied server. @returns How to stop. */
  onForgotten(listener: () => void): () => void {
    this.#onForgotten.add(listener);
    return () => this.#onForgotten.delete(listener);
  }

  /** A connection of its own for reads that block or are long. It ends with this one. */
  isolate(): Redis {
    const redis = new Redis(this.#options, { hasHeartbeat: false });
    this.#isolated.add(redis);
    void redis.#keepConnected();
    return redis;
  }

  /**
   * Makes the first connection, and keeps it up from then on.
   *
   * @throws {StorageFormatError | StorageUnavailableError}
   */
  async connect(withinMs: number): Promise<void> {
    const from = performance.now();
    for (let failures = 0; ; failures++) {
      try {
        this.#enter(await this.#open());
        break;
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof StorageFormatError) throw error;
        if (isRefusalOfUse(error)) throw new StorageFormatError(`Redis refuses this service: ${message}`);
        const pauseMs = computeDoubledMs(RECONNECT, failures);
        if (performance.now() - from + pauseMs > withinMs) {
          throw new StorageUnavailableError(`Redis does not answer: ${message}`, { cause: error });
        }
        await sleep(pauseMs);
      }
    }
    void this.#keepConnected();
  }

  close(): void {
    this.#isClosed = true;
    for (const redis of this.#isolated) redis.close();
    if (this.#client !== null) this.#lose(this.#client, new Error('the connection to Redis is closed'));
  }

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      if (this.#client !== null) {
        await new Promise<void>((resolve) => {
          this.#onLost = resolve;
        });
        failures = 0;
        continue;
      }
      await sleep(computeDoubledMs(RECONNECT, failures++), undefined, { ref: false });
      if (this.#isClosed) return;
      try {
        this.#enter(await this.#open());
      } catch (error) {
        this.#downBecause = (error as Error).message;
      }
    }
  }

  /** A connection that takes writes. */
  async #open(): Promise<RedisClient> {
    const client: RedisClient = createClient({
      url: this.#options.url,
      name: 'crosstape',
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      // `within` bounds each command. The driver's own limit is a signal a command, which costs as much as the command does.
      commandOptions: { timeout: 0 },
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    });
    client.on('error', (error: Error) => this.#lose(client, error));
    try {
      await waitForAnswer(client.connect(), CONNECT_MS);
      requireUsable(await waitForAnswer(client.info('server'), CONNECT_MS));
      await waitForAnswer(this.#leaveMark(client), this.#answerMs);
      return client;
    } catch (error) {
      client.destroy();
      throw error;
    }
  }

  /**
   * Leaves a mark: only writes show that a server is full, read only or about to lose what it stores.
   *
   * @returns Whether the mark was there.
   */
  async #leaveMark(client: RedisClient): Promise<boolean> {
    const before = await client.set(this.#mark, '1', {
      GET: true,
      expiration: { type: 'EX', value: MARK_S },
    });
    return before !== null;
  }

  async #beat(): Promise<void> {
    const { generation } = this;
    const isThere = await this.ask((client) => this.#leaveMark(client));
    if (!isThere && generation === this.#generation) this.#beginGeneration();
  }

  #beginGeneration(): void {
    this.#generation++;
    for (const listener of this.#onForgotten) listener();
  }

  #enter(client: RedisClient): void {
    // The connection was lost or closed between its probe and now.
    if (this.#isClosed || !client.isReady) {
      client.destroy();
      return;
    }
    this.#client = client;
    this.#downBecause = null;
    if (this.#hasHeartbeat) {
      // A lost connection reports itself; the next beat asks again.
      this.#heartbeat = setInterval(() => void this.#beat().catch(() => undefined), HEARTBEAT_MS).unref();
    }
    if (this.#generation > 0) this.#waitUntilSteady();
    for (const listener of this.#listeners) listener(true);
    this.#beginGeneration();
  }

  #waitUntilSteady(): void {
    this.#steadying = setTimeout(() => {
      this.#steadying = null;
      for (const listener of this.#onSteady) listener();
    }, this.#options.steadyAfterMs ?? STEADY_AFTER_MS).unref();
  }

  #lose(client: RedisClient, cause: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#steadying !== null) clearTimeout(this.#steadying);
    this.#steadying = null;
    this.#downBecause = (cause as Error).message;
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    client.destroy();
    this.#onLost();
    for (const listener of this.#listeners) listener(false);
  }
}
