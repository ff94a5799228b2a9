import { type Clock, type EpochMs, MINUTE_MS } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import type { AdminAction } from '../admin-actions.ts';
import { hashKey, isWellFormedKey, type KeyFormat } from './api-key.ts';
import type { KeyRevocation, KeyRing } from './key-ring.ts';
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
import { type PendingRevocation, PendingRevocations } from './pending-revocations.ts';

const MAX_CACHED = 20_000;
/** Maximum length of a text that is hashed: longer than any key. */
const MAX_KEY_LENGTH = 128;

export interface LocalKeyRingOptions {
  readonly store: KeyStore;
  readonly format: KeyFormat;
  readonly clock: Clock;
  /** Set for a store that other processes change too and that may be unavailable; absent: this process writes alone. */
  readonly shared?: SharedStore;
  /** Whether a revocation that the store rejects stays in force and is written later; absent: the revocation fails. */
  readonly keepsRevocations?: boolean;
  /** Called with the ended keys when a revocation that the store had rejected is written. */
  readonly onLateRevocation?: (ended: readonly KeyRecord[]) => void;
}

export interface SharedStore {
  /** Time for which a record may be used without reading it again. */
  readonly maxAgeMs: number;
  /**
   * Time for which keys stay valid while the store is unavailable. A key must have been read at most this long before
   * the store was lost.
   */
  readonly bridgeMs: number;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/**
 * Fraction of the maximum age after which the record of an open stream is read again, so that the stream of an ended
 * key closes within the maximum age.
 */
const STREAM_AGE_FRAC = 0.6;
/** Timeout of a lookup. The store counts as unavailable after it. */
const MAX_LOOK_MS = 1_000;

/** A key record as it was last read or written. */
interface KnownKey {
  readonly record: KeyRecord;
  /** Time of the read, monotonic ms. */
  readonly readAt: number;
}

/** Key ring that caches records by hash in the memory of this process. */
export class LocalKeyRing implements KeyRing {
  readonly store: KeyStore;
  readonly #options: LocalKeyRingOptions;
  readonly #known = createLastUsed<string, KnownKey>(MAX_CACHED);
  #used = new Map<string, EpochMs>();
  readonly #noted = createLastUsed<string, EpochMs>(MAX_CACHED);
  readonly #revocations: PendingRevocations;
  /** Hashes whose records are being read again. */
  readonly #lookedFor = new Set<string>();
  /** Monotonic time since when the store does not answer, ms; null: it answered the last call. */
  #awaySince: number | null = null;
  /** Counter of key endings. A record that was read before the counter changed is not cached. */
  #generation = 0;

  constructor(options: LocalKeyRingOptions) {
    this.store = options.store;
    this.#options = options;
    this.#revocations = new PendingRevocations(options.store);
  }

  peek(rawKey: string): KeyRecord | null | undefined {
    const { format, clock } = this.#options;
    if (rawKey.length > MAX_KEY_LENGTH) return null;
    const record = this.#recall(hashKey(rawKey));
    if (record === undefined) return isWellFormedKey(format, rawKey) ? undefined : null;
    return isLive(record, clock()) ? record : null;
  }

  hasMet(rawKey: string): boolean {
    return rawKey.length <= MAX_KEY_LENGTH && this.#known.peek(hashKey(rawKey)) !== undefined;
  }

