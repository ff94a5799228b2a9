import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { Intake } from '../../upstream/intake.ts';
import {
  listYesPoints,
  normaliseBook,
  normaliseHistory,
  normaliseMarket,
  normaliseResolution,
} from './normalise.ts';
import { readTouch } from './quote.ts';
import { findStrikeIncluded } from './terms.ts';
import { findTime } from './times.ts';
import {
  bookAnswer,
  bookMarketRow,
  groupRow,
  historyAnswer,
  type LimitlessMarket,
  marketRow,
  orderbookUpdate,
  pointRow,
  poolMarketRow,
} from './wire.ts';

const now = epochMs(1_790_107_300_000);
const listed = { group: null, streamed: null, now };
const single = fixture('market-single', marketRow);

const points = (name: string) => new Intake().readRows(listYesPoints(fixture(name, historyAnswer)), pointRow);

test('an end that is no time refuses its row: the market would never end', () => {
  for (const expirationTimestamp of [
    1_790_108_100_000,
    '1790108100000',
    '2026-09-22T19:35:00Z',
    '2026-09-22T19:35:00.000+00:00',
    '',
    null,
  ])
    assert.equal(
      bookMarketRow.accepts({ ...single, expirationTimestamp }),
      true,
      String(expirationTimestamp),
    );
  for (const expirationTimestamp of [
    '2026-09-32T19:35:00Z',
    '2026-09-22T19:35:00 tomorrow',
    1_790_108_100,
    '1790108100',
    'Sep 22, 2026',
    0,
    -1,
    true,
  ])
    assert.equal(
      bookMarketRow.accepts({ ...single, expirationTimestamp }),
      false,
      String(expirationTimestamp),
    );
});

test('text that is no number refuses its row, and orders that cross leave the market without a price', () => {
  const touching = (bid: unknown, ask: unknown, noBid: unknown, noAsk: unknown) => ({
    ...single,
    tradePrices: {
      buy: { market: [ask, noAsk], limit: [bid, noBid] },
      sell: { market: [bid, noBid], limit: [ask, noAsk] },
    },
  });
  for (const odd of ['0,695', '0.695 USD', '0x1', '', ' ', '1e999', '０.695', 'NaN'])
    assert.equal(bookMarketRow.accepts(touching(odd, 0.74, 0.26, 0.305)), false, odd);
  assert.equal(bookMarketRow.accepts(touching('0.695', '7.4e-1', 0.26, 0.305)), true);

  for (const [bid, ask] of [
    [0.5, 0.5],
    [0.6, 0.4],
  ] as const) {
    const state = normaliseMarket(touching(bid, ask, 1 - ask, 1 - bid) as unknown as LimitlessMarket, listed);
    assert.equal(state.price, null);
    assert.deepEqual(state.refused, [{ member: 'yesAsk', value: ask }]);
  }
});

test('a listed market becomes a state in Yes terms', () => {
  const state = normaliseMarket(single, listed);
  assert.equal(state.ref.asset, 'limitless-btc-up-or-down-15-min-1790107200');
  assert.equal(state.price, 0.7175);
  assert.deepEqual([state.bid, state.ask], [0.695, 0.74]);
  assert.deepEqual([state.ticker.noBid, state.ticker.noAsk], [0.26, 0.305]);
  assert.equal(state.ticker.noPrice, 0.2825);
  assert.equal(state.ticker.status, 'open');
  assert.equal(state.ticker.closeTime, 1_790_108_100_000);
  assert.equal(state.ticker.category, '15 min');
  assert.equal(
    state.ticker.venueNativeUrl,
    'https://limitless.exchange/markets/btc-up-or-down-15-min-1790107200',
  );
  assert.match(state.rules ?? '', /^This market will resolve to "Up" if the Chainlink/);
  assert.doesNotMatch(state.rules ?? '', /<|&nbsp;/);
});

