import { LRUCache } from 'lru-cache';

export interface SharedReadsOptions {
  /** Maximum number of values that are kept. The least recently used one is deleted. */
  readonly max: number;
  /** Time in ms for which one value answers all calls. */
  readonly freshMs: number;
  /** Maximum age in ms of a value that replaces a failed read. Default: 0, so that no value does. */
  readonly usableMs?: number;
  /** Time in ms for which an unused value is kept, for large values. Default: until newer values replace it. */
  readonly heldMs?: number;
  /** Whether an older value may replace the read that failed with this error. Default: always. */
  readonly mayStandInFor?: (error: unknown) => boolean;
  /** Clock in ms, with any epoch. */
  readonly now: () => number;
}

/** A value and the times at which it was read. */
interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
  /**
   * Time of the last attempt to read the value again. While this attempt is fresh, the value is used even when it is
   * older.
   */
  readonly triedAt: number;
}

type Read<T> = () => Promise<T>;

/**
 * Shares reads by key. Calls during a read share this read, and calls while its value is fresh share the value. When a
 * read fails, an earlier value replaces it within limits. Callers who need the age must find it in the value itself.
 */
export class SharedReads<T> {
  readonly #options: SharedReadsOptions;
  readonly #entries: LRUCache<string, Entry<T>, Read<T>>;

  constructor(options: SharedReadsOptions) {
    this.#options = options;
    this.#entries = new LRUCache<string, Entry<T>, Read<T>>({
      // As in last-used.ts, memory is allocated as entries arrive.
      maxSize: options.max,
      sizeCalculation: () => 1,
      ...(options.heldMs !== undefined && { ttl: options.heldMs, ttlAutopurge: true }),
      // A read continues for its callers even when its key was evicted in the meantime.
      ignoreFetchAbort: true,
      allowStaleOnFetchRejection: false,
      noDeleteOnFetchRejection: true,
      fetchMethod: (_key, known, { context: read }) => this.#read(known, read),
    });
  }

  /**
   * Returns the value of a key, reading it when necessary.
   *
   * @param maxAgeMs Maximum age in ms, for callers that need a fresher value than the others.
   * @throws What `read` throws, when no earlier value may replace the result.
   */
  async get(key: string, read: Read<T>, maxAgeMs = this.#options.freshMs): Promise<T> {
    const { now } = this.#options;
    const known = this.#entries.get(key);
    if (known !== undefined && computeAge(now(), known.triedAt) < maxAgeMs) return known.value;
    const entry = await this.#entries.fetch(key, { context: read, forceRefresh: true });
    if (entry === undefined) throw new Error(`the shared read of ${key} was dropped`);
    return entry.value;
  }

  /** Returns the newest value, of any age, without reading. null: there is none. */
  newest(key: string): T | null {
    return this.#entries.get(key)?.value ?? null;
  }

  /** Stores a value that was obtained in another way. */
  put(key: string, value: T): void {
    const at = this.#options.now();
    this.#entries.set(key, { value, readAt: at, triedAt: at });
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  async #read(known: Entry<T> | undefined, read: Read<T>): Promise<Entry<T>> {
    const { now, usableMs = 0, mayStandInFor = () => true } = this.#options;
    try {
      const value = await read();
      return { value, readAt: now(), triedAt: now() };
    } catch (error) {
      const isUsable =
        known !== undefined && computeAge(now(), known.readAt) <= usableMs && mayStandInFor(error);
      if (!isUsable) throw error;
      return { ...known, triedAt: now() };
    }
  }
}

/**
 * Computes the age of a value in ms. Infinite when its time is ahead of the clock: the clock was set back, so the age
 * is not known.
 */
function computeAge(now: number, at: number): number {
  return at > now ? Number.POSITIVE_INFINITY : now - at;
}
