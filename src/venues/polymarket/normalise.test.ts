import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  describedMarket,
  fixture,
  marketFixture,
  marketFixtures,
} from '../../../test/support/polymarket-fixtures.ts';
import { epochMs, NO_NAMES } from '../../domain/index.ts';
import { findVenueMillis, findVenueTime } from '../times.ts';
import { findTexts } from './fields.ts';
import { classifyMarket, type Lifecycle } from './lifecycle.ts';
import { identify, normaliseMarket, normaliseResolution, withTouch } from './normalise.ts';
import { normaliseBook } from './normalise-book.ts';
import { toHourlyCandles } from './price-history.ts';
import { chooseRecordedPrice, isEmpty, type PolymarketQuote } from './quote.ts';
import { parseRange } from './terms.ts';
import { clobBook, type GammaMarket, gammaMarket, pricesHistoryV1 } from './wire.ts';

const now = epochMs(Date.parse('2026-11-01T00:00:00Z'));

function normalised(market: GammaMarket, at = now) {
  const identity = identify(market);
  assert.ok(identity !== null);
  return normaliseMarket(market, identity, at);
}

describe('fields', () => {
  it('reads lists from JSON text and from real arrays', () => {
    assert.deepEqual(findTexts('["Yes", "No"]'), ['Yes', 'No']);
    assert.deepEqual(findTexts(['Yes', 'No']), ['Yes', 'No']);
    for (const value of ['', '{"a":1}', '[1,2]', 'Yes', null, undefined, [1]])
      assert.equal(findTexts(value), null);
  });

  it('reads the three time formats and the two time units', () => {
    const expected = Date.parse('2026-07-24T00:00:16Z');
    assert.equal(findVenueTime('2026-07-24T00:00:16Z'), expected);
    assert.equal(findVenueTime('2026-07-24 00:00:16+00'), expected);
    assert.equal(findVenueTime('2026-07-24 02:00:16.5+02'), expected + 500);
    assert.equal(findVenueTime('2026-07-24'), Date.parse('2026-07-24T00:00:00Z'));
    for (const text of [undefined, null, '', 'soon']) assert.equal(findVenueTime(text), null);
    assert.equal(findVenueMillis('1786728198766'), 1_786_728_198_766);
    assert.equal(findVenueMillis(''), null);
  });
});

describe('identify', () => {
  it('keeps every digit of a token id', () => {
    const [market] = marketFixtures('gamma-markets-open.json');
    const tokens = JSON.parse(String(market?.clobTokenIds)) as string[];
    const identity = identify(market as GammaMarket);
    assert.equal(identity?.yesToken, tokens[0]);
    assert.ok((identity?.yesToken.length ?? 0) > 70);
    assert.equal(identity?.noToken, tokens[1]);
  });

  it('takes no token ids that arrived as bare numbers', () => {
    assert.equal(identify(describedMarket({ clobTokenIds: '[123456789012345678901, 2]' })), null);
    assert.equal(identify(describedMarket({ clobTokenIds: '["0x12", "2"]' })), null);
  });

  it('finds Yes by its name, wherever it stands', () => {
    const market = describedMarket({ outcomes: ['No', 'Yes'], clobTokenIds: ['1', '2'] });
    const identity = identify(market);
    assert.equal(identity?.yesIndex, 1);
    assert.equal(identity?.yesToken, '2');
    assert.deepEqual(identity?.outcomes, ['Yes', 'No']);
  });

  it('takes the first outcome for Yes where none has that name', () => {
    const identity = identify(marketFixture('gamma-market-resolved-stale-quotes.json'));
    assert.equal(identity?.yesIndex, 0);
    assert.deepEqual(identity?.outcomes, ['Up', 'Down']);
  });

  it('finds no asset in a market without exactly two outcomes, two tokens and a slug', () => {
    const unusable: Partial<GammaMarket>[] = [
      { outcomes: '["A", "B", "C"]' },
      { outcomes: '["Yes"]' },
      { outcomes: null },
      { clobTokenIds: '["1"]' },
      { clobTokenIds: null },
      { slug: null },
      { slug: '' },
    ];
    for (const changes of unusable)
      assert.equal(identify(describedMarket(changes)), null, JSON.stringify(changes));
  });
});

