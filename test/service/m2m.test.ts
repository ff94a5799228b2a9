import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs, HOUR_MS, NO_TERMS } from '../../src/domain/index.ts';
import type { TapedMarket } from '../../src/feed/taped-markets.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { BTC, binary, ELECTION, HIGH, LIMIT, NOW, ONE_OF_EACH, perp } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  schema: ['version', 'optionalBlocks'],
  freshness: ['feedAgeMs', 'historyLastMs', 'historyLastEverMs', 'isStale'],
  price: [
    'last',
    'bid',
    'ask',
    'spreadBps',
    'spreadPts',
    'change24hPct',
    'change24hPts',
    'unit',
    'change24hSource',
    'fairValue',
    'basisBps',
    'basisPts',
  ],
  fairValue: ['value', 'unit', 'basisBps', 'source', 'confidence', 'dispersionBps', 'nVenues', 'isStale'],
  liquidity: ['liquidityUsd', 'openInterestUsd', 'volume24hUsd', 'volumeTotalUsd', 'source'],
  risk: [
    'realizedVolAnnualizedPct',
    'maxDrawdownPct',
    'sharpe',
    'ulcerIndexPct',
    'painIndexPct',
    'modifiedVar95Pct',
    'martinRatio',
    'cdar95Pct',
    'gainToPain',
    'sterlingRatio',
    'omega',
    'rollSpreadBps',
    'barsUsed',
    'source',
    'returnBasis',
    'windowMs',
    'periodsPerYear',
    'sampling',
    'sampleNote',
    'sharpeSuppressedReason',
  ],
  flow: ['imbalance', 'lean', 'stated'],
  carry: ['fundingAprPct', 'side'],
  signals: ['direction', 'confidence', 'reasons'],
  tradeHint: ['venueNativeUrl', 'suggestedSide', 'notes'],
};
const TOP = ['ok', 'generatedAt', 'generatedAtMs', 'apiVersion', 'asset', 'venue', 'storeKey', 'name'];

/** One record every five seconds, the newest now, alternating around a price so that nothing trends. */
async function recordPrices(history: HistoryStore, ref: typeof BTC, prices: readonly number[], v = 0) {
  await history.append(
    prices.map((p, i) => ({
      venue: ref.venue,
      storeKey: ref.storeKey,
      asset: ref.asset,
      t: epochMs(NOW - (prices.length - 1 - i) * 5_000),
      p,
      v: v === 0 ? null : v,
      s: 'poll' as const,
    })),
  );
}

const alternating = (price: number, step: number, count = 100) =>
  Array.from({ length: count }, (_, i) => price + (i % 2) * step);

test('a bundle of any kind has every block and every member', async (t) => {
  const { app } = await startBench(t);
  for (const ref of ONE_OF_EACH) {
    const response = await app.inject(`/api/m2m/${ref.asset.toUpperCase()}/bundle`);
    assert.equal(response.statusCode, 200, response.body);
    const bundle = response.json();
    for (const name of TOP) assert.ok(name in bundle, `${ref.kind}: ${name}`);
    for (const [block, members] of Object.entries(BLOCKS)) {
      assert.deepEqual(Object.keys(bundle[block]).sort(), [...members].sort(), `${ref.kind}: ${block}`);
    }
    assert.deepEqual(
      [bundle.asset, bundle.venue, bundle.storeKey, bundle.apiVersion],
      [ref.asset, ref.venue, ref.storeKey, 'v1'],
    );
    assert.deepEqual(bundle.schema, { version: '1.0', optionalBlocks: ['series'] });
    assert.equal('series' in bundle, false);
    if (ref.kind === 'hl-perp') assert.equal(bundle.horizon, null);
    else {
      assert.deepEqual(Object.keys(bundle.horizon), [
        'endDate',
        'daysToResolve',
        'resolvedFrom',
        'terminalVariance',
        'settlement',
      ]);
    }
  }
});

