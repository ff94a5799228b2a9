import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarketCache } from './market-cache.ts';

test('a read in the name of an account fails that account alone, and what one has read serves all', async () => {
  const cache = new MarketCache<{ readonly name: string }>({ max: 10, ttl: 60_000 });
  const refuse = async () => {
    throw new Error('the key is refused');
  };
  const reads: string[] = [];
  const read = (account: string) => async () => {
    reads.push(account);
    return { name: 'T-1' };
  };
  const [refused, ...served] = await Promise.allSettled([
    cache.get('T-1', refuse, 'a'),
    cache.get('T-1', read('b'), 'b'),
    cache.get('T-1', read('b'), 'b'),
  ]);
  assert.equal(refused.status, 'rejected');
  assert.ok(served.every(({ status }) => status === 'fulfilled'));
  assert.deepEqual(await cache.get('T-1', refuse, 'a'), { name: 'T-1' });
  assert.deepEqual(reads, ['b'], 'those of one account share a read');
});