it('an end that is no time refuses its row: the market would never end', () => {
  const ends = ['2026-11-03T12:00:00Z', '2026-11-03 12:00:00+00', '2028-02-29', '', null];
  for (const endDate of ends)
    assert.equal(gammaMarket.accepts(describedMarket({ endDate })), true, `${endDate}`);
  for (const endDate of [
    '2026-02-30T00:00:00Z',
    '2026-02-29',
    '2026-11-31 00:00:00+00',
    '2026-11-03T24:00:00Z',
    'soon',
    '1784390400',
  ]) {
    const market = describedMarket({ endDate });
    assert.equal(gammaMarket.accepts(market), false, endDate);
    assert.equal(gammaMarket.describeRefusal(market, 'x').member, '/endDate');
  }
});

describe('classifyMarket', () => {
  const ended = '2026-10-01T00:00:00Z';
  const justEnded = '2026-10-31T23:00:00Z';
  const rows: [string, Partial<GammaMarket>, Lifecycle][] = [
    ['active, not closed, accepting orders', {}, 'open'],
    ['accepts orders past its end and is traded', { endDate: ended }, 'open'],
    ['ended an hour ago, accepts orders, nothing traded', { endDate: justEnded, volume24hr: 0 }, 'open'],
    ['ended long ago, accepts orders, nothing traded', { endDate: ended, volume24hr: 0 }, 'zombie'],
    ['ended long ago, volume not stated', { endDate: ended, volume24hr: null }, 'zombie'],
    [
      'ended long ago, nothing traded, disputed',
      { endDate: ended, volume24hr: 0, acceptingOrders: false, umaResolutionStatus: 'disputed' },
      'waiting',
    ],
    ['ended an hour ago, takes no orders', { endDate: justEnded, acceptingOrders: false }, 'waiting'],
    ['takes no orders before its end', { acceptingOrders: false }, 'paused'],
    ['does not say whether it takes orders', { acceptingOrders: null }, 'paused'],
    ['not active', { active: false }, 'placeholder'],
    ['without prices', { outcomePrices: null }, 'placeholder'],
    ['closed and paid', { closed: true, outcomePrices: '["1", "0"]' }, 'resolved'],
    ['closed, prices as last traded', { closed: true }, 'closed'],
  ];
  for (const [name, changes, expected] of rows) {
    it(`calls a market ${expected}: ${name}`, () => {
      assert.equal(classifyMarket(describedMarket(changes), now), expected);
    });
  }

  it('distinguishes the recorded ones', () => {
    const file = (name: string) => classifyMarket(marketFixture(name), now);
    assert.equal(file('gamma-market-placeholder.json'), 'placeholder');
    assert.equal(file('gamma-market-resolved-stale-quotes.json'), 'resolved');
    assert.equal(file('gamma-market-resolved-no.json'), 'resolved');
    assert.equal(file('gamma-market-closed-zero-zero.json'), 'closed');
    const recordedAt = epochMs(Date.parse('2026-02-07T21:00:00Z'));
    for (const market of marketFixtures('gamma-markets-open.json')) {
      assert.equal(classifyMarket(market, recordedAt), 'open');
    }
  });
});

describe('chooseRecordedPrice', () => {
  const quote = (
    bid: number | null,
    ask: number | null,
    lastTrade: number | null,
    tick = 0.001,
  ): PolymarketQuote => ({
    bid,
    ask,
    lastTrade,
    listed: 0.4,
    tick,
  });
  const rows: [string, PolymarketQuote, number | null][] = [
    ['the mid of a narrow book', quote(0.04, 0.05, 0.9), 0.045],
    ['the mid of a book exactly 0.10 wide', quote(0.2, 0.3, 0.9), 0.25],
    ['the last trade of a wider book', quote(0.2, 0.31, 0.9), 0.9],
    ['the listed price of a wide book that never traded', quote(0.2, 0.8, null), 0.4],
    ['the last trade of a one-sided book', quote(null, 0.002, 0.003), 0.003],
    ['the last trade of a crossed book', quote(0.6, 0.5, 0.55), 0.55],
    ['nothing for an empty book, no matter what it last traded', quote(null, null, 0.5), null],
    ['nothing for edge quotes', quote(0.001, 0.999, 0.004), null],
    ['nothing for a single edge quote', quote(null, 0.999, 0.004), null],
    ['nothing for edge quotes of a coarse tick', quote(0.01, 0.99, 0.5, 0.01), null],
    ['a mid near the edge when one side is real', quote(0.001, 0.009, 0.5), 0.005],
  ];
  for (const [name, given, expected] of rows) {
    it(`is ${name}`, () => assert.equal(chooseRecordedPrice(given), expected));
  }
});