test('a price that no probability can have is refused and kept as evidence', () => {
  const tradePrices = { buy: { market: [1.2, 0.3], limit: [] }, sell: { market: [0.4, 0.2], limit: [] } };
  const state = normaliseMarket({ ...single, tradePrices } as unknown as LimitlessMarket, listed);
  assert.deepEqual([state.ticker.yesAsk, state.ticker.noBid], [null, null]);
  assert.deepEqual(state.refused, [{ member: 'yesAsk', value: 1.2 }]);
  assert.equal(normaliseMarket(single, listed).refused, undefined);
});

test('quotes of Yes and No that do not fit leave the market without a price', () => {
  const buy = { market: [0.74, 0.305] };
  const sell = { market: [0.695, 0.26] };
  const read = (tradePrices: object) =>
    normaliseMarket({ ...single, tradePrices } as unknown as LimitlessMarket, listed);
  assert.equal(read({ buy, sell }).price, 0.7175);
  for (const odd of [
    { buy: { market: [0.305, 0.74] }, sell },
    { buy, sell: { market: [0.26, 0.695] } },
    { buy: { market: [0.79, 0.305] }, sell },
  ]) {
    const { price, polled, refused } = read(odd);
    assert.deepEqual([price, polled?.price], [null, null]);
    assert.ok((refused?.length ?? 0) > 0);
  }
});

test('a market whose trading has ended has no price: by its end, its flag, its status or an unknown one', () => {
  const end = Number(single.expirationTimestamp);
  const touch = { bid: 0.7, ask: 0.72 };
  const read = (changes: object, now = end - 1, streamed: typeof touch | null = null) =>
    normaliseMarket({ ...single, ...changes }, { group: null, streamed, now: epochMs(now) });
  assert.deepEqual([read({}).price, read({}).ticker.status], [0.7175, 'open']);
  const rows: [ended: ReturnType<typeof read>, status: string][] = [
    [read({}, end), 'closed'],
    [read({}, end + 5_000, touch), 'closed'],
    [read({ expired: true }), 'closed'],
    [read({ status: 'LOCKED' }), 'closed'],
    [read({ status: 'LOCKED' }, end - 1, touch), 'closed'],
    [read({ status: 'SETTLING_SOMEHOW' }), 'closed'],
    [read({ status: 'RESOLVED' }), 'resolved'],
  ];
  for (const [{ price, bid, ask, polled, ticker }, status] of rows) {
    assert.equal(ticker.status, status);
    assert.deepEqual([price, bid, ask, polled?.price, ticker.yesPrice], [null, null, null, null, null]);
  }
  for (const status of ['CREATED', 'DRAFTED']) assert.equal(read({ status }).ticker.status, 'paused');
});

test('whether a tie counts as Up is read from the comparison in the rules, and null where they are silent', () => {
  const rows: [rules: string, isIncluded: boolean | null][] = [
    [
      'This market will resolve to "Up" if the TWAP is greater than or equal to the Price to Beat captured.',
      true,
    ],
    ['It will resolve to "Up" if the price at 12:00 is at or above $86,210.31.', true],
    ['will resolve to "Yes" if the price is equal to or higher than 92,000.', true],
    ['will resolve to "Up" if the first close is lower than the final close. Otherwise "Down".', false],
    ['will resolve to "Up" if the price is greater than the Price to Beat. Otherwise, at least one', false],
    ['will immediately resolve to "Yes" if any candle has a high above $92,000.', false],
    ['will resolve to “Up” if the close is not lower than the open.', true],
    ['will resolve to "Up" if the "Close" price for the Binance 1 minute candle on Oct 6 \'26', null],
    ['will resolve to "Down" if the price is lower than the Price to Beat.', null],
    ['The price that is greater than or equal to others is not this market.', null],
    ['', null],
  ];
  for (const [rules, isIncluded] of rows) assert.equal(findStrikeIncluded(rules), isIncluded, rules);
});

