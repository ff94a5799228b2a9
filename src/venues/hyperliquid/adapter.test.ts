import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../../../test/support/loopback-venues/answering-server.ts';
import { fixture, startLoopbackVenue, until } from '../../../test/support/loopback-venues/hyperliquid.ts';
import {
  BBO,
  bench,
  cleanUp,
  cleanups,
  countQueries,
  findState,
  healthy,
  isFailure,
  json,
  signal,
} from '../../../test/support/loopback-venues/hyperliquid-adapter.ts';
import { buildOutcomeAsset, buildPerpAsset, type EpochMs, epochMs } from '../../domain/index.ts';
import { HyperliquidClient } from './client.ts';

after(cleanUp);

test('one poll reads the main dex, every builder dex and the outcomes', async () => {
  const { adapter } = await bench();
  const poll = await adapter.poll(signal);
  assert.equal(findState(poll, 'hl-BTC')?.price, 66344);
  assert.ok(findState(poll, 'hl-xyz:XYZ100'));
  assert.equal(findState(poll, 'hl-MATIC'), undefined, 'delisted');
  assert.equal(findState(poll, 'hl-pred-recurring-839')?.price, 0.39);
  assert.deepEqual(findState(poll, 'hl-pred-recurring-839')?.polled, { price: 0.39, bid: 0.38, ask: 0.4 });
  assert.equal(findState(poll, 'hl-pred-recurring-842')?.price, null, 'one-sided book');
  assert.equal(findState(poll, 'hl-pred-recurring-841')?.price, null, 'no book');
  assert.equal(poll.emptyBooks, 2);
  assert.ok(
    !poll.markets.some(({ ref }) => ref.asset.includes('@') || ref.asset.includes('/')),
    'no spot coins',
  );
});

test('without streams the main dex is asked at each poll and builder dexes and outcomes once a minute', async () => {
  const { adapter, venue, pass } = await bench();
  let carried = 0;
  for (let second = 0; second <= 60; second += 5) {
    const poll = await adapter.poll(signal);
    assert.equal(findState(poll, 'hl-BTC')?.carried, undefined);
    if (findState(poll, 'hl-xyz:XYZ100')?.carried === true) carried++;
    assert.equal(
      findState(poll, 'hl-xyz:XYZ100')?.carried,
      findState(poll, 'hl-pred-recurring-839')?.carried,
    );
    pass(5_000);
  }
  assert.equal(carried, 11, 'eleven of thirteen polls repeat the builder dex');
  const dexes = venue.asked.filter(({ type }) => type === 'metaAndAssetCtxs').map(({ dex }) => dex);
  assert.deepEqual(
    [dexes.filter((dex) => dex === undefined).length, dexes.filter((dex) => dex === 'xyz').length],
    [13, 2],
  );
  assert.deepEqual(
    [countQueries(venue, 'outcomeMeta'), countQueries(venue, 'allMids'), countQueries(venue, 'perpDexs')],
    [2, 2, 1],
  );
  assert.ok(adapter.getCounters().budgetUsedFrac < 0.5, 'below half of the published limit');
});

test('without streams a faster poll is kept as far as the budget allows, and says how far', async () => {
  const { adapter, venue, pass } = await bench({ pollMs: 1_000 });
  await adapter.poll(signal);
  const everyMs = adapter.polling?.minIntervalMs() ?? 0;
  assert.ok(everyMs > 1_000 && everyMs < 5_000, `${everyMs} ms`);
  const before = countQueries(venue, 'metaAndAssetCtxs');
  const early = await pollAfter(1_000);
  assert.ok(
    early.markets.every(({ carried }) => carried === true),
    'asks nothing and repeats what it knew',
  );
  assert.equal(countQueries(venue, 'metaAndAssetCtxs'), before);
  for (let passed = everyMs; passed < 60_000; passed += everyMs) {
    const poll = await pollAfter(everyMs);
    assert.equal(findState(poll, 'hl-BTC')?.carried, undefined);
  }
  assert.ok(adapter.getCounters().budgetUsedFrac < 0.5, 'below half of the published limit');

  function pollAfter(ms: number) {
    pass(ms);
    return adapter.poll(signal);
  }
});

