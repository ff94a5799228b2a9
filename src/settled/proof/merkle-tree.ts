import { createHash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** Hash of a leaf. */
export function hashLeaf(leaf: Uint8Array): Buffer {
  return sha256(LEAF, leaf);
}

/** Hash of a node over two others. */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** Computes the SHA-256 of the parts, one behind the other. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Root of a Merkle tree over hashes of leaves; of none, the hash of nothing.
 *
 * Source: B. Laurie, A. Langley, E. Kasper, RFC 6962, Certificate Transparency, 2013.
 */
export function hashTree(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256();
  if (hashes.length === 1) return hashes[0]!;
  const left = leftCount(hashes.length);
  return hashNode(hashTree(hashes.slice(0, left)), hashTree(hashes.slice(left)));
}

/** Hashes beside the way from a leaf up to the root, the lowest first. */
export function findPath(hashes: readonly Buffer[], index: number): Buffer[] {
  if (hashes.length <= 1) return [];
  const left = leftCount(hashes.length);
  if (index < left) return [...findPath(hashes.slice(0, left), index), hashTree(hashes.slice(left))];
  return [...findPath(hashes.slice(left), index - left), hashTree(hashes.slice(0, left))];
}

/** Number of leaves of the left part: the largest power of two below the number of all. */
function leftCount(leaves: number): number {
  return 2 ** Math.ceil(Math.log2(leaves) - 1);
}
