import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { type BinaryState, epochMs } from '../../domain/index.ts';
import { findOutcomeState, normaliseOutcomeMeta } from '../../venues/hyperliquid/normalise-outcomes.ts';
import { readFeatures } from '../reading/features.ts';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { compareMarkets } from './compare.ts';

/** A game of 4 October 2026 as Hyperliquid described it. Tests omit some of its members. */
const COMMANDERS = {
  competition: 'NFL',
  contestType: 'Match',
  countedPlay: 'the full game including overtime',
  officialSource: 'National Football League (NFL)',
  participantA: 'Washington Commanders',
  participantB: 'Indianapolis Colts',
  resolutionDeadline: '20261005-1330',
  scheduledStart: '20261004-1330',
  season: '2026',
  shortNameA: 'WAS',
  shortNameB: 'IND',
  sport: 'Football',
  stage: 'Regular Season',
};
const SKA = {
  ...COMMANDERS,
  competition: 'KHL',
  officialSource: 'KHL',
  countedPlay: 'the full game including overtime and shootouts',
  participantA: 'SKA St. Petersburg',
  participantB: 'Torpedo Nizhny Novgorod',
  shortNameA: 'SKA',
  shortNameB: 'TOR',
  sport: 'Ice Hockey',
};
type Contest = Partial<typeof COMMANDERS>;

function outcome(contest: Contest): BinaryState {
  const row = {
    outcome: 6208,
    name: 'template:sportsContestWinner',
    description: Object.entries(contest)
      .map(([key, value]) => `${key}:${value}`)
      .join('|'),
    sideSpecs: [{ name: 'template:{shortNameA}' }, { name: 'template:{shortNameB}' }],
    quoteToken: 'USDC',
  };
  const [market] = normaliseOutcomeMeta({ outcomes: [row], questions: [] }, new Map());
  assert.ok(market !== undefined);
  const quote = { touch: null, isTouchFresh: false, mid: null, lastPrice: null, volume24hUsd: null };
  return findOutcomeState(market, { ...quote, volumeCounter: null, polled: null, carried: false }, new Set());
}

function gamma(title: string, league: string, startsAt = Date.UTC(2026, 9, 4, 13, 30)): BinaryState {
  const [first = '', second = ''] = title.split(' vs. ');
  return sampleMarket('pm-game', {
    title,
    eventTitle: title,
    outcomes: [first, second],
    endDate: new Date(startsAt).toISOString(),
    rules: `In the upcoming ${league} game, scheduled for October 4 at 9:30AM ET:\nIf ${first} wins, the market will resolve to "${first}".\nIf ${second} wins, the market will resolve to "${second}".\nIf the game is postponed, this market will remain open until the game has been completed.\nThe result will be determined based on the final score including any overtime periods.`,
    terms: { contestKind: 'moneyline', startsAt: epochMs(startsAt) },
  });
}

function kalshi(series: string, sides: string, yes: string, league: string): BinaryState {
  const state = sampleMarket('kalshi-game', {
    title: `${sides} Winner?`,
    eventTitle: sides,
    eventKey: `${series}-26OCT04XXXYYY`,
    exclusive: true,
    endDate: '2026-10-04T16:30:00Z',
    rules: `If ${yes} wins the ${sides} professional ${league} game originally scheduled for Oct 4, 2026, then the market resolves to Yes.`,
    terms: { series, answer: yes },
  });
  return { ...state, ticker: { ...state.ticker, venueId: `${series}-26OCT04XXXYYY-XXX` } };
}

function relate(one: BinaryState, two: BinaryState) {
  const [a, b] = [one, two].map((state) => readFeatures(state, getBuiltInVocabulary()));
  assert.ok(a !== undefined && b !== undefined);
  return compareMarkets(a, b, { a: 1, b: 2 }).relation;
}

const without = (contest: Contest, ...members: (keyof Contest)[]): Contest =>
  Object.fromEntries(Object.entries(contest).filter(([key]) => !members.includes(key as keyof Contest)));