test('source and underlying are those of the chart or the stream, never the label of a feed', () => {
  const read = (changes: object) => {
    const { terms } = normaliseMarket({ ...single, ...changes } as unknown as LimitlessMarket, listed);
    return [terms.underlying, terms.settlementSource];
  };
  const chart = { source: 'binance', symbol: 'BTCUSDT', market: 'spot', candle: 'daily' };
  const binance = { ticker: 'BTCUSDT', chartSource: 'binance', symbol: 'BTC', name: 'BTC' };
  assert.deepEqual(read({ metadata: { openPrice: '1', chart }, priceOracleMetadata: binance }), [
    'BTC',
    'binance spot BTCUSDT',
  ]);
  assert.deepEqual(read({ metadata: {}, priceOracleMetadata: binance }), ['BTC', 'binance BTCUSDT']);
  const label = { ticker: 'ETH', symbol: 'Crypto.ETH/USD.TWAP60', name: 'ETH' };
  assert.deepEqual(read({ metadata: {}, priceOracleMetadata: label }), ['ETH', null]);
  assert.deepEqual(read({ metadata: {}, priceOracleMetadata: null }), [null, null]);
  const stream = { pair: 'SOL/USD', streamUrl: 'https://data.chain.link/streams/sol-usd-twap-60s-streams' };
  assert.deepEqual(read({ metadata: { chainlinkDataStream: stream }, priceOracleMetadata: null }), [
    'SOL',
    stream.streamUrl,
  ]);
});

test('a book without one of its sides, and a market without its quotes, are refused: they have other names now', () => {
  assert.ok(bookAnswer.accepts({ bids: [], asks: [] }));
  for (const odd of [{}, { bids: [] }, { asks: [] }, { buy: [], sell: [] }]) {
    assert.equal(bookAnswer.accepts(odd), false, JSON.stringify(odd));
    assert.equal(orderbookUpdate.accepts({ marketSlug: 'a', orderbook: odd }), false);
  }
  assert.ok(bookMarketRow.accepts(single));
  const { tradePrices: _quotes, ...renamed } = single;
  assert.equal(bookMarketRow.accepts(renamed), false);
  assert.equal(bookMarketRow.accepts({ ...single, tradePrices: null }), false);
  assert.equal(poolMarketRow.accepts({ ...renamed, prices: undefined }), false);
});

test('volume is read in its six decimals, and a 24 h figure is not made up', () => {
  const state = normaliseMarket(single, listed);
  assert.equal(state.volumeCounter, 8.874);
  assert.equal(state.ticker.volumeTotalUsd, 8.874);
  assert.equal(state.ticker.volume24hUsd, null);
});

test('a market that copies one of another venue names it, with its own strike', () => {
  const { terms } = normaliseMarket(single, listed);
  assert.deepEqual(terms.mirrorOf, { venue: 'polymarket', key: 'btc-updown-15m-1790107200' });
  assert.deepEqual([terms.direction, terms.underlying], ['above', 'BTC']);
  assert.ok(Math.abs((terms.strike ?? 0) - 86_210.314876447) < 1e-6);
  assert.equal(terms.settlementSource, 'https://data.chain.link/streams/btc-usd-twap-60s-streams');
});

test('the 0.5 of an empty book is no price', () => {
  const [empty] = rows();
  assert.ok(empty);
  assert.deepEqual(empty.prices, [0.5, 0.5]);
  const { price, bid, ask, ticker } = normaliseMarket(empty, listed);
  assert.deepEqual([price, bid, ask, ticker.yesPrice, ticker.noPrice], [null, null, null, null, null]);
  assert.equal(normaliseMarket(empty, listed).terms.underlying, 'SOL');
});

test('a wide book has a mid all the same', () => {
  const row = rows()[1]!;
  const now = epochMs(Number(row.expirationTimestamp) - 1);
  assert.equal(normaliseMarket(row, { ...listed, now }).price, 0.755);
});