test('a perpetual is measured against its oracle, and its change is the venue’s', async (t) => {
  const { app } = await startBench(t);
  const bundle = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
  assert.equal(bundle.name, 'BTC');
  assert.deepEqual(
    [bundle.price.last, bundle.price.bid, bundle.price.ask, bundle.price.unit],
    [87_250.5, 87_250, 87_252, 'usd'],
  );
  assert.equal(bundle.price.spreadBps, (2 / 87_251) * 1e4);
  assert.deepEqual([bundle.price.change24hPct, bundle.price.change24hSource], [1.45, 'snapshot']);
  const { value, basisBps, source, confidence, nVenues } = bundle.fairValue;
  assert.deepEqual([value, source, confidence, nVenues], [87_240, 'hl-oracle', 1, null]);
  assert.equal(basisBps, (87_250.5 / 87_240 - 1) * 1e4);
  assert.deepEqual([bundle.price.fairValue, bundle.price.basisBps], [value, basisBps]);
  assert.deepEqual(bundle.carry, { fundingAprPct: 0.0000125 * 876_000, side: 'longs_pay' });
  assert.deepEqual(bundle.liquidity, {
    liquidityUsd: null,
    openInterestUsd: 2_477_900_000,
    volume24hUsd: 1_930_000_000,
    volumeTotalUsd: null,
    source: 'snapshot',
  });
  assert.equal(bundle.tradeHint.venueNativeUrl, 'https://app.hyperliquid.xyz/trade/BTC');
});

