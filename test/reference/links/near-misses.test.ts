import assert from 'node:assert/strict';
import test from 'node:test';
import { isFirm, isTraded } from '../../../src/links/link.ts';
import { LinkIndex } from '../../../src/links/link-index.ts';
import { sampleMarket } from '../../support/sample-markets.ts';
import { type Listing, NEAR_MISSES, ONE_WORD_APART } from './near-misses.ts';

async function match(one: Listing, two: Listing) {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([sampleMarket('pm-one', one), sampleMarket('kalshi-two', two)]);
  return { link: index.listLinks()[0], refused: index.listRefused()[0]?.reasons };
}

test(`${NEAR_MISSES.length} pairs that nearly ask the same are not the same`, async () => {
  for (const { kind, one, trap } of NEAR_MISSES) {
    const { link } = await match(one, trap);
    const isClaimed = link !== undefined && isFirm(link.relation);
    assert.ok(!isClaimed, `${kind}: ${one.title} | ${trap.title} | ${trap.rules.slice(0, 200)}`);
  }
});

test('without what makes them another question they are the same', async () => {
  for (const { kind, one, twin } of NEAR_MISSES) {
    if (twin === undefined) continue;
    const { link, refused } = await match(one, twin);
    const isLinked = link !== undefined && isTraded(link);
    assert.ok(
      isLinked,
      `${kind}: ${twin.title}: ${[...(refused ?? []), ...(link?.differences ?? [])].join(' ')}`,
    );
  }
});

test('rules that are equal but for one word are not the same rules', async () => {
  for (const { title, rules, words } of ONE_WORD_APART) {
    const { link: equal } = await match({ title, rules }, { title, rules });
    assert.equal(equal?.relation, 'same', `${title}: ${equal?.differences}`);
    for (const [word, other] of words) {
      const changed = rules.replace(word, other);
      assert.notEqual(changed, rules, word);
      for (const [one, two] of [
        [rules, changed],
        [changed, rules],
      ] as const) {
        const { link } = await match({ title, rules: one }, { title, rules: two });
        assert.ok(link === undefined || !isFirm(link.relation), `${title}: ${word} became ${other}`);
      }
    }
  }
});
