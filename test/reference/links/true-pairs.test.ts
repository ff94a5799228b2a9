import assert from 'node:assert/strict';
import test from 'node:test';
import { isFirm } from '../../../src/links/link.ts';
import { compareMarkets } from '../../../src/links/matching/compare.ts';
import { readFeatures } from '../../../src/links/reading/features.ts';
import { getBuiltInVocabulary } from '../../../src/links/vocabulary/vocabulary.ts';
import { sampleMarket } from '../../support/sample-markets.ts';
import { type LabelledTexts, TITLES_IN_PARTS, TRAPS_IN_FORMS, TRUE_PAIRS } from './true-pairs.ts';

/** Of 25 pairs of these kinds none was found before the forms of their sentences were known. */
const MIN_RECALL = 0.85;

function compare({ pm, kalshi }: Pick<LabelledTexts, 'pm' | 'kalshi'>) {
  const read = (asset: string, listing: LabelledTexts['pm']) =>
    readFeatures(sampleMarket(asset, listing), getBuiltInVocabulary());
  return compareMarkets(read('pm-one', pm), read('kalshi-two', kalshi));
}

test('pairs with the whole of their rules are found, none wrongly', () => {
  let labelled = 0;
  let right = 0;
  for (const pair of TRUE_PAIRS) {
    const { relation, confidence, refusals } = compare(pair);
    const isClaimed = relation !== null && isFirm(relation);
    if (isClaimed) assert.equal(relation, pair.label, `${pair.pm.title} | ${pair.kalshi.title}`);
    if (!isFirm(pair.label)) continue;
    labelled += 1;
    if (isClaimed && confidence >= 0.9) right += 1;
    else assert.notEqual(refusals.length, 0, pair.pm.title);
  }
  assert.ok(right >= MIN_RECALL * labelled, `${right} of ${labelled}`);
});

test('a sentence in the form of a harmless one that restricts something makes the pair another', () => {
  for (const [title, sentence] of TRAPS_IN_FORMS) {
    const pair = TRUE_PAIRS.find(({ pm, label }) => title.test(pm.title) && isFirm(label));
    assert.ok(pair !== undefined, String(title));
    const { relation } = compare(pair);
    assert.equal(relation, pair.label, `without the sentence: ${pair.pm.title}`);
    for (const side of ['pm', 'kalshi'] as const) {
      const trapped = { ...pair, [side]: { ...pair[side], rules: `${pair[side].rules}\n\n${sentence}` } };
      const found = compare(trapped).relation;
      assert.ok(found === null || !isFirm(found), `${pair.pm.title} (${side}): ${sentence}`);
    }
  }
});

test('a copy of a listing with its rules is the same where the venue words its title in two parts', () => {
  const rules = (text: string) => text.replaceAll('\n\n', '\n ');
  const read = (asset: string, listing: LabelledTexts['pm']) =>
    readFeatures(sampleMarket(asset, listing), getBuiltInVocabulary());
  for (const { whole, parts } of TITLES_IN_PARTS) {
    const copy = { ...parts, rules: rules(whole.rules) };
    const { relation, refusals } = compareMarkets(read('pm-one', whole), read('limitless-two', copy));
    assert.equal(relation, 'same', `${whole.title}: ${refusals.join(' ')}`);
    const later = { ...copy, ...(parts.other ?? {}) };
    const apart = compareMarkets(read('pm-one', whole), read('limitless-two', later)).relation;
    assert.ok(apart === null || !isFirm(apart), whole.title);
  }
});
