import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { epochMs, NO_TERMS } from '../../domain/index.ts';
import { findVenueTime } from '../times.ts';
import { normaliseCandle, normaliseHistoricalCandle } from './candles.ts';
import {
  isAsset,
  normaliseBook,
  normaliseMarket,
  normaliseResolution,
  normaliseTickerMessage,
} from './normalise.ts';
import {
  bookAnswer,
  candleRow,
  candlesAnswer,
  eventAnswer,
  historicalCandleRow,
  historicalCandlesAnswer,
  type KalshiMarket,
  marketAnswer,
  marketPage,
  marketRow,
  tickerMessage,
} from './wire.ts';

const receivedAt = epochMs(1_784_383_200_000);

test('a price that no probability can have is refused and kept as evidence', () => {
  const { market } = fixture('market-one', marketAnswer);
  const state = normaliseMarket({ ...market, yes_bid_dollars: '1.1995', last_price_dollars: '-0.1' }, null);
  assert.deepEqual([state.ticker.yesBid, state.ticker.noAsk, state.ticker.lastPrice], [null, null, null]);
  assert.deepEqual(state.refused, [
    { member: 'yesBid', value: 1.1995 },
    { member: 'lastPrice', value: -0.1 },
  ]);
  assert.equal(normaliseMarket(market, null).refused, undefined);
});

test('a listed market becomes a state in Yes terms', () => {
  const { event } = fixture('event-one', eventAnswer);
  const state = normaliseMarket(fixture('market-one', marketAnswer).market, event);

  assert.equal(state.ref.asset, 'kalshi-kxhighny-26jul19-t80');
  assert.equal(state.price, 0.305);
  assert.deepEqual(state.polled, { price: 0.305, bid: 0.3, ask: 0.31 });
  assert.equal(state.volumeCounter, 3041.44);
  const { ticker } = state;
  assert.deepEqual([ticker.yesBid, ticker.yesAsk, ticker.noBid, ticker.noAsk], [0.3, 0.31, 0.69, 0.7]);
  assert.equal(ticker.volume24hContracts, 2957.99);
  assert.equal(ticker.volume24hUsd, 2957.99 * 0.305);
  assert.equal(ticker.openInterestUsd, 2192.15);
  assert.equal(ticker.category, 'Climate and Weather');
  assert.equal(ticker.exclusive, true);
  assert.equal(ticker.exhaustive, null);
  assert.equal(ticker.status, 'open');
  assert.equal(ticker.closeTime, Date.parse('2026-07-20T04:59:00Z'));
  assert.equal(ticker.endDate, Date.parse('2026-07-20T14:00:00Z'));
  assert.equal(
    ticker.venueNativeUrl,
    'https://kalshi.com/markets/kxhighny/highest-temperature-in-nyc-on-jul-19-2026/kxhighny-26jul19',
  );
  assert.deepEqual(state.terms, {
    ...NO_TERMS,
    direction: 'below',
    strike: 80,
    isStrikeIncluded: false,
    underlying: 'KXHIGHNY',
    settlementSource: 'NWS Climatological Report',
    answer: '79° or below',
    eventSubtitle: 'On Jul 19, 2026',
    series: 'KXHIGHNY',
    startsAt: Date.parse('2026-07-19T14:00:00Z'),
  });
});

test('titles lose their markdown and gain the answer they ask for', () => {
  const { ticker } = normaliseMarket(fixture('market-one', marketAnswer).market, null);
  assert.equal(ticker.title, 'Will the high temp in NYC be <80° on Jul 19, 2026? 79° or below');
  assert.equal(ticker.eventTitle, null);
  assert.equal(ticker.exclusive, null);
});

test('liquidity is null because the venue fills its member no more', () => {
  const { market } = fixture('market-one', marketAnswer);
  assert.equal(raw('market-one').market?.liquidity_dollars, '0.0000');
  assert.equal(normaliseMarket(market, null).ticker.liquidityUsd, null);
});

test('an empty side is recognised by its size, though its price says 0 or 1', () => {
  const noBid = normaliseMarket(fixture('market-no-bid', marketAnswer).market, null);
  assert.deepEqual([noBid.bid, noBid.ask, noBid.price], [null, 0.01, 0.01]);
  assert.equal(noBid.ticker.noAsk, null);

  const noAsk = normaliseMarket(fixture('market-no-ask', marketAnswer).market, null);
  assert.deepEqual([noAsk.bid, noAsk.ask, noAsk.price], [0.99, null, 0.99]);
});