test('orders at the edges of the grid alone say nothing', () => {
  const [, update] = raw('ws-orderbookUpdate-2-empty-like') as unknown[];
  assert.ok(orderbookUpdate.accepts(update));
  assert.deepEqual(readTouch(update.orderbook), { bid: null, ask: null });
});

test('one side at the edge leaves the other real, without a mid', () => {
  const [, update] = raw('ws-orderbookUpdate') as unknown[];
  assert.ok(orderbookUpdate.accepts(update));
  assert.deepEqual(readTouch(update.orderbook), { bid: 0.012, ask: 0.219 });
  const oneSided = normaliseMarket(withTouch(0.001, 0.219), listed);
  assert.deepEqual([oneSided.bid, oneSided.ask, oneSided.price], [null, 0.219, null]);
});

test('a streamed touch replaces the listed one everywhere but in what was polled', () => {
  const state = normaliseMarket(single, { ...listed, streamed: { bid: 0.8, ask: 0.9 } });
  assert.deepEqual([state.price, state.bid, state.ticker.yesPrice], [0.85, 0.8, 0.85]);
  assert.deepEqual(state.polled, { price: 0.7175, bid: 0.695, ask: 0.74 });
});

test('a market past its end is closed while it waits for the oracle', () => {
  const late = { ...listed, now: epochMs(1_790_108_100_000) };
  assert.equal(single.status, 'FUNDED');
  assert.equal(normaliseMarket(single, late).ticker.status, 'closed');
  assert.equal(normaliseMarket({ ...single, expired: true }, listed).ticker.status, 'closed');
  assert.equal(normaliseMarket({ ...single, status: 'CREATED' }, listed).ticker.status, 'paused');
});

test('the 0 and 1 of a resolved market are no prices', () => {
  const resolved = fixture('market-resolved', marketRow);
  assert.deepEqual(resolved.prices, [0, 1]);
  const { price, bid, ask, ticker } = normaliseMarket(resolved, listed);
  assert.deepEqual([price, bid, ask, ticker.status], [null, null, null, 'resolved']);
});

test('the children of a group are markets of one event', () => {
  const group = fixture('group.described', groupRow);
  const [spain] = group.markets;
  assert.ok(marketRow.accepts(spain));
  const { ticker } = normaliseMarket(spain, { ...listed, group });
  assert.equal(ticker.asset, 'limitless-spain-1790000000001');
  assert.deepEqual(
    [ticker.eventKey, ticker.eventTitle],
    ['who-wins-the-cup-1790000000000', 'Who wins the cup?'],
  );
  assert.deepEqual([ticker.exclusive, ticker.exhaustive, ticker.category], [true, null, 'Football']);
  const loose = normaliseMarket(spain, { ...listed, group: { ...group, negRiskMarketId: null } });
  assert.equal(loose.ticker.exclusive, null);
});

test('a pool has a price without a touch, in per cent on very old rows', () => {
  const pool = { ...single, tradeType: 'amm', tradePrices: null };
  const price = (prices: [number, number]) => normaliseMarket({ ...pool, prices }, listed).price;
  assert.deepEqual(
    [price([0.3, 0.7]), price([30, 70]), price([0.5, 0.5]), price([1, 0])],
    [0.3, 0.3, 0.5, null],
  );
  assert.equal(normaliseMarket({ ...pool, prices: [0.3, 0.7] }, listed).bid, null);
});

