import type { AdminAction, StoredAction } from './admin-actions.ts';
import type { KeySelection } from './keys/keys.ts';
import type { UsageDay, UsageRow } from './limits/usage.ts';
import type { Tier } from './tiers.ts';

/** Stored form of a key. */
export interface KeyRow {
  /** SHA-256 of the key, lower-case hex; unique. */
  readonly hash: string;
  readonly owner: string;
  readonly tier: Tier;
  readonly label: string | null;
  /** Venues as `writeVenues` formats them. */
  readonly venues: string;
  /** Time when the key was created, epoch ms. All times of a row are epoch ms. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly botId: string;
  readonly lastUsedAt: number | null;
  /** Hash of the key that replaced this one; null: none. */
  readonly successor: string | null;
}

/** Columns of a key that can change. */
export type KeyChange = Pick<KeyRow, 'hash' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'successor'>;

export interface OwnerRow {
  /** Name of the owner, unique. */
  readonly name: string;
  /** Id of the owner: 16 random bytes that never change. Deposit addresses of the owner are computed from it. */
  readonly uid: Uint8Array;
  readonly createdAt: number;
}

/** A switch that applies to the whole service. */
export interface FlagRow {
  /** Unique name of the switch. */
  readonly name: string;
  readonly value: boolean;
  readonly changedAt: number;
}

/** Unique key of a usage row. */
export type UsageKey = Pick<UsageRow, 'botId' | 'month' | 'endpoint' | 'venue'>;

/** Rows of keys, owners, usage, flags and operator actions within a transaction. */
export interface AccountRows {
  findKey(hash: string): KeyRow | null;
  /** Lists the keys of a selection, live or not, newest first. */
  listKeys(selection: KeySelection): readonly KeyRow[];
  insertKey(row: KeyRow): void;
  updateKey(key: KeyChange): void;
  /** Updates the time of last use of a key; an earlier time changes nothing. An unknown key is left out. */
  touchKey(hash: string, at: number): void;
  findOwner(name: string): OwnerRow | null;
  insertOwner(row: OwnerRow): void;
  /** Adds to the usage row with the same key. The first time stays, and the last time never goes back. */
  addUsage(row: UsageRow): void;
  /** Adds to the count of a bot's day. */
  addUsageDay(day: UsageDay): void;
  /** Deletes the counts of days before a day, of all bots. */
  deleteUsageDays(before: string): void;
  /** Sums the requests of a bot in a month. */
  sumUsage(botId: string, month: string): number;
  /** Stores a flag. It replaces the flag of the same name. */
  putFlag(row: FlagRow): void;
  insertAdminAction(action: AdminAction): void;
}

/** Queries of committed rows of keys, usage, flags and operator actions. */
export interface AccountQueries {
  findKey(hash: string): Promise<KeyRow | null>;
  /** Lists keys as `AccountRows.listKeys` does. */
  listKeys(selection: KeySelection): Promise<readonly KeyRow[]>;
  /** Finds the newest key of a bot that is live at a time; null: none. */
  findLiveKey(botId: string, now: number): Promise<KeyRow | null>;
  /** Lists keys, newest first. @param owner Name of an owner; null: keys of every owner. */
  listNewestKeys(owner: string | null, limit: number): Promise<readonly KeyRow[]>;
  /** Whether a bot has a key, live or not. @param botId Id of the bot; null: whether any key exists. */
  hasKey(botId: string | null): Promise<boolean>;
  findOwner(name: string): Promise<OwnerRow | null>;
  listUsage(botId: string, month: string): Promise<readonly UsageRow[]>;
  /** Lists the counts of a bot by day, from a day on, in any order. */
  listUsageDays(botId: string, from: string): Promise<readonly UsageDay[]>;
  /** Finds the first day that has a count of any bot; null: none has. */
  findFirstUsageDay(): Promise<string | null>;
  findFlag(name: string): Promise<FlagRow | null>;
  /** Lists the operator's actions with a smaller id, newest first. */
  listActions(before: number, limit: number): Promise<readonly StoredAction[]>;
}
