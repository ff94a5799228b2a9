import type { EpochMs } from '../../domain/index.ts';
import type { AdminAction } from '../admin-actions.ts';
import { isLive, type KeyRecord, type KeySelection, type KeyStore } from './keys.ts';

/** A revocation that is in force in this process and not stored yet. */
export interface PendingRevocation {
  readonly selection: KeySelection;
  readonly at: EpochMs;
  readonly by: AdminAction | undefined;
  /** Records of the keys that the revocation ended, as changed by it. */
  ended: readonly KeyRecord[];
  /** Whether the store has rejected the revocation, which is then retried. */
  isRefused: boolean;
}

/** Keeps revocations in force in memory until the store has accepted them. */
export class PendingRevocations {
  readonly #store: KeyStore;
  readonly #pending = new Set<PendingRevocation>();
  #ended: ReadonlyMap<string, KeyRecord> = new Map();

  constructor(store: KeyStore) {
    this.#store = store;
  }

  /** Revocations that the store has rejected so far. */
  get refused(): readonly PendingRevocation[] {
    return [...this.#pending].filter(({ isRefused }) => isRefused);
  }

  /** Finds the record of a key that a pending revocation ended; null: none. */
  find(hash: string): KeyRecord | null {
    return this.#ended.get(hash) ?? null;
  }

  async add(selection: KeySelection, at: EpochMs, by: AdminAction | undefined): Promise<PendingRevocation> {
    const pending: PendingRevocation = { selection, at, by, ended: [], isRefused: false };
    await this.extend(pending);
    return pending;
  }

  /** Adds keys that joined the selection since. @returns Whether the selection contains any key, live or not. */
  async extend(pending: PendingRevocation): Promise<boolean> {
    const selected = await this.#store.select(pending.selection);
    const live = selected.filter((key) => isLive(this.find(key.hash) ?? key, pending.at));
    pending.ended = [...live.map((key) => ({ ...key, revokedAt: pending.at })), ...pending.ended];
    this.#pending.add(pending);
    this.#collect();
    return selected.length > 0;
  }

  /** Removes a revocation that is stored or has failed. */
  remove(pending: PendingRevocation): void {
    this.#pending.delete(pending);
    this.#collect();
  }

  #collect(): void {
    const all = [...this.#pending].flatMap(({ ended }) => ended);
    this.#ended = new Map(all.map((record) => [record.hash, record]));
  }
}
