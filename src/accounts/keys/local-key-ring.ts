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
/** Longest text that is hashed: longer than any key can be. */
const MAX_KEY_LENGTH = 128;

export interface LocalKeyRingOptions {
  readonly store: KeyStore;
  readonly format: KeyFormat;
  readonly clock: Clock;
  /** Store that other processes change too, and that may be away; absent: this process writes alone. */
  readonly shared?: SharedStore;
  /** Whether a revocation that the store refuses stays in force and is written later; absent: the revocation fails. */
  readonly keepsRevocations?: boolean;
  /** Receives keys whose revocation the store refused, when the revocation is written. */
  readonly onLateRevocation?: (ended: readonly KeyRecord[]) => void;
}

export interface SharedStore {
  /** How long a record may be believed without looking again. */
  readonly maxAgeMs: number;
  /** How long keys work while the store is away, and how long before its loss they must have been read. */
  readonly bridgeMs: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Part of a record's age at which the record of an open stream is read again, so that the stream ends within the age. */
const STREAM_AGE_FRAC = 0.6;
/** A lookup that takes longer fails: the store is away. */
const MAX_LOOK_MS = 1_000;

/** A record as it was read or written last. */
interface KnownKey {
  readonly record: KeyRecord;
  /** Time of the read, monotonic ms. */
  readonly readAt: number;
}

/** Records are cached by hash in this process. */
export class LocalKeyRing implements KeyRing {
  readonly store: KeyStore;
  readonly #options: LocalKeyRingOptions;
  readonly #known = createLastUsed<string, KnownKey>(MAX_CACHED);
  #used = new Map<string, EpochMs>();
  readonly #noted = createLastUsed<string, EpochMs>(MAX_CACHED);
  readonly #revocations: PendingRevocations;
  /** Hashes that are being looked up again. */
  readonly #lookedFor = new Set<string>();
  /** Time since when the store gives no answer, monotonic ms; null: the last call was answered. */
  #awaySince: number | null = null;
  /** Grows whenever a key ends: a record that was read before that is not cached. */
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

  /** The cache has the newest record; without one, only the expiry of the given record can be compared. */
  #isKnownLive(record: KeyRecord): boolean {
    const { hash } = record;
    const newest = this.#known.peek(hash)?.record ?? this.#revocations.find(hash) ?? record;
    return isLive(newest, this.#options.clock());
  }

  /** Forgets the record of a hash that another process changed. */
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
      // A rotation that was stored meanwhile has made one more.
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

  /** The cached record while it is fresh, or bridged while the store is away; undefined: ask the store. */
  #recall(hash: string): KeyRecord | undefined {
    const known = this.#known.get(hash);
    if (known === undefined) return undefined;
    if (this.#isFresh(known)) return known.record;
    if (!this.#isBridged(known)) return undefined;
    this.#lookAgain(hash);
    return known.record;
  }

  /** @param ageFrac Of the age at which a record has to be read again. */
  #isFresh({ readAt }: KnownKey, ageFrac = 1): boolean {
    const { shared } = this.#options;
    return shared === undefined || shared.now() - readAt < ageFrac * shared.maxAgeMs;
  }

  /** Whether a key goes on although the store cannot be asked. */
  #isBridged({ readAt }: KnownKey): boolean {
    const { shared } = this.#options;
    if (shared === undefined || this.#awaySince === null) return false;
    return readAt >= this.#awaySince - shared.bridgeMs && shared.now() - this.#awaySince <= shared.bridgeMs;
  }

  /** @throws {StorageUnavailableError} when the store is away, and the key was not seen shortly before. */
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
   * Looks at the store again: another process may have ended the key of an open stream, and the next check acts on the
   * result.
   */
  #lookAgain(hash: string): void {
    if (this.#options.shared === undefined || this.#lookedFor.has(hash)) return;
    this.#lookedFor.add(hash);
    this.#load(hash)
      // While the store is away, the last known state is used.
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
