import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { isFirm } from '../link.ts';
import { readFeatures } from '../reading/features.ts';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { compareMarkets } from './compare.ts';

/** One side of a pair: its question, and its rules where they matter. */
type Asked = readonly [title: string, rules?: string];

const HIGHER =
  'If the reported value falls exactly between two brackets, then this market will resolve to the higher range bracket.';
const when = (condition: string) => `If ${condition}, then the market resolves to Yes.`;

/** Traps, each with a similar pair that must be linked, so that a refusal for another reason is noticed. */
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
  [
    'an announcement',
    ['Oasis album in 2026?', when('Oasis releases an album before Jan 1, 2027')],
    ['Oasis album in 2026?', when('Oasis announces or releases an album before Jan 1, 2027')],
    ['Will there be an Oasis album in 2026?', when('Oasis releases an album in 2026')],
  ],
  [
    'an exception',
    ['Will Jane Doe be released in 2026?', when('Jane Doe is released in 2026')],
    [
      'Will Jane Doe be released in 2026?',
      `${when('Jane Doe is released in 2026')} Release to home confinement does not count.`,
    ],
    ['Jane Doe released in 2026?', when('Jane Doe is released in 2026')],
  ],
  [
    'what a board leaves out',
    ['Will Acme have the top model in 2026?', when('Acme has the top model on the board in 2026')],
    [
      'Will Acme have the top model in 2026?',
      when('Acme has the top model on the board without style control in 2026'),
    ],
    ['Will Acme have the top model in 2026?', when('Acme has the top model on the board in 2026')],
  ],
  [
    'who decides',
    [
      'Will 2026 be the hottest year on record?',
      when('2026 is the hottest year on record according to NASA GISTEMP'),
    ],
    [
      'Will 2026 be the hottest year on record?',
      when('2026 is the hottest year on record according to Copernicus ERA5'),
    ],
    [
      'Will 2026 be the hottest year on record?',
      when('2026 is the hottest year on record according to NASA GISTEMP'),
    ],
  ],
  [
    'how long it has to hold',
    ['Will there be a ceasefire in Arden in 2026?', when('there is a ceasefire in Arden in 2026')],
    [
      'Will there be a ceasefire in Arden in 2026?',
      when('there is a ceasefire in Arden for 30 days in 2026'),
    ],
    ['Ceasefire in Arden in 2026?', when('there is a ceasefire in Arden in 2026')],
  ],
  [
    'first place',
    ['Will Jane Doe win the 2026 Arden primary?'],
    ['Will Jane Doe finish first in the 2026 Arden primary?'],
    ['Jane Doe wins the 2026 Arden primary?'],
  ],
  [
    'the start of a window',
    ['Will Jane Doe post 60-79 times from April 3 to April 10, 2026?'],
    ['Will Jane Doe post 60-79 times from April 8 to April 10, 2026?'],
    ['Jane Doe to post 60-79 times from April 3 to April 10, 2026?'],
  ],
  [
    'a verdict of not guilty',
    ['Will Jane Doe be found guilty in 2026?'],
    ['Will Jane Doe be found not guilty in 2026?'],
    ['Jane Doe found guilty in 2026?'],
  ],
  [
    'a work of another year',
    ['Will "1989" be the album of the year in 2026?'],
    ['Will "1984" be the album of the year in 2026?'],
    ['Is "1989" the album of the year in 2026?'],
  ],
  [
    'a person whose name is a month',
    ['Will Jan Roe resign in 2026?'],
    ['Will Jane Roe resign in 2026?'],
    ['Jan Roe to resign in 2026?'],
  ],
  [
    'the next value of a figure in tenths',
    ['Will the unemployment rate (U-3) be above 4.5% in November 2026?'],
    ['Will the unemployment rate be at least 4.5% in November 2026?'],
    ['Will the unemployment rate be at least 4.6% in November 2026?'],
  ],
];

for (const [name, one, trap, twin] of TRAPS) {
  test(`${name} makes another question`, () => {
    assert.equal(isFirm(findRelation(one, trap) ?? ''), false);
    assert.equal(isFirm(findRelation(trap, one) ?? ''), false);
    assert.equal(findRelation(one, twin), 'same');
    assert.equal(findRelation(twin, one), 'same');
  });
}

test('rules that no side or only one states leave a link that carries no money', () => {
  const rules = when('Jane Doe is released in 2026');
  const confidences = [
    [rules, rules],
    [rules, undefined],
    [undefined, undefined],
  ].map(([one, two]) => {
    const title = 'Will Jane Doe be released in 2026?';
    const asked = (text: string | undefined): Asked => (text === undefined ? [title] : [title, text]);
    return compareMarkets(toFeatures('pm-a', asked(one)), toFeatures('kalshi-b', asked(two))).confidence;
  });
  assert.deepEqual(
    confidences.map((confidence) => confidence >= 0.9),
    [true, false, false],
  );
});

test('a month is the days before the next one for the market of that month alone', () => {
  const read = (ticker: string) => {
    const market = sampleMarket('kalshi-b', {
      title: 'Trump and Jane Doe meet before Feb 1, 2026?',
      eventKey: ticker,
      endDate: '2026-02-01T04:59:00Z',
    });
    return readFeatures(market, getBuiltInVocabulary());
  };
  const month = readFeatures(
    sampleMarket('pm-a', {
      title: 'Will Trump meet Jane Doe in January 2026?',
      endDate: '2026-01-31T00:00:00Z',
    }),
    getBuiltInVocabulary(),
  );
  assert.equal(compareMarkets(month, read('KXMEET-26JAN')).relation, 'same');
  assert.notEqual(compareMarkets(month, read('KXMEET-25DEC')).relation, 'same');
});

function findRelation(one: Asked, two: Asked): string | null {
  return compareMarkets(toFeatures('pm-a', one), toFeatures('kalshi-b', two)).relation;
}

function toFeatures(asset: string, [title, rules]: Asked) {
  const ends = '2027-12-31T23:59:00Z';
  const market = sampleMarket(asset, { title, ...(rules === undefined ? {} : { rules }), endDate: ends });
  return readFeatures(market, getBuiltInVocabulary());
}
