import type { AdminAction, StoredAction } from './admin-actions.ts';
import type { KeySelection } from './keys/keys.ts';
import type { UsageRow } from './limits/usage.ts';
import type { Tier } from './tiers.ts';

/** Stored form of a key. */
export interface KeyRow {
  /** SHA-256 of the key, lower-case hex; unique. */
  readonly hash: string;
  readonly owner: string;
  readonly tier: Tier;
  readonly label: string | null;
  /** Text of the venues, as `writeVenues` makes it. */
  readonly venues: string;
  /** Time of the creation, epoch ms, as all times of a row. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly botId: string;
  readonly lastUsedAt: number | null;
  /** Hash of the key that replaced this one. */
  readonly successor: string | null;
}

/** The columns of a key that change during its life. */
export type KeyChange = Pick<KeyRow, 'hash' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'successor'>;

export interface OwnerRow {
  /** Name of the owner, unique. */
  readonly name: string;
  /** Id of the owner: 16 random bytes, which go into the addresses that belong to the owner and never change. */
  readonly uid: Uint8Array;
  readonly createdAt: number;
}

/** A switch of the whole service. */
export interface FlagRow {
  /** Unique name. */
  readonly name: string;
  readonly value: boolean;
  readonly changedAt: number;
}

/** Unique key of a row of usage. */
export type UsageKey = Pick<UsageRow, 'botId' | 'month' | 'endpoint' | 'venue'>;

/** Rows within a transaction. */
export interface AccountRows {
  findKey(hash: string): KeyRow | null;
  /** The keys of a selection, live or not, newest first. */
  listKeys(selection: KeySelection): readonly KeyRow[];
  insertKey(row: KeyRow): void;
  updateKey(key: KeyChange): void;
  /** Moves the last use of a key forward, never back. A key that is unknown is left out. */
  touchKey(hash: string, at: number): void;
  findOwner(name: string): OwnerRow | null;
  insertOwner(row: OwnerRow): void;
  /** Adds to the row of the same key: the first time stays, and the last one moves forward, never back. */
  addUsage(row: UsageRow): void;
  /** Requests of a bot in a month. */
  sumUsage(botId: string, month: string): number;
  /** Replaces the flag of the same name. */
  putFlag(row: FlagRow): void;
  insertAdminAction(action: AdminAction): void;
}

/** Rows that are committed. */
export interface AccountQueries {
  findKey(hash: string): Promise<KeyRow | null>;
  /** Lists keys as `AccountRows.listKeys` does. */
  listKeys(selection: KeySelection): Promise<readonly KeyRow[]>;
  /** The newest key of a bot that is live at a time. */
  findLiveKey(botId: string, now: number): Promise<KeyRow | null>;
  /** Lists keys, newest first. @param owner null: of every owner. @param owner null: of every owner. */
  listNewestKeys(owner: string | null, limit: number): Promise<readonly KeyRow[]>;
  /** Whether a key, live or not, belongs to the bot. @param botId null: to any. */
  hasKey(botId: string | null): Promise<boolean>;
  findOwner(name: string): Promise<OwnerRow | null>;
  listUsage(botId: string, month: string): Promise<readonly UsageRow[]>;
  findFlag(name: string): Promise<FlagRow | null>;
  /** Actions of the operator with a smaller id, newest first. */
  listActions(before: number, limit: number): Promise<readonly StoredAction[]>;
}
