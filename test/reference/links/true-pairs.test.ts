import assert from 'node:assert/strict';
import test from 'node:test';
import { isFirm } from '../../../src/links/link.ts';
import { compareMarkets } from '../../../src/links/matching/compare.ts';
import { readFeatures } from '../../../src/links/reading/features.ts';
import { getBuiltInVocabulary } from '../../../src/links/vocabulary/built-in.ts';
import { rounds } from '../../support/long-tests.ts';
import { seededRandom } from '../../support/random.ts';
import { sampleMarket } from '../../support/sample-markets.ts';
import { CLAUSES, RESTRICTING } from './planted.ts';
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

/** Frames of sentences that restrict nothing, into which a clause is put that does. */
const FRAMES: readonly ((clause: string) => string)[] = [
  (clause) => `This is a market on whether the listed candidate wins ${clause}.`,
  (clause) => `This market will resolve according to the winner ${clause}.`,
  (clause) => `This market will resolve to the individual who wins ${clause}.`,
  (clause) => `This market may resolve as soon as the result is known ${clause}.`,
  (clause) => `If the result is not known ${clause}, this market will resolve to "No".`,
  (clause) => `If the award is not announced ${clause}, this market will resolve to "Other".`,
  (clause) =>
    `If it becomes impossible for the listed team to win ${clause}, this market will resolve to "No".`,
  (clause) => `If the listed candidate wins ${clause}, this market will resolve to "Yes".`,
  (clause) => `If the election is canceled or not held ${clause}, this market will resolve to "No".`,
  (clause) => `If there is ambiguity, this market will resolve based on the official results ${clause}.`,
  (clause) => `The resolution source is the official result ${clause}.`,
  (clause) => `This market includes any potential second round ${clause}.`,
  (clause) => `Otherwise, it resolves to No ${clause}.`,
  (clause) => `The listed candidate is scheduled to take place at the arena ${clause}.`,
  (clause) => `If the game ends in a tie, the market will resolve to "Tie" ${clause}.`,
  (clause) => `If the game is postponed, this market will remain open until the game is played ${clause}.`,
  (clause) =>
    `Any replacement of the nominee before election day ${clause} will not change the resolution of the market.`,
];

/** A clause that no frame makes a sentence of. */
const FITS_NO_FRAME = 'or is named as a finalist';

test('a clause that restricts is noticed in the frame of a harmless sentence too', () => {
  const random = seededRandom(20_261_129);
  const share = rounds(3, 100) / 100;
  const restricting = Object.values(RESTRICTING).flat();
  const clauses = CLAUSES.filter((clause) => clause !== FITS_NO_FRAME);
  const planted = [...restricting, ...FRAMES.flatMap((frame) => clauses.map(frame))];
  const accepted: string[] = [];
  for (const pair of TRUE_PAIRS.filter((one) => isFirm(one.label) && compare(one).relation === one.label)) {
    for (const side of ['pm', 'kalshi'] as const) {
      for (const sentence of planted) {
        if (random() > share) continue;
        const { relation } = compare({
          ...pair,
          [side]: { ...pair[side], rules: `${pair[side].rules}\n\n${sentence}` },
        });
        if (relation !== null && isFirm(relation)) accepted.push(`${pair.pm.title} (${side}): ${sentence}`);
      }
    }
  }
  assert.deepEqual(accepted, []);
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
