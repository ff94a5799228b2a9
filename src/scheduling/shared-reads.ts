import { LRUCache } from 'lru-cache';

export interface SharedReadsOptions {
  /** Values that are remembered; beyond that the least recently used one is forgotten. */
  readonly max: number;
  /** How long, in ms, one value serves all who ask. */
  readonly freshMs: number;
  /** Greatest age in ms of a value that may replace a failed read. Default: none may. */
  readonly usableMs?: number;
  /** Time in ms for which an unused value is held; for large values. Default: until newer values displace it. */
  readonly heldMs?: number;
  /** Failures that an older value may replace. Default: all. */
  readonly mayStandInFor?: (error: unknown) => boolean;
  /** Clock in ms, of any epoch. */
  readonly now: () => number;
}

/** A value as it was read. */
interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
  /**
   * Time of the last attempt to read the value again; while the attempt is fresh, the value serves, even an older one.
   */
  readonly triedAt: number;
}

type Read<T> = () => Promise<T>;

/**
 * Reads by key that are shared: one in flight serves everyone who asks meanwhile, its value everyone who asks
 * while it is fresh, and a value of before, within limits, stands in for a read that fails. Its reader learns the
 * age from the value itself.
 */
export class SharedReads<T> {
  readonly #options: SharedReadsOptions;
  readonly #entries: LRUCache<string, Entry<T>, Read<T>>;

  constructor(options: SharedReadsOptions) {
    this.#options = options;
    this.#entries = new LRUCache<string, Entry<T>, Read<T>>({
      // As in last-used.ts: room is taken as entries come.
      maxSize: options.max,
      sizeCalculation: () => 1,
      ...(options.heldMs !== undefined && { ttl: options.heldMs, ttlAutopurge: true }),
      // A read continues for those who wait, also when its key was pushed out meanwhile.
      ignoreFetchAbort: true,
      allowStaleOnFetchRejection: false,
      noDeleteOnFetchRejection: true,
      fetchMethod: (_key, known, { context: read }) => this.#read(known, read),
    });
  }

  /**
   * @param maxAgeMs Where a caller needs it fresher than the others do.
   * @throws What `read` throws, when no earlier value may stand in.
   */
  async get(key: string, read: Read<T>, maxAgeMs = this.#options.freshMs): Promise<T> {
    const { now } = this.#options;
    const known = this.#entries.get(key);
    if (known !== undefined && computeAge(now(), known.triedAt) < maxAgeMs) return known.value;
    const entry = await this.#entries.fetch(key, { context: read, forceRefresh: true });
    if (entry === undefined) throw new Error(`the shared read of ${key} was dropped`);
    return entry.value;
  }

  /** The newest value, of any age; null when there is none. Reads nothing. */
  newest(key: string): T | null {
    return this.#entries.get(key)?.value ?? null;
  }

  /** A value that came another way. */
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

/** A value that was read ahead of the clock is of before it was set back: nothing tells how old it is. */
function computeAge(now: number, at: number): number {
  return at > now ? Number.POSITIVE_INFINITY : now - at;
}
