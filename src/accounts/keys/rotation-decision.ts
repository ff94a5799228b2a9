import type { EpochMs } from '../../domain/index.ts';
import type { KeyRow } from '../rows.ts';
import { isLive, MAX_GRACE_MS } from './keys.ts';

export interface RotationFacts {
  /** The key that is rotated; null: unknown. */
  readonly key: KeyRow | null;
  /** The key that replaced the rotated one; null: none. */
  readonly successor: KeyRow | null;
}

export interface RotationRequest {
  /** Hash of the new key. */
  readonly newHash: string;
  /** Present time, epoch ms. */
  readonly now: EpochMs;
  /** When the old key ends, epoch ms; never later than it would have ended. */
  readonly endsAt: number;
}

export type RotationDecision =
  | { readonly status: 'not_live' }
  | { readonly status: 'already_rotated'; readonly successor: KeyRow; readonly previous: KeyRow }
  /** The same request was stored before; nothing changes. */
  | { readonly status: 'repeated'; readonly successor: KeyRow; readonly previous: KeyRow }
  /** `successor`: the row of the new key. `previous`: the changed row of the old one. */
  | { readonly status: 'rotated'; readonly successor: KeyRow; readonly previous: KeyRow };

/** Decides the replacement of a key. Writes nothing. The new key keeps owner, tier, venues, label, expiry and bot. */
export function decideRotation(
  { key, successor }: RotationFacts,
  { newHash, now, endsAt }: RotationRequest,
): RotationDecision {
  if (key !== null && successor?.hash === newHash) {
    return { status: 'repeated', successor, previous: key };
  }
  if (key === null || !isLive(key, now)) return { status: 'not_live' };
  if (successor !== null && wasRotated(key, successor)) {
    return { status: 'already_rotated', successor, previous: key };
  }
  return {
    status: 'rotated',
    // The new key inherits the successor of the old one.
    successor: { ...key, hash: newHash, createdAt: now, lastUsedAt: null },
    previous: {
      ...key,
      expiresAt: Math.min(endsAt, key.expiresAt ?? Number.POSITIVE_INFINITY),
      successor: newHash,
    },
  };
}

/**
 * Whether the next key of a line replaced this one: then this one ends within a grace. Earlier versions could rotate a
 * key more than once and put all its successors in one line, where only the last was made by a rotation of the key
 * before it.
 */
function wasRotated({ expiresAt }: KeyRow, { createdAt }: KeyRow): boolean {
  return expiresAt !== null && expiresAt <= createdAt + MAX_GRACE_MS;
}