  async resolve(rawKey: string): Promise<KeyRecord | null> {
    const known = this.peek(rawKey);
    if (known !== undefined) return known;
    return this.find(hashKey(rawKey));
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const record = this.#recall(hash) ?? (await this.#load(hash));
    return record !== null && isLive(record, this.#options.clock()) ? record : null;
  }

  checkLive(record: KeyRecord): boolean {
    const known = this.#known.peek(record.hash);
    if (known === undefined || !this.#isFresh(known, STREAM_AGE_FRAC)) this.#lookAgain(record.hash);
    return this.#isKnownLive(record);
  }

  /**
   * Whether the newest known record of a key is live. Without a cached record, only the given record can be checked.
   */
  #isKnownLive(record: KeyRecord): boolean {
    const { hash } = record;
    const newest = this.#known.peek(hash)?.record ?? this.#revocations.find(hash) ?? record;
    return isLive(newest, this.#options.clock());
  }

  /** Forgets the cached key with a hash, after another process changed that key. */
  forget(hash: string): void {
    if (!this.#known.delete(hash)) return;
    this.#generation++;
    this.#lookAgain(hash);
  }

  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey> {
    return this.store.issue(request, by);
  }

  async findByBot(botId: string): Promise<KeyRecord | null> {
    const found = await this.store.findByBot(botId);
    if (found === null || this.#revocations.find(found.hash) === null) return found;
    const keys = await this.store.select({ kind: 'bot', botId });
    return keys.find((key) => this.#isKnownLive(key)) ?? null;
  }

  async list(filter: Parameters<KeyStore['list']>[0]): ReturnType<KeyStore['list']> {
    const { keys, truncated } = await this.store.list(filter);
    return { keys: keys.map((key) => this.#revocations.find(key.hash) ?? key), truncated };
  }

  async revoke(selection: KeySelection, { at, by }: RevokeOptions = {}): Promise<KeyRevocation> {
    const pending = await this.#revocations.add(selection, at ?? this.#options.clock(), by);
    this.#replace(pending.ended);
    try {
      return { ...(await this.#write(pending)), isStored: true };
    } catch (error) {
      if (this.#options.keepsRevocations !== true || !(error instanceof StorageUnavailableError)) {
        this.#revocations.remove(pending);
        for (const { hash } of pending.ended) this.#known.delete(hash);
        throw error;
      }
      pending.isRefused = true;
      // A rotation that was stored meanwhile has added a key to the selection.
      const isKnown = await this.#revocations.extend(pending);
      this.#replace(pending.ended);
      return { isKnown, ended: pending.ended, isStored: false };
    }
  }

  get unwritten(): readonly KeyRecord[] {
    return this.#revocations.refused.flatMap(({ ended }) => ended);
  }

  async rotate(hash: string, graceMs: number): Promise<RotateOutcome> {
    if (this.#revocations.find(hash) !== null) return { status: 'not_live' };
    const outcome = await this.store.rotate(hash, graceMs);
    if (outcome.status === 'rotated') this.#replace([outcome.previous]);
    return outcome;
  }

  noteUse(hash: string): void {
    const now = this.#options.clock();
    if (now - (this.#noted.get(hash) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    this.#noted.set(hash, now);
    this.#used.set(hash, now);
  }

  async flush(): Promise<void> {
    for (const pending of this.#revocations.refused) {
      const { ended } = await this.#write(pending);
      this.#options.onLateRevocation?.(ended);
    }
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    await this.store.touch(used);
  }

  async #write(pending: PendingRevocation): Promise<Revocation> {
    const { selection, at, by } = pending;
    const revocation = await this.store.revoke(selection, { at, by });
    this.#replace(revocation.ended);
    this.#revocations.remove(pending);
    return revocation;
  }

  /**
   * Returns the cached record if it is fresh, or bridged while the store is unavailable; undefined: the store has to be
   * read.
   */
  #recall(hash: string): KeyRecord | undefined {
    const known = this.#known.get(hash);
    if (known === undefined) return undefined;
    if (this.#isFresh(known)) return known.record;
    if (!this.#isBridged(known)) return undefined;
    this.#lookAgain(hash);
    return known.record;
  }

  /** Whether a cached record may be used without reading it again. @param ageFrac Fraction of the maximum age. */
  #isFresh({ readAt }: KnownKey, ageFrac = 1): boolean {
    const { shared } = this.#options;
    return shared === undefined || shared.now() - readAt < ageFrac * shared.maxAgeMs;
  }

  /** Whether a key stays valid although the store is unavailable. */
  #isBridged({ readAt }: KnownKey): boolean {
    const { shared } = this.#options;
    if (shared === undefined || this.#awaySince === null) return false;
    return readAt >= this.#awaySince - shared.bridgeMs && shared.now() - this.#awaySince <= shared.bridgeMs;
  }

  /**
   * Reads a record from the store. @throws {StorageUnavailableError} when the store is unavailable and the key was not
   * read shortly before.
   */
  async #load(hash: string): Promise<KeyRecord | null> {
    const generation = this.#generation;
    try {
      const record = this.#revocations.find(hash) ?? (await this.#ask(hash));
      this.#awaySince = null;
      if (record !== null && generation === this.#generation) this.#remember(record);
      return record;
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#awaySince ??= this.#now();
      const known = this.#known.peek(hash);
      if (known !== undefined && this.#isBridged(known)) return known.record;
      throw error;
    }
  }

  #ask(hash: string): Promise<KeyRecord | null> {
    const asked = this.store.find(hash);
    if (this.#options.shared === undefined) return asked;
    return withDeadline(asked, MAX_LOOK_MS, () => {
      throw new StorageUnavailableError('the service database gives no answer; retry in a few seconds');
    });
  }

  /**
   * Reads a record again in the background, because another process may have ended the key. The next check uses the
   * result.
   */
  #lookAgain(hash: string): void {
    if (this.#options.shared === undefined || this.#lookedFor.has(hash)) return;
    this.#lookedFor.add(hash);
    this.#load(hash)
      // While the store is unavailable, the last known record is used.
      .catch(() => undefined)
      .finally(() => this.#lookedFor.delete(hash));
  }

  #replace(records: readonly KeyRecord[]): void {
    if (records.length > 0) this.#generation++;
    for (const record of records) this.#remember(record);
  }

  #remember(record: KeyRecord): void {
    this.#known.set(record.hash, { record, readAt: this.#now() });
  }

  #now(): number {
    return this.#options.shared?.now() ?? 0;
  }
}