test('with nine builder dexes the first minute without streams stays below half of the limit', async () => {
  const dexes = [null, ...Array.from({ length: 9 }, (_, index) => ({ name: `dex${index}` }))];
  const { adapter, venue, pass } = await bench({
    answer: (query) => {
      if (query.type === 'perpDexs') return { json: dexes };
      if (query.type === 'metaAndAssetCtxs' && query.dex !== undefined) return json('metaAndAssetCtxs-xyz');
      return healthy(query);
    },
  });
  for (let second = 0; second < 60; second += 5) {
    await adapter.poll(signal);
    pass(5_000);
  }
  const light = new Set(['allMids', 'l2Book']);
  const weight = venue.asked.reduce((sum, { type }) => sum + (light.has(String(type)) ? 2 : 20), 0);
  assert.equal(weight, 20 + 12 * 20 + 9 * 20 + 20 + 2 + 14 * 2);
  assert.equal(adapter.getCounters().budgetUsedFrac, weight / 1_200);
});

test('a builder dex that cannot be read keeps its last state and loses its price after three intervals', async () => {
  let isBroken = false;
  const { adapter, pass } = await bench({
    answer: (query) => (isBroken && query.dex === 'xyz' ? { status: 403, text: '' } : healthy(query)),
  });
  await adapter.poll(signal);
  isBroken = true;
  pass(60_000);
  const kept = findState(await adapter.poll(signal), 'hl-xyz:XYZ100');
  assert.deepEqual([kept?.carried, kept?.price !== null], [true, true]);
  pass(140_000);
  const lost = findState(await adapter.poll(signal), 'hl-xyz:XYZ100');
  assert.deepEqual([lost?.carried, lost?.price], [undefined, null]);
});

test('a poll fails when the main dex cannot be read, and says why', async () => {
  for (const [answer, failure] of [
    [{ status: 403, text: 'no' }, 'blocked'],
    [{ status: 422, text: 'Failed to deserialize' }, 'refused'],
    [{ status: 200, text: '{"half' }, 'malformed'],
    [{ json: null }, 'malformed'],
    [{ json: { status: 'err', response: 'x' } }, 'malformed'],
  ] as [Answer, string][]) {
    const { adapter } = await bench({
      answer: (query) => (query.type === 'metaAndAssetCtxs' ? answer : healthy(query)),
    });
    await assert.rejects(adapter.poll(signal), isFailure(failure), failure);
    assert.equal(adapter.getCounters().schemaFailures > 0, failure === 'malformed');
  }
});

test('a failure of the outcomes does not hide the perpetuals', async () => {
  const { adapter } = await bench({
    answer: (query) =>
      query.type === 'outcomeMeta' || query.type === 'allMids' ? { status: 400, text: '' } : healthy(query),
  });
  const poll = await adapter.poll(signal);
  assert.ok(findState(poll, 'hl-BTC'));
  assert.ok(poll.markets.every(({ kind }) => kind === 'perp'));
});

test('server errors and resets are tried again; a refusal for too many calls pauses every call', async () => {
  let turn = 0;
  const first: Answer[] = [{ status: 500, text: 'null' }, 'reset'];
  const venue = await startLoopbackVenue((query) => first[turn++] ?? healthy(query));
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'x', random: () => 0 });
  assert.ok(await client.readL2Book('BTC', 'book', signal));
  assert.deepEqual([client.getCounters().requests, client.getCounters().failures], [3, 2]);

  const limited = await startLoopbackVenue(() => ({ status: 429, text: '' }));
  cleanups.push(() => limited.close());
  const refused = new HyperliquidClient({
    url: limited.url,
    userAgent: 'x',
    random: () => 0,
    retries: 0,
  });
  await assert.rejects(refused.readAllMids(signal), isFailure('rate_limited'));
  await assert.rejects(
    refused.readL2Book('BTC', 'book', signal),
    isFailure('budget_exhausted'),
    'every other call waits too',
  );
  assert.equal(limited.asked.length, 1);
});

test('a live book is sorted, and an unknown coin or asset is not found', async () => {
  const { adapter } = await bench();
  await assert.rejects(
    adapter.readBook(buildPerpAsset('BTC'), signal),
    isFailure('not_found'),
    'before any poll',
  );
  await adapter.poll(signal);
  const book = await adapter.readBook(buildPerpAsset('BTC'), signal);
  assert.equal(book.bids.length, 3);
  assert.ok((book.bids[0]?.price ?? 0) > (book.bids[1]?.price ?? 0));
  assert.ok((book.asks[0]?.price ?? 0) < (book.asks[1]?.price ?? 0));
  assert.ok((book.bids[0]?.price ?? 0) < (book.asks[0]?.price ?? 0));
  assert.ok(book.venueTime !== null);
  await assert.rejects(
    adapter.readBook(buildOutcomeAsset('Recurring', 841), signal),
    isFailure('not_found'),
    'null from the venue',
  );
  await assert.rejects(adapter.readBook(buildOutcomeAsset('Nobody', 1), signal), isFailure('not_found'));
});

