import type { EpochMs } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { AdminAction } from '../admin-actions.ts';
import { isLive, type KeyRecord, type KeySelection, MAX_GRACE_MS, type Revocation } from '../keys.ts';
import type { AccountRows, KeyRow } from '../rows.ts';
import { toKeyRecord, toKeyRow } from './key-record.ts';

interface Issue {
  readonly record: KeyRecord;
  /** Of the owner, where the owner is new. */
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

type Rotated =
  | { readonly status: 'not_live' }
  | { readonly status: 'already_rotated'; readonly successor: KeyRecord; readonly previous: KeyRecord }
  | { readonly status: 'rotated'; readonly record: KeyRecord; readonly previous: KeyRecord };

export const rotateKey = operation(
  'keys.rotate',
  (rows: AccountRows, { hash, newHash, now, endsAt }: Rotate): Rotated => {
    const previous = rows.findKey(hash);
    if (previous === null || !isLive(previous, now)) return { status: 'not_live' };
    const next = previous.successor === null ? null : rows.findKey(previous.successor);
    if (next !== null && wasRotated(previous, next)) {
      return { status: 'already_rotated', successor: toKeyRecord(next), previous: toKeyRecord(previous) };
    }
    // The new key inherits the successor of the old one.
    const record: KeyRow = { ...previous, hash: newHash, createdAt: now, lastUsedAt: null };
    const replaced: KeyRow = {
      ...previous,
      expiresAt: Math.min(endsAt, previous.expiresAt ?? Number.POSITIVE_INFINITY),
      successor: newHash,
    };
    rows.insertKey(record);
    rows.updateKey(replaced);
    return { status: 'rotated', record: toKeyRecord(record), previous: toKeyRecord(replaced) };
  },
);

/**
 * Whether the next key of a line replaced this one: then this one ends within a grace. Earlier versions rotated a key
 * more than once, and the keys that came of it were put in one line: the first of them is followed by another, and was
 * never rotated itself.
 */
function wasRotated({ expiresAt }: KeyRow, { createdAt }: KeyRow): boolean {
  return expiresAt !== null && expiresAt <= createdAt + MAX_GRACE_MS;
}

/** Moves the last use of keys forward, never back. Keys that are unknown are left out. */
export const touchKeys = operation(
  'keys.touch',
  (rows: AccountRows, used: readonly (readonly [hash: string, at: number])[]): null => {
    for (const [hash, at] of used) {
      const key = rows.findKey(hash);
      if (key !== null && (key.lastUsedAt ?? 0) < at) rows.updateKey({ ...key, lastUsedAt: at });
    }
    return null;
  },
);
