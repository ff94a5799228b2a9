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
  normaliseTrade,
} from './normalise.ts';
import {
  bookAnswer,
  candlesAnswer,
  eventAnswer,
  historicalCandlesAnswer,
  type KalshiMarket,
  marketAnswer,
  marketPage,
  marketRow,
  tickerMessage,
  tradePage,
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
  for (const sides of [nulls.orderbook, {}]) {
    const empty = normaliseBook(sides, 'kalshi-x', receivedAt);
    assert.deepEqual([empty.bids, empty.asks], [[], []]);
  }
});

test('a candle is known by its start, while the venue names its end', () => {
  const [first] = fixture('candlesticks', candlesAnswer).candlesticks;
  assert.ok(first);
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
  assert.equal(normaliseCandle({ end_period_ts: 1_784_386_800 }), null);
  const [traded, , empty] = fixture('candlesticks-historical', historicalCandlesAnswer).candlesticks;
  assert.ok(traded && empty);
  assert.equal(normaliseHistoricalCandle(traded)?.close, 0.05);
  assert.equal(normaliseHistoricalCandle(traded)?.volume, 51);
  assert.equal(normaliseHistoricalCandle(empty), null);
});

test('trades are reported in Yes terms, fractions included, block trades left out', () => {
  const [trade] = fixture('trades', tradePage).trades;
  assert.ok(trade);
  assert.deepEqual(normaliseTrade(trade), {
    t: Date.parse('2026-07-25T05:51:39.544Z'),
    price: 0.38,
    size: 12.61,
    side: 'buy',
  });
  assert.equal(normaliseTrade({ ...trade, is_block_trade: true }), null);
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