test('an outcome book is the Yes book, and an empty side is empty', async () => {
  const { adapter, venue } = await bench();
  await adapter.poll(signal);
  const book = await adapter.readBook(buildOutcomeAsset('Recurring', 842), signal);
  assert.deepEqual([book.bids, book.asks.length], [[], 1]);
  assert.equal(venue.asked.at(-1)?.coin, '#8420');
});

test('an outcome is settled when the venue says so, not when it has left the list', async () => {
  let isListed = true;
  const { outcomes } = fixture('outcomeMeta') as { outcomes: { outcome: number }[] };
  const others = outcomes.filter(({ outcome }) => outcome !== 840);
  const { adapter, pass } = await bench({
    answer: (query) =>
      query.type === 'outcomeMeta' && !isListed
        ? { json: { outcomes: others, questions: [] } }
        : healthy(query),
  });
  await adapter.poll(signal);
  isListed = false;
  pass(60_000);
  assert.equal(findState(await adapter.poll(signal), 'hl-pred-recurring-840'), undefined);
  assert.equal(await adapter.readResolution(buildOutcomeAsset('Recurring', 840), signal), null);
  assert.deepEqual(await adapter.readResolution(buildOutcomeAsset('Recurring', 839), signal), {
    asset: 'hl-pred-recurring-839',
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'hyperliquid:settledOutcome',
    disputed: null,
  });
  assert.equal(await adapter.readResolution(buildPerpAsset('BTC'), signal), null);
});

test('a universe without perpetuals fails the poll, and an empty list of outcomes leaves the last one', async () => {
  let isEmpty = true;
  const empty: Readonly<Record<string, unknown>> = {
    metaAndAssetCtxs: [{ universe: [] }, []],
    outcomeMeta: { outcomes: [], questions: [] },
    allMids: {},
  };
  const { adapter, pass } = await bench({
    answer: (query) =>
      isEmpty && query.dex === undefined && String(query.type) in empty
        ? { json: empty[String(query.type)] }
        : healthy(query),
  });
  await assert.rejects(adapter.poll(signal), {
    failure: 'malformed',
    message: /the universe of dex "" is empty/,
  });
  isEmpty = false;
  pass(60_000);
  const whole = await adapter.poll(signal);
  isEmpty = true;
  pass(60_000);
  await assert.rejects(adapter.poll(signal), { failure: 'malformed' });
  // The poll fails as soon as one of its requests does; the others end behind it.
  const getRefused = () => adapter.getCounters().refused.map(({ kind, member }) => `${kind} ${member}`);
  await until(() => getRefused().includes('outcomeMeta /outcomes'), 'outcomes refused');
  isEmpty = false;
  pass(5_000);
  const after = await adapter.poll(signal);
  assert.equal(after.markets.length, whole.markets.length);
  assert.deepEqual(getRefused().sort(), [
    'allMids /',
    'metaAndAssetCtxs /0/universe',
    'outcomeMeta /outcomes',
  ]);
});

test('the newest outcomes are tracked when there are more than may be', async () => {
  const { adapter } = await bench({ maxMarkets: 2 });
  const poll = await adapter.poll(signal);
  const outcomes = poll.markets.filter(({ kind }) => kind === 'binary').map(({ ref }) => ref.asset);
  assert.deepEqual(outcomes, ['hl-pred-recurring-named-outcome-846', 'hl-pred-recurring-named-outcome-845']);
  assert.ok(poll.markets.every((state) => state.kind === 'perp' || state.ticker.exhaustive === null));
});

test('the probe asks for the state of the exchange', async () => {
  const { adapter, venue } = await bench();
  const [probe] = adapter.probes;
  assert.equal(probe?.url, `${venue.url}/info`);
  assert.deepEqual(JSON.parse(probe?.body ?? ''), { type: 'exchangeStatus' });
});

