import { LRUCache } from 'lru-cache';
import { type Clock, type EpochMs, MINUTE_MS } from '../domain/index.ts';
import type { AdminAction } from './admin-actions.ts';
import { hashKey, isWellFormedKey, type KeyFormat } from './api-key.ts';
import {
  type IssuedKey,
  isLive,
  type KeyRecord,
  type KeyRequest,
  type KeySelection,
  type KeyStore,
  type Revocation,
  type RevokeOptions,
  type RotateOutcome,
} from './keys.ts';

const MAX_CACHED = 20_000;
/** Longer than any key can be: not worth a hash. */
const MAX_KEY_LENGTH = 128;

export interface KeyRingOptions {
  readonly store: KeyStore;
  readonly format: KeyFormat;
  readonly clock: Clock;
  /** How long a record may be believed without looking again; absent: forever, one process writes alone. */
  readonly maxAgeMs?: number;
}

/**
 * Finds the record of a raw key. Records are cached by hash; everything that ends a key goes through here, so that the
 * next request already sees it.
 */
export class KeyRing {
  readonly store: KeyStore;
  readonly #options: KeyRingOptions;
  readonly #records: LRUCache<string, KeyRecord>;
  #used = new Map<string, EpochMs>();
  readonly #noted = new LRUCache<string, EpochMs>({ max: MAX_CACHED });
  /** Grows whenever a key ends: a record that was read before that is not cached. */
  #generation = 0;

  constructor(options: KeyRingOptions) {
    this.store = options.store;
    this.#options = options;
    const { maxAgeMs } = options;
    this.#records = new LRUCache({ max: MAX_CACHED, ...(maxAgeMs === undefined ? {} : { ttl: maxAgeMs }) });
  }

  /**
   * The live record of a raw key without asking the store.
   *
   * @returns null: no key, or not live. undefined: only the store knows.
   */
  peek(rawKey: string): KeyRecord | null | undefined {
    const { format, clock } = this.#options;
    if (rawKey.length > MAX_KEY_LENGTH) return null;
    const record = this.#records.get(hashKey(rawKey));
    if (record === undefined) return isWellFormedKey(format, rawKey) ? undefined : null;
    return isLive(record, clock()) ? record : null;
  }

  /** The live record of a raw key, or null. */
  async resolve(rawKey: string): Promise<KeyRecord | null> {
    const known = this.peek(rawKey);
    if (known !== undefined) return known;
    return this.find(hashKey(rawKey));
  }

  /** The live record of a hash, or null. */
  async find(hash: string): Promise<KeyRecord | null> {
    const record = this.#records.get(hash) ?? (await this.#load(hash));
    return record !== null && isLive(record, this.#options.clock()) ? record : null;
  }

  /** Whether a key that was live when its stream began still is, as far as this process knows. */
  isLive(record: KeyRecord): boolean {
    // What ended it stands among the newest records; one that was forgotten has its expiry still.
    return isLive(this.#records.peek(record.hash) ?? record, this.#options.clock());
  }

  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey> {
    return this.store.issue(request, by);
  }

  /** Ends keys: the next request with one of them is refused. */
  async revoke(selection: KeySelection, options?: RevokeOptions): Promise<Revocation> {
    const revocation = await this.store.revoke(selection, options);
    for (const record of revocation.ended) this.#replace(record);
    return revocation;
  }

  async rotate(hash: string, graceMs: number): Promise<RotateOutcome> {
    const outcome = await this.store.rotate(hash, graceMs);
    if (outcome.status === 'rotated') this.#replace(outcome.previous);
    return outcome;
  }

  /** Remembers that a key was used; written at most once a minute. */
  noteUse(hash: string): void {
    const now = this.#options.clock();
    if (now - (this.#noted.get(hash) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    this.#noted.set(hash, now);
    this.#used.set(hash, now);
  }

  /** Writes when keys were last used. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    await this.store.touch(used);
  }

  async #load(hash: string): Promise<KeyRecord | null> {
    const generation = this.#generation;
    const record = await this.store.find(hash);
    if (record !== null && generation === this.#generation) this.#records.set(hash, record);
    return record;
  }

  #replace(record: KeyRecord): void {
    this.#generation++;
    this.#records.set(record.hash, record);
  }
}
