import type { AdminAction } from '../admin-actions.ts';
import type {
  IssuedKey,
  KeyRecord,
  KeyRequest,
  KeySelection,
  KeyStore,
  Revocation,
  RevokeOptions,
  RotateOutcome,
} from './keys.ts';

export interface KeyRevocation extends Revocation {
  /**
   * Whether the change is on disk; false: it is in force in this process, and written as soon as the store accepts it.
   */
  readonly isStored: boolean;
}

/**
 * Finds the record of an API key without reading the store each time. Every change that ends a key goes through the
 * ring, so that the next request already sees it.
 */
export interface KeyRing {
  readonly store: KeyStore;
  /**
   * Finds the live record of a key in memory.
   *
   * @returns null: the text is not a key, or the key is not live. undefined: the store has to be read.
   */
  peek(rawKey: string): KeyRecord | null | undefined;
  /** Whether this process has ever read the record of a key. */
  hasMet(rawKey: string): boolean;
  /** Finds the live record of a key; null: none. */
  resolve(rawKey: string): Promise<KeyRecord | null>;
  /** Finds the live record of a key by its hash; null: none. */
  find(hash: string): Promise<KeyRecord | null>;
  /**
   * Whether the key of an open stream is still live, as far as this process knows. An old record is read again in the
   * background; the next check uses the result.
   */
  checkLive(record: KeyRecord): boolean;
  /** Forgets the record of a hash that another process changed, so that it is read again. */
  forget(hash: string): void;
  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey>;
  /** Finds the newest live key of a bot; null: none. */
  findByBot(botId: string): Promise<KeyRecord | null>;
  /** Lists keys as the store does, including revocations that are not stored yet. */
  list(filter: Parameters<KeyStore['list']>[0]): ReturnType<KeyStore['list']>;
  /**
   * Revokes keys. The next request with one of them is rejected, no matter how long the store takes.
   *
   * @throws {StorageUnavailableError} when the store rejects the revocation and this ring does not keep it; no key is
   * revoked then.
   */
  revoke(selection: KeySelection, options?: RevokeOptions): Promise<KeyRevocation>;
  /** Keys whose revocation is in force and not stored. They would be valid again after a restart. */
  readonly unwritten: readonly KeyRecord[];
  rotate(hash: string, graceMs: number): Promise<RotateOutcome>;
  /** Notes that a key was used. The time reaches the store with a {@link flush}, at most once a minute for a key. */
  noteUse(hash: string): void;
  /** Writes revocations that the store has rejected before, and the times of last use. */
  flush(): Promise<void>;
}
