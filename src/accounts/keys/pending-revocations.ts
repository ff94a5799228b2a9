import type { EpochMs } from '../../domain/index.ts';
import type { AdminAction } from '../admin-actions.ts';
import { isLive, type KeyRecord, type KeySelection, type KeyStore } from './keys.ts';

/** A revocation that is in force and not stored yet. */
export interface PendingRevocation {
  readonly selection: KeySelection;
  readonly at: EpochMs;
  readonly by: AdminAction | undefined;
  /** The keys that it ended, as they are now. */
  ended: readonly KeyRecord[];
  /** Whether the store has refused the revocation, which is tried again. */
  isRefused: boolean;
}

/** Ends keys in memory, for as long as the store has not taken their end. */
export class PendingRevocations {
  readonly #store: KeyStore;
  readonly #pending = new Set<PendingRevocation>();
  #ended: ReadonlyMap<string, KeyRecord> = new Map();

  constructor(store: KeyStore) {
    this.#store = store;
  }

  /** The revocations that the store has refused so far. */
  get refused(): readonly PendingRevocation[] {
    return [...this.#pending].filter(({ isRefused }) => isRefused);
  }

  /** The record of a key that this process ended; null: none. */
  find(hash: string): KeyRecord | null {
    return this.#ended.get(hash) ?? null;
  }

  async add(selection: KeySelection, at: EpochMs, by: AdminAction | undefined): Promise<PendingRevocation> {
    const pending: PendingRevocation = { selection, at, by, ended: [], isRefused: false };
    await this.extend(pending);
    return pending;
  }

  /** Ends keys that joined the selection since. Returns whether it holds any key, live or not. */
  async extend(pending: PendingRevocation): Promise<boolean> {
    const selected = await this.#store.select(pending.selection);
    const live = selected.filter((key) => isLive(this.find(key.hash) ?? key, pending.at));
    pending.ended = [...live.map((key) => ({ ...key, revokedAt: pending.at })), ...pending.ended];
    this.#pending.add(pending);
    this.#collect();
    return selected.length > 0;
  }

  /** The store has taken it, or it does not count. */
  remove(pending: PendingRevocation): void {
    this.#pending.delete(pending);
    this.#collect();
  }

  #collect(): void {
    const all = [...this.#pending].flatMap(({ ended }) => ended);
    this.#ended = new Map(all.map((record) => [record.hash, record]));
  }
}
