import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RedisClientType } from '@redis/client';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import { waitForAnswer } from '../late-answer.ts';
import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { isRefusalOfUse, isUnavailable, requireUsable } from './server-check.ts';

/** Client of the driver. */
export type RedisClient = RedisClientType;

export interface RedisOptions {
  /** URL `redis[s]://[user:password@]host[:port][/number]`, which is never logged. */
  readonly url: string;
  /** Tag of the installation. Installations that share a server never read each other's keys. */
  readonly tag: string;
  /** Time limit of a command in ms, unless the command has its own. Default 500. */
  readonly answerMs?: number;
  /** Time in ms after a loss in which other processes may still reconnect. Default 2,000. */
  readonly steadyAfterMs?: number;
}

/** Error of a server that is not connected, refuses writes or answers late. Whether a command ran is unknown. */
export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError';
}

/** Time limit of a command. A slower one ends the connection, so that the next requests need not wait. */
const ANSWER_MS = 500;
/** Time limit for connecting, checking and a first write. After it, the connection is tried again. */
const CONNECT_MS = 1_000;
/** Interval at which an idle connection is checked. */
const HEARTBEAT_MS = 1_000;
/** Lifetime of a mark in seconds, which is longer than any pause of a connected process. */
const MARK_S = 600;
const RECONNECT: Backoff = { firstMs: 50, maxMs: 1_000 };
const WAIT_FOR_SERVER_MS = 10_000;
/**
 * Time in ms after which every process that had lost the server is connected again and has shared its local counts:
 * connections are retried every second, and usage is written every second.
 */
const STEADY_AFTER_MS = 2_000;

/**
 * Connects to Redis or Valkey and keeps the connection.
 *
 * @throws {StorageFormatError} when the server is too old, read-only or a cluster, or rejects this user.
 * @throws {StorageUnavailableError} when no server answered within ten seconds.
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
 * One connection. Commands fail at once while it is down, because there is no queue for them. After a loss it is opened
 * again until it is closed.
 */
export class Redis {
  readonly #options: RedisOptions;
  readonly #hasHeartbeat: boolean;
  readonly #answerMs: number;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  readonly #onForgotten = new Set<() => void>();
  /** Key that only this object writes. When it is missing, the server has lost its data. */
  readonly #mark: string;
  readonly #isolated = new Set<Redis>();
  #client: RedisClient | null = null;
  #generation = 0;
  #downBecause: string | null = 'not connected yet';
  #isClosed = false;
  #onLost: () => void = () => undefined;
  #heartbeat: NodeJS.Timeout | null = null;
  readonly #onSteady = new Set<() => void>();
  /** Timer that runs while other processes may not have reconnected yet. */
  #steadying: NodeJS.Timeout | null = null;

  /** Creates the object without connecting. */
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
   * Whether all processes can be expected to use the server: the connection is the first one, or has lasted two
   * seconds. Before that, shared counts are not exact.
   */
  get isSteady(): boolean {
    return this.isUp && this.#steadying === null;
  }

  /** Reason why there is no connection; null: there is one. */
  get downBecause(): string | null {
    return this.#downBecause;
  }

  /**
   * Number that grows with each connection and whenever the server was emptied. Keys from an earlier generation may be
   * lost.
   */
  get generation(): number {
    return this.#generation;
  }

  /** Formats a key `crosstape:<tag>:<part>:<part>`. The part in braces decides the slot of a key in a cluster. */
  key(...parts: readonly string[]): string {
    return ['crosstape', this.#options.tag, ...parts].join(':');
  }

  /**
   * Runs commands.
   *
   * @param answerMs Time limit in ms. A blocking read needs more than its blocking time.
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

  /** Adds a listener of each loss and each return. @returns A function that removes it. */
  onChange(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a listener of the time when all processes are connected again. @returns A function that removes it. */
  onSteady(listener: () => void): () => void {
    this.#onSteady.add(listener);
    return () => this.#onSteady.delete(listener);
  }

  /** Adds a listener of each new generation, called within two seconds. @returns A function that removes it. */
  onForgotten(listener: () => void): () => void {
    this.#onForgotten.add(listener);
    return () => this.#onForgotten.delete(listener);
  }

  /** Creates a separate connection for blocking or long reads. It ends with this one. */
  isolate(): Redis {
    const redis = new Redis(this.#options, { hasHeartbeat: false });
    this.#isolated.add(redis);
    void redis.#keepConnected();
    return redis;
  }

  /**
   * Opens the first connection, which is kept from then on.
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

  /** Opens a connection that accepts writes. */
  async #open(): Promise<RedisClient> {
    const client: RedisClient = createClient({
      url: this.#options.url,
      name: 'crosstape',
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      // `within` limits each command instead. The driver's own limit creates a signal per command, which costs as much
      // as the command.
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
   * Writes the mark, because only a write shows that a server is full, read-only or about to lose its data.
   *
   * @returns Whether the mark existed.
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
    // The connection was lost or closed after its check.
    if (this.#isClosed || !client.isReady) {
      client.destroy();
      return;
    }
    this.#client = client;
    this.#downBecause = null;
    if (this.#hasHeartbeat) {
      // A lost connection reports itself, and the next check tries again.
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
