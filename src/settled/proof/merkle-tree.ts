import { createHash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** Computes the hash of a leaf. */
export function hashLeaf(leaf: Uint8Array): Buffer {
  return sha256(LEAF, leaf);
}

/** Computes the hash of an inner node from the hashes of its two children. */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** Computes the SHA-256 hash of the concatenated parts. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Computes the root of a Merkle tree from the hashes of its leaves. Without leaves, the root is the hash of nothing.
 *
 * Source: B. Laurie, A. Langley, E. Kasper, RFC 6962, Certificate Transparency, 2013.
 */
export function hashTree(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256();
  if (hashes.length === 1) return hashes[0]!;
  const left = leftCount(hashes.length);
  return hashNode(hashTree(hashes.slice(0, left)), hashTree(hashes.slice(left)));
}

/** Finds the sibling hashes on the path from a leaf to the root, lowest first. */
export function findPath(hashes: readonly Buffer[], index: number): Buffer[] {
  if (hashes.length <= 1) return [];
  const left = leftCount(hashes.length);
  if (index < left) return [...findPath(hashes.slice(0, left), index), hashTree(hashes.slice(left))];
  return [...findPath(hashes.slice(left), index - left), hashTree(hashes.slice(0, left))];
}

/** Computes the number of leaves in the left subtree, which is the largest power of two below the total number. */
function leftCount(leaves: number): number {
  return 2 ** Math.ceil(Math.log2(leaves) - 1);
}