test('a wide book is priced by its last trade', () => {
  const wide = normaliseMarket(fixture('market-wide', marketAnswer).market, null);
  assert.deepEqual([wide.bid, wide.ask, wide.price], [0.08, 0.23, 0.18]);
});

test('an end that is no time refuses its row: the market would never end', () => {
  const { market } = fixture('market-wide', marketAnswer);
  for (const member of ['expected_expiration_time', 'expiration_time', 'latest_expiration_time']) {
    assert.equal(marketRow.accepts({ ...market, [member]: '2026-02-30T10:00:00Z' }), false, member);
    assert.equal(marketRow.accepts({ ...market, [member]: '2028-02-29T10:00:00Z' }), true, member);
  }
  for (const close_time of [
    '2026-07-25T06:00:00Z',
    '2026-07-25 06:00:00+00',
    '0001-01-01T00:00:00Z',
    '',
    null,
  ])
    assert.equal(marketRow.accepts({ ...market, close_time }), true, String(close_time));
  for (const close_time of [
    '2026-13-01T10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-31T10:00:00Z',
    '2026-11-03T25:00:00Z',
    '2026-11-03T15:00:00 UTC',
    '2026-11-03T15:00 tomorrow',
    'soon',
    '1784390400',
    'Jul 25, 2026',
    '2026-07-25',
    1_784_390_400,
  ])
    assert.equal(marketRow.accepts({ ...market, close_time }), false, String(close_time));
});

test('orders that cross, and sizes that rest at no price, leave a market without a price', () => {
  const { market } = fixture('market-wide', marketAnswer);
  const rows: [name: string, odd: object, refused: string[]][] = [
    ['as it is', {}, []],
    ['locked', { yes_ask_dollars: '0.0800', no_bid_dollars: '0.9200' }, ['yesAsk']],
    ['crossed', { yes_ask_dollars: '0.0500', no_bid_dollars: '0.9500' }, ['yesAsk']],
    ['a bid at 0', { yes_bid_dollars: '0.0000', no_ask_dollars: '1.0000' }, ['yesBidSize']],
    ['an ask at 1', { yes_ask_dollars: '1.0000', no_bid_dollars: '0.0000' }, ['yesAskSize']],
    ['no bid', { yes_bid_dollars: '0.0000', no_ask_dollars: '1.0000', yes_bid_size_fp: '0.00' }, []],
    ['no word of its size', { yes_bid_dollars: '0.0000', no_ask_dollars: '1.0000', yes_bid_size_fp: '' }, []],
  ];
  for (const [name, odd, refused] of rows) {
    const state = normaliseMarket({ ...market, ...odd }, null);
    assert.deepEqual(state.refused?.map(({ member }) => member) ?? [], refused, name);
    assert.equal(state.price === null, refused.length > 0, name);
  }
});

test('a market with an empty book has no price anywhere', () => {
  const { price, ticker } = normaliseMarket(fixture('market-combo-empty-book', marketAnswer).market, null);
  assert.equal(price, null);
  assert.deepEqual([ticker.yesPrice, ticker.noPrice, ticker.yesBid, ticker.noAsk], [null, null, null, null]);
});

test('integer members beside the dollar strings are not read', () => {
  const { market } = fixture('market-one', marketAnswer);
  const misleading = { ...market, yes_bid: 99, last_price: 99, volume: 7 } as KalshiMarket;
  assert.deepEqual(normaliseMarket(misleading, null), normaliseMarket(market, null));
});

test('combinations and scalar markets are not assets', () => {
  const { market } = fixture('market-one', marketAnswer);
  assert.equal(isAsset(market), true);
  assert.equal(isAsset(fixture('market-combo-empty-book', marketAnswer).market), false);
  assert.equal(isAsset({ ...market, mve_collection_ticker: 'X' }), false);
  assert.equal(isAsset({ ...market, market_type: 'scalar' }), false);
});

