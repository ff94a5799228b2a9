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
   * Whether the change is on disk; false: in force in this process, and written as soon as the store takes it.
   */
  readonly isStored: boolean;
}

/**
 * Finds the record of a raw key, without asking the store each time. Everything that ends a key goes through here, so
 * that the next request already sees it.
 */
export interface KeyRing {
  readonly store: KeyStore;
  /**
   * The live record of a raw key without asking the store.
   *
   * @returns null: no key, or not live. undefined: only the store knows.
   */
  peek(rawKey: string): KeyRecord | null | undefined;
  /** Whether this process has seen the record of a raw key, however long ago. */
  hasMet(rawKey: string): boolean;
  /** The live record of a raw key, or null. */
  resolve(rawKey: string): Promise<KeyRecord | null>;
  /** The live record of a hash, or null. */
  find(hash: string): Promise<KeyRecord | null>;
  /**
   * Whether a key that was live when its stream began still is, as far as this process knows. A record that was read
   * long ago is read again, for the next check.
   */
  checkLive(record: KeyRecord): boolean;
  /** Forgets the record of a hash that another process changed: it is read again. */
  forget(hash: string): void;
  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey>;
  /** The newest key of a bot that is live; null: none is. */
  findByBot(botId: string): Promise<KeyRecord | null>;
  /** Lists keys as the store does, with the ends that it has not taken yet. */
  list(filter: Parameters<KeyStore['list']>[0]): ReturnType<KeyStore['list']>;
  /**
   * Ends keys: the next request with one of them is refused, no matter how long the store takes.
   *
   * @throws {StorageUnavailableError} when the store refuses it and revocations are not kept; then nothing ended.
   */
  revoke(selection: KeySelection, options?: RevokeOptions): Promise<KeyRevocation>;
  /** Keys whose end is in force and not stored: a restart would let them live again. */
  readonly unwritten: readonly KeyRecord[];
  rotate(hash: string, graceMs: number): Promise<RotateOutcome>;
  /** Remembers that a key was used; written at most once a minute. */
  noteUse(hash: string): void;
  /** Writes revocations that the store refused before, and when keys were last used. */
  flush(): Promise<void>;
}
