import type { EpochMs } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { AdminAction } from '../admin-actions.ts';
import {
  isLive,
  type KeyRecord,
  type KeySelection,
  type ReissueOutcome,
  type Revocation,
} from '../keys/keys.ts';
import { decideRotation } from '../keys/rotation-decision.ts';
import type { AccountRows } from '../rows.ts';
import { toKeyRecord, toKeyRow } from './key-record.ts';

interface Issue {
  readonly record: KeyRecord;
  /** Id for the owner, used if the owner is new. */
  readonly ownerUid: Uint8Array;
  readonly by: AdminAction | null;
}

export const issueKey = operation(
  'keys.issue',
  (rows: AccountRows, { record, ownerUid, by }: Issue): null => {
    const { owner, createdAt } = record;
    if (rows.findOwner(owner) === null) rows.insertOwner({ name: owner, uid: ownerUid, createdAt });
    rows.insertKey(toKeyRow(record));
    if (by !== null) rows.insertAdminAction(by);
    return null;
  },
);

interface Revoke {
  readonly selection: KeySelection;
  readonly at: EpochMs;
  readonly by: AdminAction | null;
}

export interface Reissue {
  readonly botId: string;
  readonly hash: string;
  /** Owner of the key; null: the owner of the bot. */
  readonly owner: string | null;
  readonly tier: KeyRecord['tier'] | null;
  readonly venues: KeyRecord['venues'] | null;
  readonly label: string | null;
  readonly expiresAt: EpochMs | null;
  readonly now: EpochMs;
  readonly by: AdminAction;
}

/** Issues a key for an existing bot that has no live key. Rate, positions, settings and orders of the bot continue. */
export const reissueKey = operation('keys.reissue', (rows: AccountRows, request: Reissue): ReissueOutcome => {
  const { botId, hash, owner, tier, venues, label, expiresAt, now, by } = request;
  const keys = rows.listKeys({ kind: 'bot', botId });
  const [newest] = keys;
  if (newest === undefined) return { status: 'bot_not_found' };
  if (owner !== null && owner !== newest.owner) return { status: 'other_owner' };
  if (tier !== null && tier !== newest.tier) return { status: 'other_tier', tier: newest.tier };
  if (keys.some((key) => isLive(key, now))) return { status: 'has_live_key' };
  const record: KeyRecord = {
    ...toKeyRecord(newest),
    hash,
    label,
    expiresAt,
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
    ...(venues === null ? {} : { venues }),
  };
  rows.insertKey(toKeyRow(record));
  rows.insertAdminAction(by);
  return { status: 'issued', record };
});

export const revokeKeys = operation(
  'keys.revoke',
  (rows: AccountRows, { selection, at, by }: Revoke): Revocation => {
    const selected = rows.listKeys(selection);
    const ended = selected.filter((key) => isLive(key, at)).map((key) => ({ ...key, revokedAt: at }));
    for (const key of ended) rows.updateKey(key);
    if (by !== null) rows.insertAdminAction(by);
    return { isKnown: selected.length > 0, ended: ended.map(toKeyRecord) };
  },
);

interface Rotate {
  readonly hash: string;
  readonly newHash: string;
  readonly now: EpochMs;
  readonly endsAt: EpochMs;
}

type RotationOutcome =
  | { readonly status: 'not_live' }
  | { readonly status: 'already_rotated'; readonly successor: KeyRecord; readonly previous: KeyRecord }
  | { readonly status: 'rotated'; readonly record: KeyRecord; readonly previous: KeyRecord };

/**
 * Replaces a live key by a new one of the same bot. Rotating the old key again changes nothing. Safe to repeat with the
 * same new key.
 */
export const rotateKey = operation(
  'keys.rotate',
  (rows: AccountRows, { hash, ...request }: Rotate): RotationOutcome => {
    const key = rows.findKey(hash);
    const current = key?.successor == null ? null : rows.findKey(key.successor);

    const decision = decideRotation({ key, successor: current }, request);

    switch (decision.status) {
      case 'not_live':
        return decision;
      case 'already_rotated': {
        const { status, successor, previous } = decision;
        return { status, successor: toKeyRecord(successor), previous: toKeyRecord(previous) };
      }
      case 'repeated':
      case 'rotated': {
        const { status, successor, previous } = decision;
        if (status === 'rotated') {
          rows.insertKey(successor);
          rows.updateKey(previous);
        }
        return { status: 'rotated', record: toKeyRecord(successor), previous: toKeyRecord(previous) };
      }
    }
  },
);

/** Updates the time of last use of keys; an earlier time changes nothing. Unknown keys are left out. */
export const touchKeys = operation(
  'keys.touch',
  (rows: AccountRows, used: readonly (readonly [hash: string, at: number])[]): null => {
    for (const [hash, at] of used) rows.touchKey(hash, at);
    return null;
  },
);