test('streamed contexts are sampled by the poll, and REST is asked again when they stop', async () => {
  const { adapter, venue, pass } = await bench({ streams: true });
  const { stream } = adapter;
  assert.ok(stream);
  await adapter.poll(signal);
  stream.start();
  await until(() => venue.frames.some((frame) => frame.includes('allDexsAssetCtxs')), 'subscription');
  const updates: [string, number | null][] = [];
  stream.onUpdate(({ asset, price }) => updates.push([asset, price]));
  pass(5_000);
  venue.push(fixture('ws-allDexsAssetCtxs'));
  await until(() => updates.length > 0, 'updates');
  assert.ok(updates.some(([asset, price]) => asset === 'hl-BTC' && price === 77562));
  assert.ok(!updates.some(([asset]) => asset === 'hl-MATIC'), 'delisted');
  assert.ok(stream.carries('hl-BTC') && stream.carries('hl-xyz:XYZ100') && !stream.carries('hl-MATIC'));
  assert.ok(stream.lastUpdateAt('hl-BTC') !== null);

  const before = countQueries(venue, 'metaAndAssetCtxs');
  const sampled = findState(await adapter.poll(signal), 'hl-BTC');
  assert.deepEqual([sampled?.price, sampled?.polled, sampled?.carried], [77562, null, undefined]);
  assert.equal(countQueries(venue, 'metaAndAssetCtxs'), before, 'no REST while frames arrive');

  pass(56_000);
  venue.push(fixture('ws-allDexsAssetCtxs'));
  const heardAt = stream.lastUpdateAt('hl-BTC');
  await until(() => stream.lastUpdateAt('hl-BTC') !== heardAt, 'the next frame');
  const verified = findState(await adapter.poll(signal), 'hl-BTC');
  assert.deepEqual([verified?.price, verified?.polled?.price], [77562, 66344], 'verified once a minute');

  pass(10_001);
  const fallen = findState(await adapter.poll(signal), 'hl-BTC');
  assert.deepEqual(
    [fallen?.price, fallen?.polled?.price],
    [66344, 66344],
    'frames are older than two intervals',
  );
});

test('books of outcomes that no frame has stated are read in turn, more of them while streams are alive', async () => {
  const listed = Array.from({ length: 100 }, (_, outcome) => ({
    outcome,
    name: `Team ${outcome}`,
    description: '',
    sideSpecs: [{ name: 'Yes' }, { name: 'No' }],
  }));
  const { adapter, venue, pass } = await bench({
    streams: true,
    answer: (query) =>
      query.type === 'outcomeMeta' ? { json: { outcomes: listed, questions: [] } } : healthy(query),
  });
  const { stream } = adapter;
  assert.ok(stream);
  await adapter.poll(signal);
  assert.equal(countQueries(venue, 'l2Book'), 15);
  stream.start();
  await until(() => venue.frames.some((frame) => frame.includes('allDexsAssetCtxs')), 'subscription');
  pass(60_000);
  venue.push(fixture('ws-allDexsAssetCtxs'));
  await until(() => stream.lastUpdateAt('hl-BTC') !== null, 'contexts');
  await adapter.poll(signal);
  const books = venue.asked.filter(({ type }) => type === 'l2Book').map(({ coin }) => coin);
  assert.equal(books.length, 15 + 60);
  assert.equal(new Set(books).size, 75, 'those never read come first');
});

test('outcome touches, volumes and trades come from the stream; a lost connection ends them', async () => {
  const { adapter, venue, pass } = await bench({ streams: true });
  const { stream } = adapter;
  assert.ok(stream);
  await adapter.poll(signal);
  stream.start();
  const subscribed = (type: string, coin: string) =>
    venue.frames.some((frame) => frame.includes(`"${type}"`) && frame.includes(`"${coin}"`));
  await until(
    () => subscribed('bbo', '#8390') && subscribed('trades', 'BTC') && subscribed('trades', '#8390'),
    'subscriptions',
  );
  assert.ok(stream.getStatus().subscriptions < 500 && stream.getStatus().connections < 5);

  const asset = 'hl-pred-recurring-839';
  const updates: unknown[] = [];
  const contexts = {
    coin: '#8390',
    ctx: { dayNtlVlm: '1234.5', markPx: '0.38', midPx: null, prevDayPx: '0.4' },
  };
  const trade = (tid: number, sz: string, time: EpochMs) => ({
    coin: '#8390',
    side: 'B',
    px: '0.39',
    sz,
    time,
    tid,
  });
  const now = epochMs(Date.UTC(2026, 6, 15, 12));
  venue.push('not json');
  venue.push('{"channel":');
  venue.push({ channel: 'bbo', data: { coin: 5 } });
  venue.push({ channel: 'trades', data: [trade(1, '7', epochMs(now - 60_000))] });
  venue.push({ channel: 'trades', data: [trade(2, '20', epochMs(now + 1))] });
  venue.push({ channel: 'activeSpotAssetCtx', data: contexts });
  venue.push(fixture('ws-bbo-outcome.described'));
  await until(() => stream.lastUpdateAt(asset) !== null, 'touch');
  assert.equal(findState(await adapter.poll(signal), asset)?.volumeCounter, null, 'the subscription is new');
  const state = findState(await adapter.poll(signal), asset);
  assert.ok(state?.kind === 'binary');
  assert.deepEqual([state.price, state.bid, state.ask], [0.386885, 0.38, 0.39377]);
  assert.deepEqual(
    [state.ticker.volume24hUsd, state.volumeCounter, state.ticker.lastPrice],
    [1234.5, 20, 0.39],
  );
  // Both connections get the malformed frames of this test.
  assert.equal(adapter.getCounters().schemaFailures, 4);
  assert.match(adapter.getCounters().lastSchemaFailure ?? '', /^ws bbo/);

  stream.onUpdate((update) => updates.push(update));
  assert.ok(!stream.carries('hl-pred-template-binaryprice-9115'));
  venue.push(fixture('ws-outcomeMetaUpdates'));
  venue.push({ channel: 'bbo', data: { ...BBO, time: 1_784_106_000_001 } });
  await until(() => updates.length > 0, 'the frame after the listing');
  assert.ok(findState(await adapter.poll(signal), 'hl-pred-template-binaryprice-9115'), 'listed at once');
  assert.ok(stream.carries('hl-pred-template-binaryprice-9115'));

  venue.dropConnections();
  await until(() => stream.getStatus().connected === 0, 'loss');
  pass(5_000);
  const after = findState(await adapter.poll(signal), asset);
  assert.deepEqual(
    [after?.volumeCounter, after?.bid],
    [null, 0.38],
    'the book read by REST still states the touch',
  );
});

