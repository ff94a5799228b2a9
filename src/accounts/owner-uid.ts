import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../domain/index.ts';

const UID_BYTES = 16;

export interface OwnerUidOptions {
  /**
   * Secret of the operator, from which ids are computed, so that an owner has the same id in every database. null: ids
   * are random.
   */
  readonly secret: string | null;
  /** Finds the id for which an owner was assigned addresses before; null: none is known. */
  readonly findTold: (owner: string) => Uint8Array | null;
  readonly random: RandomBytes;
}

/**
 * Creates the id of a new owner, from which the owner's deposit addresses are computed. The id cannot be guessed from
 * the owner's name; otherwise the public salt of an address would reveal whose it is.
 */
export function createOwnerUid(owner: string, { secret, findTold, random }: OwnerUidOptions): Uint8Array {
  const told = findTold(owner);
  if (told !== null) return told;
  if (secret === null) return random(UID_BYTES);
  return Uint8Array.from(
    createHmac('sha256', secret).update(`owner:${owner}`).digest().subarray(0, UID_BYTES),
  );
}
