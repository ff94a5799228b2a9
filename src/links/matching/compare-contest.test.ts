import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { type BinaryState, epochMs } from '../../domain/index.ts';
import { readFeatures } from '../reading/features.ts';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { compareMarkets } from './compare.ts';

const KICK_OFF = '2026-01-30T20:00:00Z';
const AFTER_90 =
  'This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.';

/** Builds a market of Polymarket about a club's win, as the venue lists it. */
function gamma(slug: string, more: { kickOff?: string; series?: string; rules?: string } = {}): BinaryState {
  const { kickOff = KICK_OFF, series = 'la-liga-2025', rules = AFTER_90 } = more;
  return sampleMarket(`pm-${slug}`, {
    title: 'Will Deportivo Alavés win on 2026-01-30?',
    eventTitle: 'RCD Espanyol de Barcelona vs. Deportivo Alavés',
    eventKey: '7',
    endDate: kickOff,
    rules: `In the upcoming game, scheduled for January 30, 2026. ${rules}`,
    terms: {
      series,
      contestKind: 'moneyline',
      startsAt: epochMs(Date.parse(kickOff)),
      answer: 'Deportivo Alavés',
    },
  });
}

/** Builds the same market of Kalshi, which states when the game is expected to end. */
function kalshi(
  ticker: string,
  more: { league?: string; title?: string; answer?: string } = {},
): BinaryState {
  const { league = 'professional La Liga soccer', title = 'Espanyol vs Alaves', answer = 'Alaves' } = more;
  const state = sampleMarket(`kalshi-${ticker.toLowerCase()}`, {
    title: `${title} Winner?`,
    eventTitle: title,
    eventKey: ticker.replace(/-[A-Z]+$/, ''),
    exclusive: true,
    endDate: '2026-01-30T23:00:00Z',
    rules: `If ${answer} wins the ${title} ${league} game originally scheduled for Jan 30, 2026 after 90 minutes plus stoppage time, then the market resolves to Yes.`,
    terms: { series: ticker.split('-', 1)[0]!, answer },
  });
  return { ...state, ticker: { ...state.ticker, venueId: ticker } };
}

const OWN = 'KXLALIGAGAME-26JAN30ESPALA-ALA';

function relate(one: BinaryState, two: BinaryState) {
  const [a, b] = [one, two].map((state) => readFeatures(state, getBuiltInVocabulary()));
  assert.ok(a !== undefined && b !== undefined);
  const there = compareMarkets(a, b, { a: 1, b: 2 });
  assert.equal(compareMarkets(b, a, { a: 2, b: 1 }).relation, there.relation);
  return there;
}

test('codes and day of both identifiers name a game whose clubs are written differently', () => {
  const found = relate(gamma('lal-esp-ala-2026-01-30-ala'), kalshi(OWN));
  assert.equal(found.relation, 'same');
  assert.ok(found.confidence >= 0.9);
});

for (const [name, one, two] of [
  ['another day', gamma('lal-esp-ala-2026-01-30-ala'), kalshi('KXLALIGAGAME-26FEB08ESPALA-ALA')],
  [
    'another hour of the day',
    gamma('lal-esp-ala-2026-01-30-ala', { kickOff: '2026-01-30T13:00:00Z' }),
    kalshi(OWN),
  ],
  [
    'another competition',
    gamma('lal-esp-ala-2026-01-30-ala'),
    kalshi('KXCOPADELREYGAME-26JAN30ESPALA-ALA', { league: 'Copa del Rey soccer' }),
  ],
  [
    'a competition that one does not name',
    gamma('will-alaves-win', { series: '' }),
    kalshi('KXSOMELEAGUEGAME-26JAN30ESPALA-ALA', { league: 'Some League soccer' }),
  ],
  [
    'women against men',
    gamma('lal-esp-ala-2026-01-30-ala'),
    kalshi(OWN, { league: "professional women's La Liga soccer" }),
  ],
  [
    'codes of two whose names both differ',
    gamma('lal-esp-ala-2026-01-30-ala'),
    kalshi(OWN, { title: 'Estudiantes vs Alania', answer: 'Alania' }),
  ],
  [
    'overtime against regulation time',
    gamma('lal-esp-ala-2026-01-30-ala', { rules: 'The result includes any overtime: including overtime.' }),
    kalshi(OWN),
  ],
] as const) {
  test(`${name} is no link that carries money`, () => {
    const { relation } = relate(one, two);
    assert.ok(relation !== 'same' && relation !== 'opposite', String(relation));
  });
}