describe('normaliseMarket', () => {
  it('reads a recorded market', () => {
    const [market] = marketFixtures('gamma-markets-open.json');
    const { state, isFixedEvent } = normalised(
      market as GammaMarket,
      epochMs(Date.parse('2026-02-07T21:00:00Z')),
    );
    assert.equal(state.ref.asset, 'pm-will-trump-deport-250000-500000-people');
    assert.equal(state.price, 0.856);
    assert.deepEqual(state.polled, { price: 0.856, bid: 0.852, ask: 0.86 });
    assert.equal(state.volumeCounter, Number(market?.volume));
    assert.equal(state.venueTime, null);
    assert.equal(isFixedEvent, true);
    assert.deepEqual(
      { ...state.ticker, liquidityUsd: 0, volumeTotalUsd: 0 },
      {
        asset: 'pm-will-trump-deport-250000-500000-people',
        venueId: market?.conditionId,
        title: 'Will Trump deport 250,000-500,000 people?',
        eventTitle: 'How many people will Trump deport in 2025?',
        eventKey: '16282',
        category: null,
        outcomes: ['Yes', 'No'],
        ...NO_NAMES,
        yesPrice: 0.856,
        noPrice: 0.144,
        yesBid: 0.852,
        yesAsk: 0.86,
        noBid: 0.14,
        noAsk: 0.148,
        lastPrice: 0.86,
        volume24hUsd: 397_230.2722939999,
        volumeTotalUsd: 0,
        liquidityUsd: 0,
        openInterestUsd: null,
        closeTime: null,
        endDate: Date.parse('2025-12-31T12:00:00Z'),
        status: 'open',
        venueNativeUrl:
          'https://polymarket.com/event/how-many-people-will-trump-deport-in-2025/will-trump-deport-250000-500000-people',
        exclusive: true,
        exhaustive: null,
      },
    );
    assert.deepEqual(
      [state.terms.direction, state.terms.strike, state.terms.strikeHigh],
      ['between', 250_000, 500_000],
    );
    assert.match(state.rules ?? '', /removed 271,484/);
  });

  it('quotes a recorded market that has no bid', () => {
    const withoutBid = marketFixtures('gamma-markets-open.json').find(({ bestBid }) => bestBid === undefined);
    const { state } = normalised(withoutBid as GammaMarket);
    assert.equal(state.bid, null);
    assert.equal(state.ticker.noAsk, null);
    assert.equal(state.price, withoutBid?.lastTradePrice);
  });

  it('gives no price where orders cross, which would have filled each other', () => {
    for (const [bestBid, bestAsk] of [
      [0.5, 0.5],
      [0.6, 0.4],
    ] as const) {
      const spread = bestAsk - bestBid;
      const { state, quote } = normalised(describedMarket({ bestBid, bestAsk, spread, lastTradePrice: 0.9 }));
      assert.deepEqual([state.price, state.polled?.price, quote.bid, quote.ask], [null, null, null, null]);
      assert.deepEqual(state.refused, [{ member: 'yesAsk', value: bestAsk }]);
    }
  });

  it('gives no price where the stated spread shows that a quote is missing', () => {
    const rows: [quotes: Partial<GammaMarket>, price: number | null][] = [
      [{ bestBid: 0.41, bestAsk: 0.43, spread: 0.02 }, 0.42],
      [{ bestBid: null, bestAsk: 0.03, spread: 0.03 }, 0.9],
      [{ bestBid: 0.97, bestAsk: null, spread: 0.03 }, 0.9],
      [{ bestBid: null, bestAsk: 0.43, spread: 0.02 }, null],
      [{ bestBid: 0.41, bestAsk: null, spread: 0.02 }, null],
      [{ bestBid: 0.14, bestAsk: 0.43, spread: 0.02 }, null],
      [{ bestBid: 0.41, bestAsk: 0.43, spread: null }, 0.42],
      // Without bid and spread, an empty side cannot be told from a missing quote.
      [{ bestBid: null, bestAsk: 0.43, spread: null }, null],
      [{ bestBid: 0.41, bestAsk: null, spread: null }, null],
    ];
    for (const [quotes, price] of rows) {
      const { state, quote } = normalised(describedMarket({ lastTradePrice: 0.9, ...quotes }));
      assert.equal(state.price, price, JSON.stringify(quotes));
      if (price !== null) continue;
      assert.deepEqual(
        state.refused?.map(({ member }) => member),
        ['spread'],
      );
      assert.deepEqual(
        [state.bid, state.ask, quote.bid, quote.ask, state.polled?.price],
        Array(5).fill(null),
      );
    }
  });

  it('turns the quotes of outcome 0 round when Yes is the second outcome', () => {
    const { state, quote } = normalised(
      describedMarket({
        outcomes: '["No", "Yes"]',
        outcomePrices: '["0.3", "0.7"]',
        bestBid: 0.28,
        bestAsk: 0.32,
        lastTradePrice: 0.3,
      }),
    );
    assert.deepEqual([state.bid, state.ask, state.price], [0.68, 0.72, 0.7]);
    assert.deepEqual([quote.lastTrade, quote.listed], [0.7, 0.7]);
    assert.deepEqual([state.ticker.noBid, state.ticker.noAsk], [0.28, 0.32]);
  });

  it('trusts neither the quotes nor the last trade of a resolved market', () => {
    const market = marketFixture('gamma-market-resolved-stale-quotes.json');
    assert.equal(market.bestBid, 0.96);
    const { state } = normalised(market);
    assert.deepEqual([state.price, state.bid, state.ask, state.ticker.yesPrice], [null, null, null, null]);
    assert.equal(state.ticker.status, 'resolved');
    assert.equal(state.ticker.closeTime, Date.parse('2026-07-24T00:00:16Z'));
  });

  it('gives no price where only edge quotes rest, although one is listed', () => {
    const { state } = normalised(
      describedMarket({ bestBid: 0.001, bestAsk: 0.999, outcomePrices: '["0.5", "0.5"]' }),
    );
    assert.deepEqual([state.price, state.ticker.yesPrice, state.ticker.noPrice], [null, null, null]);
  });

  it('records lifetime volume, not that of 24 hours', () => {
    assert.equal(normalised(describedMarket()).state.volumeCounter, 9_120_331.5);
    assert.equal(normalised(describedMarket({ volume: null, volumeNum: 12.5 })).state.volumeCounter, 12.5);
    assert.equal(normalised(describedMarket({ volume: null })).state.volumeCounter, null);
  });

  it('reads a market with nothing but what an asset needs, and keeps null for the rest', () => {
    const { slug, outcomes, clobTokenIds } = describedMarket();
    const market = { id: '1', slug, outcomes, clobTokenIds } as GammaMarket;
    assert.ok(gammaMarket.accepts(market));
    const { state, lifecycle } = normalised(market);
    assert.equal(lifecycle, 'placeholder');
    const { eventTitle, eventKey, rules, exclusive, endDate } = { ...state.ticker, rules: state.rules };
    assert.deepEqual([eventTitle, eventKey, rules, exclusive, endDate], [null, null, null, null, null]);
    assert.equal(state.ticker.venueId, '1');
    assert.equal(state.ticker.venueNativeUrl, 'https://polymarket.com/market/will-x-happen-by-august-31');
  });

  it('calls an event fixed only when it is neg-risk and says that no outcome is added', () => {
    const event = { id: '1', negRisk: true, negRiskAugmented: false };
    assert.equal(normalised(describedMarket({ negRisk: true, events: [event] })).isFixedEvent, true);
    const { negRiskAugmented: _, ...silent } = event;
    assert.equal(normalised(describedMarket({ negRisk: true, events: [silent] })).isFixedEvent, false);
    assert.equal(
      normalised(describedMarket({ negRisk: true, events: [{ ...event, negRiskAugmented: true }] }))
        .isFixedEvent,
      false,
    );
    assert.equal(normalised(describedMarket({ negRisk: false, events: [event] })).isFixedEvent, false);
  });

  it('mixes in a fresher touch and leaves what was polled', () => {
    const listed = normalised(describedMarket());
    const state = withTouch(listed, { ...listed.quote, bid: 0.06, ask: 0.08, lastTrade: 0.07 });
    assert.deepEqual([state.price, state.bid, state.ask], [0.07, 0.06, 0.08]);
    assert.deepEqual([state.ticker.yesPrice, state.ticker.noAsk, state.ticker.lastPrice], [0.07, 0.94, 0.07]);
    assert.deepEqual(state.polled, { price: 0.045, bid: 0.04, ask: 0.05 });
  });
});

