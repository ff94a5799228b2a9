import assert from 'node:assert/strict';
import test from 'node:test';
import { isFirm } from '../link.ts';
import { readFeatures } from '../reading/features.ts';
import { sampleMarket } from '../sample-markets.ts';
import { builtInVocabulary } from '../vocabulary/vocabulary.ts';
import { compareMarkets } from './compare.ts';

/** One side of a pair: what it asks, and the rules where they matter. */
type Asked = readonly [title: string, rules?: string];

const HIGHER =
  'If the reported value falls exactly between two brackets, then this market will resolve to the higher range bracket.';
const when = (condition: string) => `If ${condition}, then the market resolves to Yes.`;

/** Each trap with a pair that it must not catch, so that a refusal for another reason is noticed. */
const TRAPS: readonly (readonly [name: string, one: Asked, trap: Asked, twin: Asked])[] = [
  [
    'the edge of a bracket',
    ['Will Tesla deliver more than 300k cars in 2026?', HIGHER],
    ['Will Tesla deliver more than 300,000 cars in 2026?'],
    ['Will Tesla deliver at least 300,000 cars in 2026?'],
  ],
  [
    'core inflation',
    ['Will CPI inflation exceed 3% in November 2026?', when('CPI inflation exceeds 3% in November 2026')],
    [
      'Will CPI inflation exceed 3% in November 2026?',
      when('core CPI inflation exceeds 3% in November 2026'),
    ],
    ['Will CPI inflation exceed 3% in November 2026?'],
  ],
  [
    'a year against a month',
    ['Will CPI inflation exceed 3% in November 2026?', when('CPI inflation exceeds 3% in November 2026')],
    [
      'Will CPI inflation exceed 3% in November 2026?',
      when('year-over-year CPI inflation exceeds 3% in November 2026'),
    ],
    ['Will CPI inflation exceed 3% in November 2026?'],
  ],
  [
    'seasonal adjustment',
    ['Will CPI inflation exceed 3% in November 2026?', when('CPI inflation exceeds 3% in November 2026')],
    [
      'Will CPI inflation exceed 3% in November 2026?',
      when('seasonally adjusted CPI inflation exceeds 3% in November 2026'),
    ],
    ['Will CPI inflation exceed 3% in November 2026?'],
  ],
  [
    'an acting or interim office',
    [
      'Will Jane Doe be prime minister of Japan in 2027?',
      when('Jane Doe is prime minister of Japan in 2027'),
    ],
    [
      'Will Jane Doe be prime minister of Japan in 2027?',
      when('Jane Doe is acting or interim prime minister of Japan in 2027'),
    ],
    ['Jane Doe prime minister of Japan in 2027?'],
  ],
  [
    'an office after an election',
    [
      'Will Jane Doe be prime minister of Japan in 2027?',
      when('Jane Doe is prime minister of Japan in 2027'),
    ],
    [
      'Will Jane Doe be prime minister of Japan in 2027?',
      when('Jane Doe is prime minister of Japan following the next general election in 2027'),
    ],
    ['Jane Doe prime minister of Japan in 2027?'],
  ],
  [
    'another currency',
    ['Will the ticket cost more than $500 in 2026?'],
    ['Will the ticket cost more than €500 in 2026?'],
    ['Will the ticket cost more than $500 in 2026?'],
  ],
  [
    'another currency in words',
    ['Will the ticket cost more than $500 in 2026?'],
    ['Will the ticket cost more than 500 euros in 2026?'],
    ['Will the ticket cost more than $500 in 2026?'],
  ],
];

for (const [name, one, trap, twin] of TRAPS) {
  test(`${name} makes another question`, () => {
    assert.equal(isFirm(findRelation(one, trap) ?? ''), false);
    assert.equal(isFirm(findRelation(trap, one) ?? ''), false);
    assert.equal(findRelation(one, twin), 'same');
  });
}

function findRelation(one: Asked, two: Asked): string | null {
  return compareMarkets(toFeatures('pm-a', one), toFeatures('kalshi-b', two)).relation;
}

function toFeatures(asset: string, [title, rules]: Asked) {
  const ends = '2027-12-31T23:59:00Z';
  const market = sampleMarket(asset, { title, ...(rules === undefined ? {} : { rules }), endDate: ends });
  return readFeatures(market, builtInVocabulary());
}