test('an hour that one venue does not state takes a link out of trading', () => {
  const noHour = { ...gamma('lal-esp-ala-2026-01-30-ala', { kickOff: '2026-01-30T00:00:00Z' }) };
  const found = relate({ ...noHour, terms: { ...noHour.terms, startsAt: null } }, kalshi(OWN));
  assert.equal(found.relation, 'same');
  assert.ok(found.confidence < 0.9);
});

test('the hour in a ticker tells two games of one day apart', () => {
  const game = (ticker: string) => kalshi(ticker, { title: 'Espanyol vs Alaves' });
  const own = gamma('lal-esp-ala-2026-01-30-ala');
  assert.equal(relate(own, game('KXLALIGAGAME-26JAN301500ESPALA-ALA')).relation, 'same');
  assert.equal(relate(own, game('KXLALIGAGAME-26JAN302000ESPALA-ALA')).relation, null);
});

test('tournament, codes and best of stand round the two names', () => {
  const one = sampleMarket('pm-lol-lll-los-2026-01-24', {
    title: 'LoL: LOUD vs LOS (BO1) - CBLOL Cup Regular Season',
    eventTitle: 'LoL: LOUD vs LOS (BO1) - CBLOL Cup Regular Season',
    outcomes: ['LOUD', 'LOS'],
    endDate: '2026-01-24T19:00:00Z',
    rules: 'This market refers to the LoL match between LOUD and LOS in the CBLOL Cup.',
    terms: {
      series: 'league-of-legends',
      contestKind: 'moneyline',
      startsAt: epochMs(Date.parse('2026-01-24T19:00:00Z')),
    },
  });
  const state = sampleMarket('kalshi-kxlolgame-26jan24loslll-lll', {
    title: 'Will LOUD win the LOS vs. LOUD League of Legends match?',
    eventTitle: 'CBLOL Cup 2026: LOS vs. LOUD',
    eventKey: 'KXLOLGAME-26JAN24LOSLLL',
    exclusive: true,
    endDate: '2026-01-24T23:00:00Z',
    rules:
      'If LOUD wins the CBLOL Cup 2026: LOS vs. LOUD League of Legends match originally scheduled for Jan 24, 2026, then the market resolves to Yes.',
    terms: { series: 'KXLOLGAME', answer: 'LOUD' },
  });
  const two = { ...state, ticker: { ...state.ticker, venueId: 'KXLOLGAME-26JAN24LOSLLL-LLL' } };
  assert.equal(relate(one, two).relation, 'same');
  const second = { ...one, ticker: { ...one.ticker, title: 'LoL: LOUD vs LOS - Game 2 Winner' } };
  assert.equal(relate(second, two).relation, null);
});

/** Builds a contest as Hyperliquid lists it: two sides, the minute of the start, and no league. */
function outcome(kickOff: string, more: { title?: string; answer?: string } = {}): BinaryState {
  const { title = 'RCD Espanyol de Barcelona vs. Deportivo Alavés', answer = 'Deportivo Alavés' } = more;
  return sampleMarket('hl-pred-7001', {
    title: `Will ${answer} win?`,
    eventTitle: title,
    eventKey: '700',
    endDate: '2026-01-31T20:00:00Z',
    terms: { startsAt: epochMs(Date.parse(kickOff)), answer },
  });
}

test('two sides and the minute at which both begin name a contest where one venue names no league', () => {
  const listed = gamma('lal-esp-ala-2026-01-30-ala');
  const same = relate(outcome(KICK_OFF), listed);
  assert.equal(same.relation, 'same', same.refusals.join(' '));
  assert.equal(relate(outcome('2026-01-30T20:05:00Z'), listed).relation, 'same');
  // The women's teams play on the same day, at another hour.
  assert.notEqual(relate(outcome('2026-01-30T19:00:00Z'), listed).relation, 'same');
  assert.notEqual(relate(outcome('2026-01-30T15:00:00Z'), listed).relation, 'same');
  const women = outcome(KICK_OFF, { title: 'RCD Espanyol de Barcelona Women vs. Deportivo Alavés Women' });
  assert.notEqual(relate(women, listed).relation, 'same');
  const other = outcome(KICK_OFF, { title: 'RCD Espanyol de Barcelona vs. Deportivo Alavés B' });
  assert.notEqual(relate(other, listed).relation, 'same');
});