test('a binary has a horizon, flat carry, and the address that its venue gave', async (t) => {
  const { app } = await startBench(t);
  const bundle = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle`)).json();
  assert.equal(bundle.name, 'Will it happen?');
  assert.deepEqual(bundle.horizon, {
    endDate: NOW + DAY_MS,
    daysToResolve: 1,
    resolvedFrom: 'closeTime',
    terminalVariance: 0.42 * (1 - 0.42),
    settlement: null,
  });
  assert.deepEqual(bundle.carry, { fundingAprPct: null, side: 'flat' });
  assert.equal(bundle.tradeHint.venueNativeUrl, 'https://example.org/market');
  assert.deepEqual(bundle.fairValue.source, 'none');
  assert.deepEqual([bundle.price.change24hPct, bundle.price.change24hSource], [null, null]);
});

test('risk comes from the store, from hourly closes when that is short, or is insufficient', async (t) => {
  const { app, history } = await startBench(t);
  const empty = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
  assert.deepEqual(
    [empty.risk.source, empty.risk.barsUsed, empty.risk.returnBasis],
    ['insufficient', 0, null],
  );
  assert.equal(empty.risk.realizedVolAnnualizedPct, null);
  assert.deepEqual([empty.signals.direction, empty.signals.confidence], ['NEUTRAL', 0]);
  assert.equal(empty.signals.reasons.length, 1);

  await recordPrices(history, HIGH, alternating(0.4, 0.01));
  const stored = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
  assert.deepEqual(
    [stored.risk.source, stored.risk.barsUsed, stored.risk.returnBasis, stored.risk.windowMs],
    ['store', 100, 'diff', DAY_MS],
  );
  assert.ok(stored.risk.realizedVolAnnualizedPct > 0);
  for (const yearly of ['sharpe', 'martinRatio', 'sterlingRatio']) assert.equal(stored.risk[yearly], null);
  assert.equal(stored.freshness.historyLastMs, NOW);

  await history.append(
    Array.from({ length: 48 }, (_, i) => ({
      venue: LIMIT.venue,
      storeKey: LIMIT.storeKey,
      asset: LIMIT.asset,
      t: epochMs(NOW - (48 - i) * HOUR_MS),
      p: 0.4 + (i % 3) / 100,
      v: null,
      s: 'backfill' as const,
    })),
  );
  const hourly = (await app.inject(`/api/m2m/${LIMIT.asset}/bundle`)).json();
  assert.deepEqual([hourly.risk.source, hourly.risk.windowMs], ['fallback', 7 * DAY_MS]);
  assert.ok(hourly.risk.barsUsed >= 47);
});

/** The paths of all nulls of an answer. */
function listNulls(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (member === null) return [prefix + name];
    return typeof member === 'object' && !Array.isArray(member) ? listNulls(member, `${prefix}${name}.`) : [];
  });
}

test('every null of a quote and a bundle has its reason, and nothing else has', async (t) => {
  const { app, history, feed, pass } = await startBench(t);
  const ask = async (asset: string) => {
    for (const name of ['bundle', 'quote?activity=true']) {
      const { whyNull, ...answer } = (await app.inject(`/api/m2m/${asset}/${name}`)).json();
      assert.deepEqual(Object.keys(whyNull).sort(), listNulls(answer).sort(), `${asset} ${name}`);
    }
    return (await app.inject(`/api/m2m/${asset}/bundle`)).json().whyNull;
  };
  const young = await ask('hl-BTC');
  assert.deepEqual(
    [young['risk.sharpe'], young.horizon, young['flow.imbalance'], young['fairValue.nVenues']],
    ['too_few_bars', 'not_applicable', 'no_volume', 'not_applicable'],
  );
  for (const { asset } of ONE_OF_EACH) await ask(asset);

  await recordPrices(history, HIGH, alternating(0.4, 0.01));
  feed.set('kalshi', []);
  pass(60_000);
  const gone = await ask(HIGH.asset);
  assert.deepEqual(
    [gone['price.bid'], gone['liquidity.volume24hUsd'], gone['horizon.endDate'], gone['risk.sharpe']],
    ['delisted', 'delisted', 'delisted', 'not_applicable'],
  );

  feed.set('kalshi', [], epochMs(NOW - 2_000), [HIGH]);
  pass(60_000);
  const below = await ask(HIGH.asset);
  assert.deepEqual(
    [below['price.bid'], below['liquidity.volume24hUsd'], below['horizon.endDate']],
    ['beyond_limit', 'beyond_limit', 'beyond_limit'],
  );
  const { whyNull } = (await app.inject(`/api/asset/${HIGH.asset}?explain=true`)).json();
  assert.equal(whyNull.ticker, 'beyond_limit');
  const stale = (await app.inject('/api/alerts/stale')).json();
  assert.equal(stale.summary.beyondLimitCount, 1);
  assert.deepEqual(
    stale.beyondLimit.map(({ kind, asset }: { kind: string; asset: string }) => [kind, asset]),
    [['beyond_limit', HIGH.storeKey]],
  );
});

test('the venue’s candles serve an asset that the store does not know', async (t) => {
  const candles = Array.from({ length: 60 }, (_, i) => ({
    t: epochMs(NOW - (60 - i) * HOUR_MS),
    open: 1,
    high: 1,
    low: 1,
    close: 87_000 + (i % 4) * 50,
    volume: null,
    trades: null,
  }));
  let reads = 0;
  const markets = {
    readCandles: async () => {
      reads++;
      return candles;
    },
    readFunding: async () => [],
  };
  const { app, pass } = await startBench(t, { markets });
  const first = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
  assert.deepEqual([first.risk.source, first.risk.barsUsed], ['fallback', 60]);
  pass(60_000);
  await app.inject('/api/m2m/hl-BTC/bundle');
  assert.equal(reads, 1, 'asked again only after five minutes');
});

const SIGNALS = [
  // change, funding, oracle basis bps, direction, score
  { change: 0.5, funding: 0, oracle: 87_250.5, direction: 'NEUTRAL', confidence: 0.2, side: null, votes: 0 },
  { change: 1, funding: 0, oracle: 87_250.5, direction: 'NEUTRAL', confidence: 0.245, side: null, votes: 1 },
  {
    change: 2,
    funding: -0.00001,
    oracle: 87_250.5,
    direction: 'LONG',
    confidence: 0.39,
    side: 'BUY',
    votes: 2,
  },
  {
    change: -2,
    funding: 0.00001,
    oracle: 87_250.5,
    direction: 'SHORT',
    confidence: 0.39,
    side: 'SELL',
    votes: 2,
  },
  // A mark far below its oracle: the basis is held at -150 bps and votes +0.5.
  { change: 0, funding: 0, oracle: 100_000, direction: 'LONG', confidence: 0.6, side: 'BUY', votes: 1 },
] as const;

for (const { change, funding, oracle, direction, confidence, side, votes } of SIGNALS) {
  test(`signal: change ${change} %, funding ${funding}, oracle ${oracle} is ${direction}`, async (t) => {
    const { app, feed, history } = await startBench(t);
    feed.set('hyperliquid', [perp(BTC, { changePct: change, fundingHourly: funding, oraclePx: oracle })]);
    await recordPrices(history, BTC, alternating(87_250, 1));
    const { signals, tradeHint } = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
    assert.equal(signals.direction, direction);
    assert.ok(Math.abs(signals.confidence - confidence) < 1e-9, `${signals.confidence}`);
    assert.equal(signals.reasons.length, votes);
    assert.equal(tradeHint.suggestedSide, side);
  });
}

test('flow votes only when the records carry real volume', async (t) => {
  const { app, history } = await startBench(t);
  const rising = Array.from({ length: 60 }, (_, i) => 0.3 + i / 1_000);
  await recordPrices(history, HIGH, rising, 10);
  await recordPrices(history, LIMIT, rising);
  const counted = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
  assert.deepEqual(counted.flow, { imbalance: 1, lean: 'BID', stated: null });
  const silent = (await app.inject(`/api/m2m/${LIMIT.asset}/bundle`)).json();
  assert.deepEqual(silent.flow, { imbalance: null, lean: null, stated: null });
});

test('flow by stated side stands beside the tick rule, and the signal goes by it and says so', async (t) => {
  const sums = { buys: 30, sells: 70, unknown: 0, trades: 12, windowMs: 23 * HOUR_MS };
  let taped: TapedMarket | null = { isLeftOut: false, stated: sums, whyNone: null };
  const now = { ms: 0 };
  const { app, history } = await startBench(t, {
    tapedMarkets: { readMarkets: async (refs) => refs.map(() => taped) },
    now: () => now.ms,
  });
  const rising = Array.from({ length: 60 }, (_, i) => 0.3 + i / 1_000);
  await recordPrices(history, HIGH, rising, 10);
  const read = async () => {
    now.ms += 60_000;
    const { flow, signals, whyNull } = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
    const reason = signals.reasons.find((text: string) => text.includes('traded volume')) ?? '';
    const stated = Object.entries(whyNull).filter(([path]) => path.startsWith('flow.stated'));
    return { flow, reason, whyNull: Object.fromEntries(stated) };
  };
  const first = await read();
  assert.deepEqual(first.flow, {
    imbalance: 1,
    lean: 'BID',
    stated: { imbalance: -0.4, lean: 'ASK', knownShare: 1, trades: 12, windowMs: 23 * HOUR_MS },
  });
  assert.match(first.reason, /^Sellers lead .* 0\.4, by the sides that the venue stated\.$/);
  assert.deepEqual(first.whyNull, {});

  taped = { isLeftOut: false, stated: { ...sums, unknown: 50 }, whyNone: null };
  const unknown = await read();
  assert.deepEqual(unknown.flow.stated.imbalance, null);
  assert.match(unknown.reason, /^Buyers lead .* 1, by the tick rule\.$/);
  assert.deepEqual(unknown.whyNull, {
    'flow.stated.imbalance': 'known_share',
    'flow.stated.lean': 'known_share',
  });

  taped = { isLeftOut: false, stated: { ...sums, buys: 65 }, whyNone: null };
  const balanced = await read();
  assert.deepEqual([balanced.reason, balanced.whyNull], ['', { 'flow.stated.lean': 'balanced' }]);

  for (const whyNone of ['no_trades', 'never', 'off', 'pending', 'break_connection'] as const) {
    taped = { isLeftOut: false, stated: null, whyNone };
    assert.deepEqual((await read()).whyNull, { 'flow.stated': whyNone });
  }
  taped = null;
  assert.deepEqual((await read()).whyNull, { 'flow.stated': 'not_answered' });
});

test('a stale feed says so everywhere and gives no direction', async (t) => {
  const { app, feed, history } = await startBench(t);
  feed.set('hyperliquid', [perp(BTC, { changePct: 9, fundingHourly: -0.001 })], epochMs(NOW - 120_001));
  await recordPrices(history, BTC, alternating(87_250, 1));
  const bundle = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
  assert.deepEqual([bundle.freshness.isStale, bundle.freshness.feedAgeMs], [true, 120_001]);
  assert.equal(bundle.fairValue.isStale, true);
  assert.deepEqual([bundle.signals.direction, bundle.signals.confidence], ['NEUTRAL', 0]);
  assert.match(bundle.signals.reasons[0], /stale/);
  assert.match(bundle.tradeHint.notes.join(' '), /stale/);
  const quote = (await app.inject('/api/m2m/hl-BTC/quote')).json();
  assert.deepEqual(quote.freshness, { feedAgeMs: 120_001, isStale: true });
  const index = (await app.inject('/api/m2m/index')).json();
  assert.deepEqual([index.summary.freshCount, index.summary.staleCount], [3, 1]);
});

test('the 24 h change of a binary is measured against its own record of a day ago', async (t) => {
  const { app, history } = await startBench(t);
  const at = (t: number, p: number) => ({
    venue: HIGH.venue,
    storeKey: HIGH.storeKey,
    asset: HIGH.asset,
    t: epochMs(t),
    p,
    v: null,
    s: 'poll' as const,
  });
  await history.append([at(NOW - 25 * HOUR_MS, 0.4), at(NOW - 23 * HOUR_MS, 0.1)]);
  const { price } = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
  assert.equal(price.change24hSource, 'store-delta');
  assert.ok(Math.abs(price.change24hPct - 5) < 1e-9);
});

test("the change of a young series is the venue's own, as long as its list is fresh", async (t) => {
  const { app, feed, history, pass } = await startBench(t);
  const [stated, absurd] = [
    { ...binary(HIGH), venueChange24h: 0.07 },
    { ...binary(LIMIT), venueChange24h: 0.9 },
  ];
  feed.set('kalshi', [stated]);
  feed.set('limitless', [absurd]);
  const young = { venue: HIGH.venue, storeKey: HIGH.storeKey, asset: HIGH.asset, p: 0.3, v: null };
  await history.append([{ ...young, t: epochMs(NOW - HOUR_MS), s: 'poll' }]);
  const read = async (ref: { readonly asset: string }) =>
    (await app.inject(`/api/m2m/${ref.asset}/bundle`)).json();
  const { price, whyNull } = await read(HIGH);
  // 0.42 stands 0.07 above 0.35.
  assert.deepEqual([price.change24hPts, price.change24hSource], [7, 'venue']);
  assert.ok(Math.abs(price.change24hPct - 20) < 1e-9);
  assert.ok(!('price.change24hSource' in whyNull));

  const refused = await read(LIMIT);
  assert.deepEqual([refused.price.change24hPct, refused.price.change24hSource], [null, null]);
  assert.equal(refused.whyNull['price.change24hPct'], 'no_day_old_record');
  const { price: quote } = (await app.inject(`/api/m2m/${HIGH.asset}/quote`)).json();
  assert.deepEqual(
    [quote.change24hPct, quote.change24hSource],
    [null, null],
    'a quote has no change of a binary',
  );

  pass(60_000);
  feed.set('kalshi', [stated], epochMs(NOW - 120_001));
  const stale = await read(HIGH);
  assert.deepEqual([stale.freshness.isStale, stale.price.change24hPct], [true, null], 'its day has moved on');
});

test('linked venues make a consensus, each venue once, the No side turned around', async (t) => {
  const members = [
    { asset: ELECTION.asset, polarity: 1 },
    { asset: HIGH.asset, polarity: 1 },
    { asset: LIMIT.asset, polarity: -1 },
  ] as const;
  const groups = {
    group: (asset: string) => {
      const own = members.find((member) => member.asset === asset);
      if (own === undefined) return [{ asset, polarity: 1 as const }];
      const rest = members.filter((member) => member !== own);
      return [
        { asset, polarity: 1 as const },
        ...rest.map((member) => ({
          asset: member.asset,
          polarity: (member.polarity * own.polarity === 1 ? 1 : -1) as 1 | -1,
        })),
      ];
    },
  };
  const { app, feed, pass } = await startBench(t, { groups });
  feed.set('polymarket', [binary(ELECTION, { yesPrice: 0.42, yesBid: 0.41, yesAsk: 0.43 })]);
  feed.set('kalshi', [binary(HIGH, { yesPrice: 0.4, yesBid: 0.39, yesAsk: 0.41 })]);
  feed.set('limitless', [binary(LIMIT, { yesPrice: 0.56, yesBid: 0.55, yesAsk: 0.57 })]);
  const three = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle`)).json().fairValue;
  assert.deepEqual(
    [three.value, three.source, three.nVenues, three.unit],
    [0.42, 'consensus', 3, 'probability'],
  );
  assert.ok(Math.abs(three.confidence - (2 / 3) * (1 - 0.04 / 0.1)) < 1e-9);
  assert.ok(Math.abs(three.dispersionBps - (0.04 / 0.42) * 1e4) < 1e-6);
  const turned = (await app.inject(`/api/m2m/${LIMIT.asset}/bundle`)).json().fairValue;
  assert.equal(turned.value, 0.58);

  feed.set('kalshi', [binary(HIGH, { yesPrice: 0.4 })], epochMs(NOW - 200_000));
  pass(60_000);
  const two = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle`)).json().fairValue;
  assert.deepEqual([two.value, two.nVenues], [0.43, 2], 'a stale venue has no say');

  feed.set('limitless', [binary(LIMIT, { yesPrice: 0.56, yesBid: 0.5, yesAsk: 0.7 })]);
  pass(60_000);
  const one = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle`)).json().fairValue;
  assert.deepEqual([one.value, one.source, one.nVenues], [null, 'none', null], 'a wide touch has no mid');
});

