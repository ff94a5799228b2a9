import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPath, hashLeaf, hashNode, hashTree } from './merkle-tree.ts';

/** Leaves of the published test vectors for certificate transparency logs. */
const PUBLISHED = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];

test('roots are those of the published vectors', () => {
  const hashes = PUBLISHED.map((hex) => hashLeaf(Buffer.from(hex, 'hex')));
  const root = (count: number) => hashTree(hashes.slice(0, count)).toString('hex');
  assert.equal(root(0), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(root(1), '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  assert.equal(root(8), '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

test('a path leads from each leaf to the root, and from no other leaf', () => {
  for (let count = 1; count <= 40; count++) {
    const hashes = Array.from({ length: count }, (_, i) => hashLeaf(Buffer.from(`leaf ${i}`)));
    const root = hashTree(hashes);
    for (let index = 0; index < count; index++) {
      const path = findPath(hashes, index);
      assert.ok(climb(hashes[index]!, index, count, path).equals(root), `${index} of ${count}`);
      assert.ok(!climb(hashLeaf(Buffer.from('forged')), index, count, path).equals(root));
    }
  }
});

/**
 * Computes the root from a leaf, its index and its path, as a reader does who knows nothing else (RFC 9162, 2.1.3.2).
 */
function climb(leaf: Buffer, index: number, count: number, path: readonly Buffer[]): Buffer {
  let [at, last, hash] = [index, count - 1, leaf];
  for (const beside of path) {
    if (at % 2 === 1 || at === last) {
      hash = hashNode(beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = hashNode(hash, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return hash;
}