test('of two listings with one key the first is kept and the second counted: kPEPE is not KPEPE', async () => {
  const row = (markPx: string) => ({
    dayNtlVlm: '1000.0',
    funding: '0.0000125',
    openInterest: '10.0',
    premium: '0.0',
    markPx,
    midPx: markPx,
    oraclePx: markPx,
    prevDayPx: markPx,
    impactPxs: [markPx, markPx],
  });
  const meta = (name: string) => ({ name, szDecimals: 0, maxLeverage: 5 });
  const names = ['kPEPE', 'KPEPE', 'o/dd'];
  const { adapter } = await bench({
    answer: (query) => {
      if (query.type === 'perpDexs') return { json: [null] };
      if (query.type === 'metaAndAssetCtxs')
        return { json: [{ universe: names.map(meta) }, [row('0.0125'), row('12.5'), row('1')]] };
      return healthy(query);
    },
  });
  const perps = (await adapter.poll(signal)).markets.filter(({ kind }) => kind === 'perp');
  assert.deepEqual(
    perps.map(({ ref, price }) => [ref.asset, price]),
    [['hl-kPEPE', 0.0125]],
  );
  const refused = adapter.getCounters().refused.filter(({ member }) => member === '/name');
  assert.ok((refused[0]?.count ?? 0) >= 1);
});

test('a listing that the API cannot spell is left out and counted', async () => {
  const [{ universe }, contexts] = fixture('metaAndAssetCtxs-main') as [{ universe: object[] }, object[]];
  const { adapter } = await bench({
    answer: (query) => {
      if (query.type === 'perpDexs') return { json: [null] };
      if (query.type === 'metaAndAssetCtxs')
        return {
          json: [{ universe: [universe[0], { ...universe[0], name: 'o/dd' }] }, [contexts[0], contexts[0]]],
        };
      return healthy(query);
    },
  });
  const perps = (await adapter.poll(signal)).markets.filter(({ kind }) => kind === 'perp');
  assert.equal(perps.length, 1);
  const refused = adapter.getCounters().refused.find(({ member }) => member === '/name');
  assert.deepEqual([refused?.count, refused?.at.row], [1, 'o/dd']);
});

test('a clock that is set back does not stop the polls until it has caught up', async () => {
  const { adapter, venue, pass } = await bench();
  await adapter.poll(signal);
  const count = () =>
    ['metaAndAssetCtxs', 'outcomeMeta', 'allMids', 'perpDexs'].map((type) => countQueries(venue, type));
  const before = count();
  pass(-3_600_000);
  const poll = await adapter.poll(signal);
  assert.equal(findState(poll, 'hl-BTC')?.carried, undefined, 'read again');
  assert.ok(findState(poll, 'hl-pred-recurring-839')?.price !== null);
  assert.ok(
    count().every((times, i) => times > (before[i] ?? 0)),
    `${before} ${count()}`,
  );
  pass(5_000);
  assert.equal(findState(await adapter.poll(signal), 'hl-BTC')?.carried, undefined, 'and at its interval');
});
