import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../domain/index.ts';

const UID_BYTES = 16;

export interface OwnerUidOptions {
  /** Secret of the operator: the same owner has the same id wherever this secret is set. null: ids are random. */
  readonly secret: string | null;
  /** The id with which an owner was given addresses before; null: none is known. */
  readonly findTold: (owner: string) => Uint8Array | null;
  readonly random: RandomBytes;
}

/**
 * The id of a new owner, from which the owner's deposit addresses follow. It cannot be guessed from the owner's name, which
 * the public salt of an address would allow otherwise.
 */
export function createOwnerUid(owner: string, { secret, findTold, random }: OwnerUidOptions): Uint8Array {
  const told = findTold(owner);
  if (told !== null) return told;
  if (secret === null) return random(UID_BYTES);
  return Uint8Array.from(
    createHmac('sha256', secret).update(`owner:${owner}`).digest().subarray(0, UID_BYTES),
  );
}
