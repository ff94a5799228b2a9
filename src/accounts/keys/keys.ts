import { DAY_MS, type EpochMs, type VenueId } from '../../domain/index.ts';
import type { AdminAction } from '../admin-actions.ts';
import type { Tier } from '../tiers.ts';

/** The longest that a key may work after it was rotated. */
export const MAX_GRACE_MS = 7 * DAY_MS;

/** Venues that a key may read. */
export type VenueGrant = 'all' | readonly VenueId[];

/** Stored form of a key. The key itself is shown once, when it is issued. */
export interface KeyRecord {
  /** SHA-256 of the key, lower-case hex. */
  readonly hash: string;
  readonly owner: string;
  readonly tier: Tier;
  readonly label: string | null;
  readonly venues: VenueGrant;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
  /** Id that rotations of the key keep. Rate, quota, slots, usage and orders belong to the bot. */
  readonly botId: string;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: EpochMs | null;
}

export interface KeyRequest {
  readonly owner: string;
  readonly tier: Tier;
  readonly label: string | null;
  readonly venues: VenueGrant;
  readonly expiresAt: EpochMs | null;
}

export interface IssuedKey {
  readonly rawKey: string;
  readonly record: KeyRecord;
}

/** A key for an existing bot. */
export interface ReissueRequest {
  readonly botId: string;
  /** Owner of the key; null: that of the bot. */
  readonly owner: string | null;
  readonly tier: Tier | null;
  readonly venues: VenueGrant | null;
  readonly label: string | null;
  readonly expiresAt: EpochMs | null;
}

export type ReissuedKey =
  | Exclude<ReissueOutcome, { readonly status: 'issued' }>
  | { readonly status: 'issued'; readonly issued: IssuedKey };

/** The keys that one revocation ends: a key with every successor of its rotations, or every key of a bot or an owner. */
export type KeySelection =
  | { readonly kind: 'key'; readonly hash: string }
  | { readonly kind: 'bot'; readonly botId: string }
  | { readonly kind: 'owner'; readonly owner: string };

export interface Revocation {
  /** Whether any key, live or not, is in the selection. */
  readonly isKnown: boolean;
  /** The keys that were live until now, newest first. */
  readonly ended: readonly KeyRecord[];
}

export interface RevokeOptions {
  /** When the keys ended; absent: now. */
  readonly at?: EpochMs | undefined;
  readonly by?: AdminAction | undefined;
}

export type RotateOutcome =
  | { readonly status: 'not_live' }
  /** The key has a successor, which was shown once: nothing is issued and no expiry changes. */
  | {
      readonly status: 'already_rotated';
      readonly successor: KeyRecord;
      readonly previous: KeyRecord;
    }
  | { readonly status: 'rotated'; readonly issued: IssuedKey; readonly previous: KeyRecord };

/** Store of keys. Writes resolve after their commit. */
export interface KeyStore {
  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey>;
  /** Issues a key for an existing bot that has no live one. */
  reissue(request: ReissueRequest, by: AdminAction): Promise<ReissuedKey>;
  find(hash: string): Promise<KeyRecord | null>;
  /** When a key was replaced at once by its rotation; null: not, or more than a day ago. */
  findRotation(hash: string): Promise<EpochMs | null>;
  /** Finds the newest live key of a bot; null: none, so the bot has no authorised caller. */
  findByBot(botId: string): Promise<KeyRecord | null>;
  /** Whether a key, live or not, belongs to the bot. */
  knowsBot(botId: string): Promise<boolean>;
  /** Lists rows, newest first. */
  list(filter: {
    readonly owner?: string | undefined;
    readonly limit: number;
  }): Promise<{ readonly keys: readonly KeyRecord[]; readonly truncated: boolean }>;
  /** The keys of a selection, live or not, newest first. */
  select(selection: KeySelection): Promise<readonly KeyRecord[]>;
  /** Ends every live key of the selection. One that was revoked before keeps its time. */
  revoke(selection: KeySelection, options?: RevokeOptions): Promise<Revocation>;
  /**
   * A new key with the same rights; the old one ends after the grace, never later than it would have. A key has one
   * successor at most.
   */
  rotate(hash: string, graceMs: number): Promise<RotateOutcome>;
  /** Remembers when keys were last used. */
  touch(used: ReadonlyMap<string, EpochMs>): Promise<void>;
  /** 16 random bytes that were made with the owner; null: no owner of this name ever had a key. */
  findOwnerUid(owner: string): Promise<Uint8Array | null>;
  /** Whether no key was ever issued. */
  isEmpty(): Promise<boolean>;
}

/** Whether a key is valid at `now` (epoch ms): not revoked, and before its expiry. */
export function isLive(
  { revokedAt, expiresAt }: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/** Venues that a request reads: one, a list, several that it does not name, or none in particular. */
export type VenueNeed = VenueId | readonly VenueId[] | 'several' | null;

/** Whether a key covers the venues of a request. A key for some venues never covers `several`, which names none. */
export function mayRead({ venues }: Pick<KeyRecord, 'venues'>, needed: VenueNeed): boolean {
  if (venues === 'all' || needed === null) return true;
  if (needed === 'several') return false;
  return typeof needed === 'string' ? venues.includes(needed) : needed.every((one) => venues.includes(one));
}

/** `all`, or venue ids separated by commas: how requests, tables and commands write a grant. */
export function writeVenues(venues: VenueGrant): string {
  return venues === 'all' ? 'all' : venues.join(',');
}

/** Outcomes in order of precedence. */
export type ReissueOutcome =
  | { readonly status: 'bot_not_found' }
  /** The bot belongs to another owner. */
  | { readonly status: 'other_owner' }
  /** The bot has another tier. */
  | { readonly status: 'other_tier'; readonly tier: KeyRecord['tier'] }
  /** A key of the bot is live and must be revoked first. */
  | { readonly status: 'has_live_key' }
  | { readonly status: 'issued'; readonly record: KeyRecord };