const NFL = gamma('Commanders vs. Colts', 'NFL');
const KHL = gamma('SKA St. Petersburg vs. Torpedo Nizhny Novgorod', 'KHL');
const KALSHI_NFL = kalshi('KXNFLGAME', 'Washington at Indianapolis', 'Washington', 'football');
const KALSHI_KHL = kalshi(
  'KXKHLGAME',
  'SKA St. Petersburg at Torpedo Nizhny Novgorod',
  'SKA St. Petersburg',
  'KHL hockey',
);

test('the short names of an outcome stand for its participants', () => {
  assert.deepEqual(outcome(COMMANDERS).terms.sides, ['Washington Commanders', 'Indianapolis Colts']);
  assert.equal(relate(outcome(COMMANDERS), NFL), 'same');
  assert.equal(relate(outcome(COMMANDERS), KALSHI_NFL), 'same');
  assert.equal(relate(outcome(COMMANDERS), gamma('Colts vs. Commanders', 'NFL')), 'opposite');
  assert.equal(relate(outcome(SKA), KHL), 'same');
  assert.equal(relate(outcome(SKA), KALSHI_KHL), 'same');
});

test('a game whose league the venue does not name is known by its two sides, its day and its minute', () => {
  const bare = without(SKA, 'competition', 'officialSource', 'season', 'stage');
  assert.equal(relate(outcome(bare), KHL), 'same');
  // The sides identify the league, because these teams play in one league only.
  const roster = without(COMMANDERS, 'competition', 'officialSource', 'season', 'stage');
  assert.equal(relate(outcome(roster), NFL), 'same');
  assert.equal(relate(outcome(roster), KALSHI_NFL), 'same');
  // Kalshi does not state the minute, and clubs with these names may have more than one team.
  assert.equal(relate(outcome(bare), KALSHI_KHL), 'related');
});

test('what a game pays that is not played is said where the venues differ', () => {
  const [a, b] = [NFL, KALSHI_NFL].map((state) =>
    readFeatures(
      {
        ...state,
        rules:
          state === NFL
            ? `${state.rules}\nIf the game is canceled entirely, with no make-up game, this market will resolve 50-50.`
            : `${state.rules} If the cancelled game is not played or is rescheduled further than two weeks out, the market will resolve to a fair price for each team in accordance with the rules.`,
      },
      getBuiltInVocabulary(),
    ),
  );
  assert.ok(a !== undefined && b !== undefined);
  const { relation, differences, refusals } = compareMarkets(a, b, { a: 1, b: 2 });
  assert.deepEqual(refusals, []);
  assert.equal(relation, 'same');
  assert.deepEqual(differences, [
    'A contest that is not played pays “50-50” on one venue and “fair price” on the other.',
    'Only one venue waits no longer than two weeks for a contest.',
  ]);
});

test('another half, minute, day, side or league is another game', () => {
  const bare = without(SKA, 'competition', 'officialSource', 'season', 'stage');
  const others: readonly (readonly [Contest, BinaryState])[] = [
    [{ ...COMMANDERS, countedPlay: 'the first half' }, NFL],
    [{ ...COMMANDERS, countedPlay: 'regulation time only' }, NFL],
    [{ ...COMMANDERS, contestType: 'First half' }, NFL],
    [{ ...COMMANDERS, participantB: 'Indiana Hoosiers', shortNameB: 'IU' }, NFL],
    [{ ...COMMANDERS, scheduledStart: '20261011-1330', resolutionDeadline: '20261012-1330' }, NFL],
    [{ ...bare, scheduledStart: '20261004-1400' }, KHL],
    [{ ...bare, participantA: 'SKA-1946 St. Petersburg' }, KHL],
    [{ ...SKA, competition: 'MHL' }, KHL],
    [{ ...SKA, countedPlay: '60 minutes' }, KALSHI_KHL],
  ];
  for (const [contest, other] of others) {
    const relation = relate(outcome(contest), other);
    const text = Object.values(contest).join(', ');
    assert.ok(relation === null || relation === 'related', `${text}: ${relation}`);
  }
});