test('status words of objects become those of all venues', () => {
  const { market } = fixture('market-one', marketAnswer);
  const words = [
    'active',
    'inactive',
    'initialized',
    'closed',
    'determined',
    'disputed',
    'amended',
    'finalized',
  ];
  assert.deepEqual(
    words.map((status) => normaliseMarket({ ...market, status }, null).ticker.status),
    ['open', 'paused', 'paused', 'closed', 'closed', 'closed', 'closed', 'resolved'],
  );
});

test('the year 1 is no date, the year 2099 is one', () => {
  assert.equal(findVenueTime('0001-01-01T00:00:00Z'), null);
  assert.equal(findVenueTime(''), null);
  const event = raw('event-elonmars').event as { markets: unknown[] };
  const [market] = event.markets;
  assert.ok(marketRow.accepts(market));
  assert.equal(normaliseMarket(market, null).ticker.closeTime, Date.parse('2099-08-01T04:59:00Z'));
});

test('tickers keep their dots and dashes', () => {
  const { market } = fixture('market-one', marketAnswer);
  const state = normaliseMarket({ ...market, ticker: 'KXBTCD-26JUL2502-T74299.99' }, null);
  assert.equal(state.ref.storeKey, 'kxbtcd-26jul2502-t74299.99');
  assert.equal(state.ticker.venueId, 'KXBTCD-26JUL2502-T74299.99');
});

test('a book of bids turns into bids and asks, best first, without floating-point error', () => {
  const answer = fixture('orderbook-top', bookAnswer);
  assert.ok('orderbook_fp' in answer);
  const book = normaliseBook(answer.orderbook_fp, 'kalshi-x', receivedAt);
  assert.deepEqual(book.bids[0], { price: 0.53, size: 1644.73 });
  assert.deepEqual(
    book.asks.map(({ price }) => price),
    [0.54, 0.55, 0.56, 0.57, 0.58],
  );
  assert.equal(book.asks[0]?.size, 71915.62);
});

test('a side without bids may be an empty list, null or absent', () => {
  const oneSided = fixture('orderbook-one-sided', bookAnswer);
  assert.ok('orderbook_fp' in oneSided);
  const book = normaliseBook(oneSided.orderbook_fp, 'kalshi-x', receivedAt);
  assert.deepEqual(book.bids, []);
  assert.deepEqual(book.asks[0], { price: 0.01, size: 73469 });

  const nulls = fixture('orderbook-null-sides', bookAnswer);
  assert.ok('orderbook' in nulls);
  const empty = normaliseBook(nulls.orderbook, 'kalshi-x', receivedAt);
  assert.deepEqual([empty.bids, empty.asks], [[], []]);
  assert.ok(bookAnswer.accepts({ orderbook_fp: { yes_dollars: [['0.0100', '5.00']] } }));
});

test('a book none of whose members are known is malformed, not empty', () => {
  const renamed = [
    { orderbook: { yes: [[40, 5]], no: [[55, 5]] } },
    { orderbook_fp: {} },
    { orderbook_fp: { yes_dollars_fp: [['0.4000', '5.00']], no_dollars_fp: [] } },
    { book: { yes_dollars: [], no_dollars: [] } },
  ];
  for (const answer of renamed) assert.equal(bookAnswer.accepts(answer), false, JSON.stringify(answer));
});

test('a listed market without one of its quotes is refused: a renamed member is no empty side', () => {
  const { market } = raw('market-one');
  assert.ok(marketRow.accepts(market));
  for (const member of ['yes_bid_dollars', 'yes_ask_dollars', 'last_price_dollars']) {
    for (const value of [undefined, null, '', 0.5, 'x']) {
      assert.equal(marketRow.accepts({ ...market, [member]: value }), false, `${member} ${String(value)}`);
    }
  }
  // The venue may omit a size or write it as an empty text.
  for (const value of [undefined, null, '']) {
    assert.ok(
      marketRow.accepts({ ...market, yes_bid_size_fp: value, yes_ask_size_fp: value }),
      String(value),
    );
  }
});

test('quotes of Yes and No that do not fit leave the market without a price', () => {
  const { market } = fixture('market-one', marketAnswer);
  assert.ok(normaliseMarket(market, null).price !== null);
  const exchanged = {
    ...market,
    yes_bid_dollars: market.no_bid_dollars ?? null,
    yes_ask_dollars: market.no_ask_dollars ?? null,
  };
  for (const odd of [
    exchanged,
    { ...market, no_ask_dollars: '0.0150' },
    { ...market, yes_ask_dollars: '1.5000' },
    { ...market, yes_bid_size_fp: '-5.00' },
  ]) {
    const state = normaliseMarket(odd, null);
    assert.equal(state.price, null);
    assert.ok((state.refused?.length ?? 0) > 0);
  }
});

