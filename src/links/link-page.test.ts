import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatPairKey, type Refusal } from './link.ts';
import { cutLinkPage, type LinkPage, selectPage } from './link-page.ts';

const toKey = ({ a, b }: Refusal) => formatPairKey(a, b);
const pair = (n: number): Refusal => ({ a: `kalshi-${n % 97}`, b: `pm-${n}`, reasons: [String(n % 5)] });
const lead = ({ reasons }: Refusal) => String(reasons[0]);

test('pages of a list in no order hold each pair once, in the order of keys, and count all', async () => {
  const numbers = fc.uniqueArray(fc.nat(2_000), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (given, limit, leads) => {
      const pairs = given.map(pair);
      const isWanted = ({ b }: Refusal) => !b.endsWith('7');
      const keyOf = (one: Refusal) => (leads ? `${lead(one)} ${toKey(one)}` : toKey(one));
      const expected = pairs.filter(isWanted).sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
      const read: Refusal[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page: LinkPage<Refusal> = await selectPage(pairs, {
          isWanted,
          lead: leads ? lead : null,
          limit,
          after: after ?? null,
        });
        assert.equal(page.total, expected.length);
        assert.ok(page.rows.length <= limit);
        read.push(...page.rows);
        after = page.nextKey;
      }
      assert.deepEqual(read, expected);
    }),
  );
});

test('a page of links in their order reads its own rows and one more', () => {
  let read = 0;
  const links = (function* () {
    for (const n of [1, 2, 3, 4, 5]) {
      read += 1;
      yield { a: 'kalshi-a', b: `pm-${n}` } as never;
    }
  })();
  const page = cutLinkPage(links, 5, 2);
  assert.deepEqual([page.rows.length, page.total, page.nextKey, read], [2, 5, 'kalshi-a pm-2', 3]);
  assert.equal(cutLinkPage([], 0, 2).nextKey, null);
});

test('a hundred thousand pairs are looked through in turns', async () => {
  const pairs = Array.from({ length: 100_000 }, (_, n) => pair((n * 7_919) % 100_003));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const page = await selectPage(pairs, { isWanted: () => true, lead: null, limit: 100, after: null });
  clearInterval(timer);
  assert.equal(page.total, 100_000);
  assert.ok(turns > 2, String(turns));
});