test('a book is in shares and best first, its numbers text or not', () => {
  const book = normaliseBook(fixture('orderbook', bookAnswer), 'limitless-x', now);
  assert.deepEqual(book.bids[0], { price: 0.717, size: 250 });
  assert.deepEqual(book.asks[0], { price: 0.762, size: 5 });
  assert.deepEqual([book.bids.length, book.asks.length], [8, 7]);

  const unsorted = {
    bids: [
      { price: '0.2', size: '1000000' },
      { price: 0.3, size: 2_000_000 },
      { price: 0.9, size: 'x' },
    ],
    asks: null,
  };
  const sorted = normaliseBook(unsorted, 'limitless-x', now);
  assert.deepEqual(sorted.bids, [
    { price: 0.3, size: 2 },
    { price: 0.2, size: 1 },
  ]);
  assert.deepEqual(sorted.asks, []);
});

test('price history is read in each of its three shapes', () => {
  const hour = epochMs(1_705_316_400_000);
  const flat = { volume: null, trades: null };
  assert.deepEqual(normaliseHistory(points('history-data.described')), [
    { t: hour, open: 0.1655, high: 0.1655, low: 0.1, close: 0.1, ...flat },
    { t: hour + 3_600_000, open: 0.2, high: 0.2, low: 0.2, close: 0.2, ...flat },
  ]);
  assert.deepEqual(normaliseHistory(points('history-prices.described')), [
    { t: hour, open: 0.1655, high: 0.1655, low: 0.1655, close: 0.1655, ...flat },
  ]);
  assert.equal(normaliseHistory(points('history-tokens.described'))[0]?.close, 0.75);
  assert.deepEqual(normaliseHistory([]), []);
});

test('a resolution is what the resolved market pays', () => {
  const resolved = fixture('market-resolved', marketRow);
  const resolution = normaliseResolution(resolved, null);
  assert.deepEqual([resolution?.outcome, resolution?.payout, resolution?.disputed], ['no', 0, null]);
  assert.equal(resolution?.settledAt, Date.parse('2026-09-22T19:48:02.985Z'));
  assert.equal(normaliseResolution(resolved, now)?.settledAt, now);

  const byIndex = (winningOutcomeIndex: number | null) =>
    normaliseResolution({ ...resolved, payoutNumerators: null, winningOutcomeIndex }, null);
  assert.deepEqual([byIndex(0)?.outcome, byIndex(1)?.outcome, byIndex(null)], ['yes', 'no', null]);
  const split = normaliseResolution({ ...resolved, payoutNumerators: [1, 1] }, null);
  assert.deepEqual([split?.outcome, split?.payout], ['void', 0.5]);
  for (const [payoutNumerators, winningOutcomeIndex] of [
    [[1, 0], 1],
    [['0', '7'], 0],
  ] as const) {
    const contradicting = { ...resolved, payoutNumerators: [...payoutNumerators], winningOutcomeIndex };
    assert.equal(
      normaliseResolution(contradicting, null),
      null,
      `${payoutNumerators} ${winningOutcomeIndex}`,
    );
  }
});

test('an open or expired market is not resolved', () => {
  assert.equal(normaliseResolution(single, null), null);
  assert.equal(normaliseResolution({ ...single, expired: true, winningOutcomeIndex: 0 }, null), null);
});

test('times come as number, numeric text or ISO text', () => {
  assert.deepEqual(
    [1_705_318_200_000, '1705318200000', '2024-01-15T11:30:00.000Z', '', null, 'Sep 99', 0].map(findTime),
    [1_705_318_200_000, 1_705_318_200_000, 1_705_318_200_000, null, null, null, null],
  );
});

function withTouch(bid: number, ask: number): LimitlessMarket {
  return { ...single, tradePrices: { buy: { market: [ask, 1 - bid] }, sell: { market: [bid, 1 - ask] } } };
}

function rows(): LimitlessMarket[] {
  return (raw('markets-active-rows') as unknown[]).filter((row) => marketRow.accepts(row));
}

function raw(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
}

function fixture<T>(
  name: string,
  wire: { accepts(value: unknown): value is T; findProblem(value: unknown): string | null },
): T {
  const value = raw(name);
  assert.ok(wire.accepts(value), `${name}${wire.findProblem(value) ?? ''}`);
  return value;
}