test('a market whose trading has ended has no price, whatever an older list still quotes', () => {
  const { market } = fixture('market-one', marketAnswer);
  const end = Date.parse(market.close_time ?? '');
  const before = normaliseMarket(market, null, { now: epochMs(end - 1) });
  assert.deepEqual([before.ticker.status, before.price === null], ['open', false]);
  const ended = [
    normaliseMarket(market, null, { now: epochMs(end) }),
    ...['closed', 'determined', 'disputed', 'amended', 'finalized'].map((status) =>
      normaliseMarket({ ...market, status }, null, { now: epochMs(end - 1) }),
    ),
  ];
  for (const { price, bid, ask, polled, ticker } of ended) {
    assert.deepEqual(
      [price, bid, ask, polled?.price, ticker.yesPrice],
      [null, null, null, null, null],
      ticker.status,
    );
  }
});

test('category and fee are those of the series; an event overrides the fee', () => {
  const { market } = fixture('market-one', marketAnswer);
  const { event } = fixture('event-one', eventAnswer);
  const series = { ticker: 'KXHIGHNY', category: 'Weather', fee_type: 'quadratic', fee_multiplier: 0.5 };
  const read = (changes: object, of: object | null = series) =>
    normaliseMarket(market, { ...event, ...changes }, { series: of as typeof series | null });
  assert.equal(read({}).ticker.category, 'Weather');
  assert.equal(read({ category: null }).ticker.category, 'Weather');
  assert.equal(read({}, null).ticker.category, event.category);
  assert.equal(read({}, { ...series, category: '', categories: ['Climate'] }).ticker.category, 'Climate');
  const rows: [changes: object, of: object | null, rate: number | null][] = [
    [{}, series, 0.035],
    [{}, { ...series, fee_multiplier: 0 }, 0],
    [{}, { ...series, fee_type: 'quadratic_with_maker_fees', fee_multiplier: 1 }, 0.07],
    [{ fee_multiplier_override: 1 }, series, 0.07],
    [{ fee_multiplier_override: null, fee_type_override: '' }, series, 0.035],
    [{ fee_type_override: 'flat' }, series, null],
    [{}, { ...series, fee_type: 'something_new' }, null],
    [{}, { ...series, fee_multiplier: null }, null],
    [{}, null, null],
    [{ fee_type_override: 'quadratic', fee_multiplier_override: 2 }, null, 0.14],
  ];
  for (const [changes, of, rate] of rows) {
    assert.equal(read(changes, of).takerFeeRate, rate, JSON.stringify([changes, of]));
  }
  assert.equal(normaliseMarket(market, null, { series }).takerFeeRate, null, 'an override is not known yet');
});

test('the change of 24 hours is the last trade less the one of a day ago, both of which may be missing', () => {
  const { market } = fixture('market-one', marketAnswer);
  const read = (last: unknown, previous: unknown) => {
    const state = { ...market, last_price_dollars: last, previous_price_dollars: previous } as KalshiMarket;
    return normaliseMarket(state, null).venueChange24h;
  };
  assert.equal(read('0.7500', '0.5000'), 0.25);
  assert.equal(read('0.5000', '0.7500'), -0.25);
  assert.equal(read('0.5000', '0.5000'), 0);
  for (const previous of ['0.0000', '', null, undefined, 'NaN', '-0.2', '1.2', {}, []])
    assert.equal(read('0.5000', previous), null, `${previous}`);
  assert.equal(read('0.0000', '0.5000'), null, 'never traded');
});

test('a market that says it has no fractions takes whole contracts', () => {
  const { market } = fixture('market-one', marketAnswer);
  const readLot = (said: object) =>
    normaliseMarket({ ...market, ...said } as typeof market, null).contractLot;
  assert.deepEqual(
    [{ fractional_trading_enabled: false }, { fractional_trading_enabled: true }, {}].map(readLot),
    [1, undefined, undefined],
  );
});

