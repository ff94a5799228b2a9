import { DAY_MS, type EpochMs, type VenueId } from '../../domain/index.ts';
import type { AdminAction } from '../admin-actions.ts';
import type { Tier } from '../tiers.ts';

/** Maximum time for which a key may stay valid after it was rotated. */
export const MAX_GRACE_MS = 7 * DAY_MS;

/** Venues that a key grants access to. */
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
  /** Id that the rotations of a key keep. Rate, quota, stream slots, usage and orders belong to the bot. */
  readonly botId: string;
  /** Time of the last use, accurate to a minute; null: never used. */
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

/** A request for a new key of an existing bot. */
export interface ReissueRequest {
  readonly botId: string;
  /** Owner of the key; null: the owner of the bot. */
  readonly owner: string | null;
  readonly tier: Tier | null;
  readonly venues: VenueGrant | null;
  readonly label: string | null;
  readonly expiresAt: EpochMs | null;
}

export type ReissuedKey =
  | Exclude<ReissueOutcome, { readonly status: 'issued' }>
  | { readonly status: 'issued'; readonly issued: IssuedKey };

/** Keys that one revocation ends: a key with every successor of its rotations, or every key of a bot or an owner. */
export type KeySelection =
  | { readonly kind: 'key'; readonly hash: string }
  | { readonly kind: 'bot'; readonly botId: string }
  | { readonly kind: 'owner'; readonly owner: string };

export interface Revocation {
  /** Whether any key, live or not, is in the selection. */
  readonly isKnown: boolean;
  /** Keys that this revocation ended, newest first. */
  readonly ended: readonly KeyRecord[];
}

export interface RevokeOptions {
  /** Time of the revocation; absent: now. */
  readonly at?: EpochMs | undefined;
  readonly by?: AdminAction | undefined;
}

export type RotateOutcome =
  | { readonly status: 'not_live' }
  /** The key already has a successor, which was shown once. No key is issued, and no expiry changes. */
  | {
      readonly status: 'already_rotated';
      readonly successor: KeyRecord;
      readonly previous: KeyRecord;
    }
  | { readonly status: 'rotated'; readonly issued: IssuedKey; readonly previous: KeyRecord };

/** Store of keys. Writes resolve after their commit. */
export interface KeyStore {
  issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey>;
  /** Issues a key for an existing bot that has no live key. */
  reissue(request: ReissueRequest, by: AdminAction): Promise<ReissuedKey>;
  find(hash: string): Promise<KeyRecord | null>;
  /** Finds when a key was replaced by a rotation without grace; null: it was not, or more than a day ago. */
  findRotation(hash: string): Promise<EpochMs | null>;
  /** Finds the newest live key of a bot; null: none, so nobody is authorized to use the bot. */
  findByBot(botId: string): Promise<KeyRecord | null>;
  /** Whether a key, live or not, belongs to the bot. */
  knowsBot(botId: string): Promise<boolean>;
  /** Lists keys, newest first. */
  list(filter: {
    readonly owner?: string | undefined;
    readonly limit: number;
  }): Promise<{ readonly keys: readonly KeyRecord[]; readonly truncated: boolean }>;
  /** Lists the keys of a selection, live or not, newest first. */
  select(selection: KeySelection): Promise<readonly KeyRecord[]>;
  /** Revokes every live key of the selection. A key that was revoked before keeps its time. */
  revoke(selection: KeySelection, options?: RevokeOptions): Promise<Revocation>;
  /**
   * Issues a new key with the same rights. The old key expires after the grace time, or earlier if it would have. A key
   * has at most one successor.
   */
  rotate(hash: string, graceMs: number): Promise<RotateOutcome>;
  /** Stores when keys were last used. */
  touch(used: ReadonlyMap<string, EpochMs>): Promise<void>;
  /** Finds the 16 random bytes that were created with the owner; null: no owner of this name ever had a key. */
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

/** Venues that a request reads: one, a list, `several` that are not named, or null for none in particular. */
export type VenueNeed = VenueId | readonly VenueId[] | 'several' | null;

/**
 * Whether a key covers the venues of a request. Only a key for all venues covers `several`, because they are not named.
 */
export function mayRead({ venues }: Pick<KeyRecord, 'venues'>, needed: VenueNeed): boolean {
  if (venues === 'all' || needed === null) return true;
  if (needed === 'several') return false;
  return typeof needed === 'string' ? venues.includes(needed) : needed.every((one) => venues.includes(one));
}

/** Formats a grant as requests, tables and commands write it: `all`, or venue ids separated by commas. */
export function writeVenues(venues: VenueGrant): string {
  return venues === 'all' ? 'all' : venues.join(',');
}

/** Outcomes of issuing a further key for a bot, in order of precedence. */
export type ReissueOutcome =
  | { readonly status: 'bot_not_found' }
  /** The bot belongs to another owner. */
  | { readonly status: 'other_owner' }
  /** The bot has another tier than the requested one. */
  | { readonly status: 'other_tier'; readonly tier: KeyRecord['tier'] }
  /** A key of the bot is still live. It must be revoked first. */
  | { readonly status: 'has_live_key' }
  | { readonly status: 'issued'; readonly record: KeyRecord };