describe('parseRange', () => {
  const rows: [string, string | null, number | null, number | null][] = [
    ['<250k', 'below', 250_000, null],
    ['<$50B', 'below', 50e9, null],
    ['>$250B', 'above', 250e9, null],
    ['2m+', 'above', 2e6, null],
    ['$2t+', 'above', 2e12, null],
    ['750k-1m', 'between', 750_000, 1e6],
    ['1-1.25m', 'between', 1e6, 1.25e6],
    ['$100–200b', 'between', 100e9, 200e9],
    ['$500b–1t', 'between', 500e9, 1e12],
    ['$1,000-1,500', 'between', 1_000, 1_500],
    ['$1B', null, null, null],
    ['↑ 120,000', null, null, null],
    ['1-2', null, null, null],
    ['2-1', null, null, null],
    ['10-20 years', null, null, null],
    ['4.5%', null, null, null],
    ['March 31, 2026', null, null, null],
    ['', null, null, null],
  ];
  for (const [label, ...expected] of rows) {
    it(`reads "${label}" as ${expected[0] ?? 'nothing'}`, () => {
      const { direction, strike, strikeHigh } = parseRange(label);
      assert.deepEqual([direction, strike, strikeHigh], expected);
    });
  }
});

describe('normaliseBook', () => {
  function book(name: string) {
    const body = fixture(name);
    assert.ok(clobBook.accepts(body));
    return normaliseBook(body, 'pm-x', now);
  }

  it('puts the best level first, which the venue puts last', () => {
    const { bids, asks, venueTime } = book('clob-book-3-2024.json');
    assert.deepEqual(
      bids.map(({ price }) => price),
      [0.1, 0.09, 0.08, 0.06, 0.01],
    );
    assert.deepEqual(
      asks.map(({ price }) => price),
      [0.14, 0.2, 0.38, 0.46, 0.47, 0.5, 0.98],
    );
    assert.equal(bids[0]?.size, 125);
    assert.equal(venueTime, 1_728_799_418_260);
  });

  it('shows edge quotes as they rest, which are no price', () => {
    const { bids, asks } = book('clob-book-4-edges-only.json');
    assert.deepEqual([bids.length, asks.length], [1, 1]);
    const touch = { bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null };
    assert.equal(isEmpty({ ...touch, lastTrade: 0.004, listed: 0.5, tick: 0.001 }), true);
  });

  it('drops levels that are not numbers', () => {
    const level = { price: '0.5', size: '1' };
    const body = {
      asset_id: '1',
      bids: [level, { price: 'x', size: '1' }, { price: '0.4', size: '0' }],
      asks: [],
    };
    assert.ok(clobBook.accepts(body));
    assert.deepEqual(normaliseBook(body, 'pm-x', now).bids, [{ price: 0.5, size: 1 }]);
  });
});

