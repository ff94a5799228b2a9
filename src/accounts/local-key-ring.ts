import { LRUCache } from 'lru-cache';
import { type Clock, type EpochMs, MINUTE_MS } from '../domain/index.ts';
import { StorageUnavailableError } from '../storage/service-database.ts';
import type { AdminAction } from './admin-actions.ts';
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
/** Longer than any key can be: not worth a hash. */
const MAX_KEY_LENGTH = 128;

export interface LocalKeyRingOptions {
  readonly store: KeyStore;
  readonly format: KeyFormat;
  readonly clock: Clock;
  /** How long a record may be believed without looking again; absent: forever, one process writes alone. */
  readonly maxAgeMs?: number;
  /** Whether a revocation that the store refuses stays in force and is written later; absent: it fails. */
  readonly keepsRevocations?: boolean;
  /** Receives the keys of such a revocation when it is written. */
  readonly onLateRevocation?: (ended: readonly KeyRecord[]) => void;
}

/** Records are cached by hash in this process. */
export class LocalKeyRing implements KeyRing {
  readonly store: KeyStore;
  readonly #options: LocalKeyRingOptions;
  readonly #records: LRUCache<string, KeyRecord>;
  #used = new Map<string, EpochMs>();
  readonly #noted = new LRUCache<string, EpochMs>({ max: MAX_CACHED });
  readonly #revocations: PendingRevocations;
  /** Hashes that are being looked up again. */
  readonly #lookedFor = new Set<string>();
  /** Grows whenever a key ends: a record that was read before that is not cached. */
  #generation = 0;

  constructor(options: LocalKeyRingOptions) {
    this.store = options.store;
    this.#options = options;
    this.#revocations = new PendingRevocations(options.store);
    const { maxAgeMs } = options;
    this.#records = new LRUCache({ max: MAX_CACHED, ...(maxAgeMs === undefined ? {} : { ttl: maxAgeMs }) });
  }

  peek(rawKey: string): KeyRecord | null | undefined {
    const { format, clock } = this.#options;
    if (rawKey.length > MAX_KEY_LENGTH) return null;
    const record = this.#records.get(hashKey(rawKey));
    if (record === undefined) return isWellFormedKey(format, rawKey) ? undefined : null;
    return isLive(record, clock()) ? record : null;
  }

  async resolve(rawKey: string): Promise<KeyRecord | null> {
    const known = this.peek(rawKey);
    if (known !== undefined) return known;
    return this.find(hashKey(rawKey));
  }

  async find(hash: string): Promise<KeyRecord | null> {
    const record = this.#records.get(hash) ?? (await this.#load(hash));
    return record !== null && isLive(record, this.#options.clock()) ? record : null;
  }

  isLive(record: KeyRecord): boolean {
    // What ended it stands among the newest records; one that was forgotten has its expiry still.
    const { hash } = record;
    const known = this.#records.peek(hash) ?? this.#revocations.find(hash);
    if (known === null || known === undefined) this.#lookAgain(hash);
    return isLive(known ?? record, this.#options.clock());
  }

  /** Another process changed the record of a hash. */
  forget(hash: string): void {
    if (!this.#records.delete(hash)) return;
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
    return keys.find((key) => this.isLive(key)) ?? null;
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
        for (const { hash } of pending.ended) this.#records.delete(hash);
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

  async #load(hash: string): Promise<KeyRecord | null> {
    const generation = this.#generation;
    const record = this.#revocations.find(hash) ?? (await this.store.find(hash));
    if (record !== null && generation === this.#generation) this.#records.set(hash, record);
    return record;
  }

  /** Another process may have ended the key of an open stream: what is found decides at the next question. */
  #lookAgain(hash: string): void {
    if (this.#options.maxAgeMs === undefined || this.#lookedFor.has(hash)) return;
    this.#lookedFor.add(hash);
    this.#load(hash)
      // While the store is away, what was known last holds.
      .catch(() => undefined)
      .finally(() => this.#lookedFor.delete(hash));
  }

  #replace(records: readonly KeyRecord[]): void {
    if (records.length > 0) this.#generation++;
    for (const record of records) this.#records.set(record.hash, record);
  }
}