test('a candle is known by its start, while the venue names its end', () => {
  const [first] = fixture('candlesticks', candlesAnswer).candlesticks;
  assert.ok(candleRow.accepts(first));
  assert.deepEqual(normaliseCandle(first), {
    t: 1_784_386_800_000 - 3_600_000,
    open: 0.2,
    high: 0.29,
    low: 0.2,
    close: 0.21,
    volume: 213.29,
    trades: null,
  });
});

test('an hour without a trade has no candle', () => {
  assert.equal(normaliseCandle({ end_period_ts: 1_784_386_800, volume_fp: '0.00', price: {} }), null);
  assert.equal(normaliseCandle({ end_period_ts: 1_784_386_800, price: null }), null);
  assert.equal(candleRow.accepts({ end_period_ts: 1_784_386_800, prices: {} }), false, 'a renamed member');
  const [traded, , empty] = fixture('candlesticks-historical', historicalCandlesAnswer).candlesticks;
  assert.ok(historicalCandleRow.accepts(traded) && historicalCandleRow.accepts(empty));
  assert.equal(normaliseHistoricalCandle(traded)?.close, 0.05);
  assert.equal(normaliseHistoricalCandle(traded)?.volume, 51);
  assert.equal(normaliseHistoricalCandle(empty), null);
});

test('a resolution is what the finalized market says', () => {
  const markets = fixture('markets-resolved', marketPage).markets.filter((market) =>
    marketRow.accepts(market),
  );
  const [yes, no] = markets.map((market) => normaliseResolution(market, false));
  assert.equal(yes?.outcome, 'yes');
  assert.equal(yes?.payout, 1);
  assert.equal(yes?.settledAt, Date.parse('2026-07-18T12:01:02.614Z'));
  assert.equal(yes?.disputed, null);
  assert.deepEqual([no?.outcome, no?.payout], ['no', 0]);
});

test('nothing is resolved before the venue has finalized it', () => {
  const [resolved] = fixture('markets-resolved', marketPage).markets;
  assert.ok(marketRow.accepts(resolved));
  for (const status of ['active', 'closed', 'determined', 'disputed', 'amended']) {
    assert.equal(normaliseResolution({ ...resolved, status }, false), null, status);
  }
  assert.equal(normaliseResolution({ ...resolved, result: '' }, false), null);
  assert.equal(normaliseResolution(resolved, true)?.disputed, true);
  const scalar = normaliseResolution(
    { ...resolved, result: 'scalar', settlement_value_dollars: '0.5000' },
    false,
  );
  assert.deepEqual([scalar?.outcome, scalar?.payout], ['void', 0.5]);
});

test('a result and a payout that contradict each other are no resolution, which would be kept for good', () => {
  const [resolved] = fixture('markets-resolved', marketPage).markets;
  assert.ok(marketRow.accepts(resolved));
  const rows: [result: string, paid: string, outcome: string | null][] = [
    ['yes', '1.0000', 'yes'],
    ['yes', '0.0000', null],
    ['yes', '0.5000', null],
    ['no', '0.0000', 'no'],
    ['no', '1.0000', null],
    ['scalar', '1.2500', null],
    ['scalar', '-0.1000', null],
    ['scalar', '1.0000', 'void'],
  ];
  for (const [result, settlement_value_dollars, outcome] of rows) {
    const read = normaliseResolution({ ...resolved, result, settlement_value_dollars }, false);
    assert.equal(read?.outcome ?? null, outcome, `${result} ${settlement_value_dollars}`);
  }
});

test('a ticker frame follows the recording rule', () => {
  const { msg } = raw('ws-ticker') as { msg: unknown };
  assert.ok(tickerMessage.accepts(msg));
  assert.deepEqual(normaliseTickerMessage(msg, receivedAt), {
    asset: 'kalshi-kxcryptolead15m-26sep210100-xrp',
    price: 0.01,
    bid: null,
    ask: 0.01,
    venueTime: 1_789_966_800_000,
    receivedAt,
  });
});

function raw(name: string): Record<string, Record<string, unknown>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
}

function fixture<T>(
  name: string,
  wire: { accepts(value: unknown): value is T; findProblem(value: unknown): string | null },
): T {
  const value: unknown = raw(name);
  assert.ok(wire.accepts(value), `${name}${wire.findProblem(value) ?? ''}`);
  return value;
}