describe('toHourlyCandles', () => {
  it('reads recorded points, whose times are in seconds', () => {
    const body = fixture('clob-prices-history.json');
    assert.ok(pricesHistoryV1.accepts(body));
    const candles = toHourlyCandles(body.history.map(({ t, p }) => ({ seconds: t, price: p })));
    assert.equal(candles[0]?.t, Math.floor(1_779_465_615 / 3_600) * 3_600_000);
    assert.equal(candles[0]?.open, 0.9705);
    assert.ok(candles.every(({ volume, trades }) => volume === null && trades === null));
  });

  it('leaves out points that are no probability', () => {
    const points = [Number.NaN, -0.1, 1.1].map((price) => ({ seconds: 1, price }));
    assert.deepEqual(toHourlyCandles(points), []);
  });
});

describe('normaliseResolution', () => {
  function resolve(market: GammaMarket) {
    const identity = identify(market);
    assert.ok(identity !== null);
    return normaliseResolution(market, identity);
  }

  it('reads recorded resolutions', () => {
    assert.deepEqual(resolve(marketFixture('gamma-market-resolved-no.json')), {
      asset: 'pm-katana-fdv-above-1b-one-day-after-launch-395-996',
      outcome: 'no',
      payout: 0,
      settledAt: Date.parse('2026-03-19T23:20:15Z'),
      source: 'polymarket:gamma/markets',
      disputed: false,
    });
    const up = resolve(marketFixture('gamma-market-resolved-stale-quotes.json'));
    assert.deepEqual([up?.outcome, up?.payout], ['yes', 1]);
  });

  it('says nothing of a market whose prices are both 0', () => {
    assert.equal(resolve(marketFixture('gamma-market-closed-zero-zero.json')), null);
  });

  const closed = (changes: Partial<GammaMarket>) => describedMarket({ closed: true, ...changes });
  it('never takes a price for an outcome', () => {
    assert.equal(resolve(closed({ outcomePrices: '["0.999", "0.001"]' })), null);
    assert.equal(resolve(closed({ outcomePrices: '["0.5", "0.5"]' })), null);
    assert.equal(resolve(describedMarket({ outcomePrices: '["1", "0"]' })), null);
  });

  it('waits while the oracle is still asked, proposing or disputed', () => {
    for (const umaResolutionStatus of ['requested', 'proposed', 'disputed']) {
      assert.equal(resolve(closed({ outcomePrices: '["1", "0"]', umaResolutionStatus })), null);
    }
  });

  it('calls half and half a void, and reports a dispute on the way', () => {
    const resolution = resolve(
      closed({
        outcomePrices: '["0.5", "0.5"]',
        umaResolutionStatus: 'resolved',
        umaResolutionStatuses: '["proposed", "disputed", "proposed"]',
      }),
    );
    assert.deepEqual([resolution?.outcome, resolution?.payout, resolution?.disputed], ['void', 0.5, true]);
    assert.equal(resolution?.settledAt, null);
  });

  it('pays the Yes side where it is the second outcome', () => {
    const resolution = resolve(closed({ outcomes: '["No", "Yes"]', outcomePrices: '["0", "1"]' }));
    assert.deepEqual([resolution?.outcome, resolution?.payout, resolution?.disputed], ['yes', 1, null]);
  });
});