test('a series is drawn only on request: at most sixty prices of a day', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 1_000);
  const { series } = (await app.inject('/api/m2m/hl-BTC/bundle?series=true')).json();
  assert.equal(series.points, series.prices.length);
  assert.ok(series.points >= 1 && series.points <= 60);
  assert.equal(series.windowMs, DAY_MS);
  assert.equal(series.prices.at(-1), 0.25 + 999 / 4_096);
});

test('an asset that left its venue answers from the store and is stale', async (t) => {
  const { app, feed, history } = await startBench(t);
  await record(history, HIGH, 40);
  feed.set('kalshi', []);
  await history.putResolution({
    venue: HIGH.venue,
    storeKey: HIGH.storeKey,
    asset: HIGH.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(NOW - 1_000),
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: NOW,
  });
  const bundle = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
  assert.equal(bundle.price.last, 0.25 + 39 / 4_096);
  assert.deepEqual([bundle.freshness.isStale, bundle.name, bundle.liquidity.source], [true, null, null]);
  assert.equal(bundle.horizon.settlement.outcome, 'yes');
  assert.match(bundle.tradeHint.notes.join(' '), /no longer lists.*resolved: yes/);
  const quote = (await app.inject(`/api/m2m/${HIGH.asset}/quote`)).json();
  assert.deepEqual(
    [quote.price.last, quote.freshness.isStale, quote.venueNativeUrl],
    [bundle.price.last, true, null],
  );
});

test('a market that left its venue has the name under which it was registered', async (t) => {
  const { app, feed, history } = await startBench(t);
  await record(history, HIGH, 1);
  feed.set('kalshi', []);
  const ask = async (call: string) => (await app.inject(`/api/m2m/${HIGH.asset}/${call}`)).json();
  // Another call than below, whose answer would be repeated from the cache.
  const unregistered = await ask('quote?activity=true');
  assert.deepEqual([unregistered.name, unregistered.whyNull.name], [null, 'delisted']);
  const market = {
    ...HIGH,
    title: 'Will it be above 80?',
    yesMeans: 'Above 80',
    noMeans: null,
    eventKey: null,
    event: null,
    category: null,
    outcomes: ['Yes', 'No'] as const,
    terms: NO_TERMS,
    settling: null,
    statedBy: null,
    closesAt: null,
    endsAt: null,
    nativeIds: {},
    url: null,
    rules: null,
  };
  await history.append([], { venue: 'kalshi', at: NOW, changed: [market] });
  for (const call of ['quote', 'bundle']) {
    const { name, yesMeans, noMeans } = await ask(call);
    assert.deepEqual([name, yesMeans, noMeans], ['Will it be above 80?', 'Above 80', null], call);
  }
});
