import type { EpochMs } from '../../domain/index.ts';
import type { KeyRow } from '../rows.ts';
import { isLive, MAX_GRACE_MS } from './keys.ts';

export interface RotationFacts {
  /** Row of the key to rotate; null: the key is unknown. */
  readonly key: KeyRow | null;
  /** Row of the key that replaced it; null: it has not been replaced. */
  readonly successor: KeyRow | null;
}

export interface RotationRequest {
  /** Hash of the new key. */
  readonly newHash: string;
  /** Present time, epoch ms. */
  readonly now: EpochMs;
  /** Latest time at which the old key ends, epoch ms. */
  readonly endsAt: number;
}

export type RotationDecision =
  | { readonly status: 'not_live' }
  | { readonly status: 'already_rotated'; readonly successor: KeyRow; readonly previous: KeyRow }
  /** The same rotation was stored before; nothing changes. */
  | { readonly status: 'repeated'; readonly successor: KeyRow; readonly previous: KeyRow }
  /** `successor`: row of the new key. `previous`: changed row of the old key. */
  | { readonly status: 'rotated'; readonly successor: KeyRow; readonly previous: KeyRow };

/** Decides the rotation of a key. Writes nothing. The new key keeps owner, tier, venues, label, expiry and bot. */
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
    // A successor that the old key already had becomes the successor of the new key.
    successor: { ...key, hash: newHash, createdAt: now, lastUsedAt: null },
    previous: {
      ...key,
      expiresAt: Math.min(endsAt, key.expiresAt ?? Number.POSITIVE_INFINITY),
      successor: newHash,
    },
  };
}

/**
 * Whether a successor was made by a rotation of this key, which then ends within the grace time. Earlier versions could
 * rotate a key repeatedly and chained all its successors, so the next key in the chain may come from another rotation.
 */
function wasRotated({ expiresAt }: KeyRow, { createdAt }: KeyRow): boolean {
  return expiresAt !== null && expiresAt <= createdAt + MAX_GRACE_MS;
}
