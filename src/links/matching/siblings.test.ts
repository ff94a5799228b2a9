import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { readFeatures } from '../reading/features.ts';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { compareSiblings } from './compare.ts';

const side = (asset: string, winner: string, exhaustive: true | null = null) =>
  readFeatures(
    sampleMarket(asset, {
      title: `Will ${winner} win?`,
      eventTitle: 'Boston Celtics vs New York Knicks',
      terms: { answer: winner },
      eventKey: 'game',
      exclusive: true,
      exhaustive,
    }),
    getBuiltInVocabulary(),
  );
const compare = (one: string, two: string, exhaustive: true | null = null) =>
  compareSiblings(side(one, 'Boston Celtics', exhaustive), side(two, 'New York Knicks', exhaustive), 2)
    .relation;

test('two sides of a game without draws are opposite, unless the venue has a third result for them', () => {
  assert.equal(compare('kalshi-nba-bos', 'kalshi-nba-nyk'), 'opposite');
  assert.equal(compare('pm-nba-bos', 'pm-nba-nyk'), 'opposite');
  assert.equal(compare('hl-pred-bos-9069', 'hl-pred-nyk-9071'), null, 'its fallback wins when nobody does');
  assert.equal(compare('hl-pred-bos-9069', 'hl-pred-nyk-9071', true), 'opposite', 'a complete question');
});