describe('takerFeeRate', () => {
  it('is what the market itself states, and unknown where it states none', () => {
    const readRate = (fees: Partial<GammaMarket>) =>
      normalised({ ...describedMarket(), ...fees } as GammaMarket).state.takerFeeRate;
    assert.equal(readRate({ feesEnabled: true, feeSchedule: { rate: 0.05 } }), 0.05);
    assert.equal(readRate({ feesEnabled: false, feeSchedule: { rate: 0.05 } }), 0);
    assert.equal(readRate({ feesEnabled: null, feeSchedule: null }), null);
  });
});

it('has the class of fees as category where the market states none', () => {
  const readCategory = (said: Partial<GammaMarket>) =>
    normalised({ ...describedMarket(), category: null, ...said } as GammaMarket).state.ticker.category;
  assert.equal(readCategory({ feeType: 'crypto_fees_v2' }), 'crypto');
  assert.equal(readCategory({ feeType: 'crypto_fees_v2', category: 'Bitcoin' }), 'Bitcoin');
  for (const feeType of [null, '', 'crypto', '_fees']) assert.equal(readCategory({ feeType }), null);
});

it('states what share of a fee its makers get back, where the market does', () => {
  const readShare = (feeSchedule: unknown) =>
    normalised({ ...describedMarket(), feeSchedule } as GammaMarket).state.makerRebateShare;
  assert.deepEqual([{ rate: 0.07, rebateRate: 0.2 }, { rate: 0.07 }, null].map(readShare), [0.2, null, null]);
});

it("reads the venue's change of 24 hours, and not of which outcome it is where Yes is the second", () => {
  const readChange = (said: object) =>
    normalised({ ...describedMarket(), ...said } as GammaMarket).state.venueChange24h;
  assert.equal(readChange({ oneDayPriceChange: -0.015 }), -0.015);
  assert.equal(readChange({ oneDayPriceChange: '0.02' }), 0.02);
  assert.equal(readChange({ oneDayPriceChange: 0 }), 0);
  for (const oneDayPriceChange of [null, undefined, '', 'NaN', Number.NaN, {}, []])
    assert.equal(readChange({ oneDayPriceChange }), null, `${oneDayPriceChange}`);
  assert.equal(readChange({ outcomes: '["No", "Yes"]', oneDayPriceChange: 0.02 }), null);
});

it('accepts a row whose change is odd', () => {
  for (const oneDayPriceChange of [Number.NaN, 'much', {}, [1]])
    assert.ok(gammaMarket.accepts({ ...describedMarket(), oneDayPriceChange }));
});

it('refuses a price that no probability can have, and keeps it as evidence', () => {
  const market = describedMarket({ bestBid: 1.1995, lastTradePrice: -0.5 });
  const { state } = normalised(market);
  assert.deepEqual([state.ticker.yesBid, state.ticker.noAsk, state.ticker.lastPrice], [null, null, null]);
  assert.deepEqual(state.refused, [
    { member: 'yesBid', value: 1.1995 },
    { member: 'lastPrice', value: -0.5 },
  ]);
});
