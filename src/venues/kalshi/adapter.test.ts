import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Answer } from '../../../test/support/loopback-venues/answering-server.ts';
import { type LoopbackVenue, startLoopbackVenue } from '../../../test/support/loopback-venues/kalshi.ts';
import { type AssetUpdate, buildKalshiAsset, epochMs } from '../../domain/index.ts';
import { RateBudget } from '../../upstream/budget.ts';
import { createKalshiAdapter, type KalshiAdapterOptions } from './adapter.ts';
import { KalshiClient } from './client.ts';
import { isAsset, normaliseMarket } from './normalise.ts';
import { marketPage, marketRow } from './wire.ts';

const highNy = buildKalshiAsset('KXHIGHNY-26JUL19-T80');
const { market } = body('market-one') as { market: Record<string, unknown> };
const { event } = body('event-one') as { event: Record<string, unknown> };
const never = new AbortController().signal;
const now = epochMs(1_784_390_000_000);

test('a poll walks every page and knows the events', async (t) => {
  const venue = await loopback(t, universe());
  const poll = await createAdapter(t, venue).poll(never);

  assert.equal(poll.receivedAt, now);
  assert.deepEqual(
    poll.markets.map(({ ref }) => ref.asset),
    ['kalshi-kxhighny-26jul19-t80', 'kalshi-second'],
  );
  assert.equal(poll.markets[0]?.kind === 'binary' && poll.markets[0].ticker.eventTitle, event.title);
  const lists = venue.asked.filter((path) => path.startsWith('/markets?'));
  assert.equal(lists[0], '/markets?status=open&limit=1000&mve_filter=exclude');
  assert.equal(lists[1], '/markets?status=open&limit=1000&mve_filter=exclude&cursor=page%202');
  assert.ok(venue.headers.length > 2);
  assert.ok(
    venue.headers.every((sent) => sent['accept-language'] === 'en'),
    'texts are asked for in English',
  );
});

test('reads carry no key: three a second are made, and those who wait find room between the pages of a list', async (t) => {
  const venue = await loopback(t, universe());
  const client = new KalshiClient({ url: venue.url, userAgent: 'crosstape-test', random: () => 0 });
  await client.readMarket('KXHIGHNY-26JUL19-T80', { priority: 'poll', signal: never });
  assert.equal(client.getCounters().budgetUsedFrac, 1 / 6, 'of six in two seconds');

  const asking = { priority: 'poll', signal: never } as const;
  const patient = new KalshiClient({
    url: venue.url,
    userAgent: 'crosstape-test',
    random: () => 0,
    pagePauseMs: 3_600_000,
  });
  assert.equal((await patient.openMarkets(asking)).length, 2, 'the first list has no pause');
  const before = venue.asked.length;
  const stop = new AbortController();
  const second = patient.openMarkets({ ...asking, signal: stop.signal });
  for (let turn = 0; turn < 500; turn++) await new Promise((next) => setImmediate(next));
  stop.abort();
  await assert.rejects(second, { failure: 'aborted' });
  assert.equal(venue.asked.length, before + 1, 'the second page waited');
});

test('a row that does not fit costs itself alone', async (t) => {
  const venue = await loopback(t, universe([{ ...market, ticker: 'ODD', yes_bid_dollars: 31 }]));
  const adapter = createAdapter(t, venue);
  assert.equal((await adapter.poll(never)).markets.length, 2);
  assert.equal(adapter.getCounters().schemaFailures, 1);
  assert.match(adapter.getCounters().lastSchemaFailure ?? '', /yes_bid_dollars/);
});

test('a list whose cursor or page comes again fails, and so does one that is empty where the last had rows', async (t) => {
  const rows: [name: string, answer: (cursor: string | null) => unknown][] = [
    ['the cursor repeats', () => ({ markets: [market], cursor: 'C1' })],
    ['a page comes again', (cursor) => ({ markets: [market], cursor: `${cursor ?? ''}x` })],
    [
      'an empty page names a next one',
      (cursor) => ({ markets: cursor === null ? [market] : [], cursor: `${cursor}x` }),
    ],
  ];
  for (const [name, answer] of rows) {
    const venue = await loopback(t, (url) =>
      url.pathname === '/markets' ? { json: answer(url.searchParams.get('cursor')) } : universe()(url),
    );
    const adapter = createAdapter(t, venue);
    await assert.rejects(adapter.poll(never), { failure: 'malformed', message: new RegExp(name) });
    const { refused } = adapter.getCounters();
    assert.deepEqual([refused.length, refused[0]?.member], [1, '/cursor'], name);
  }
  let markets: unknown[] = [market];
  const venue = await loopback(t, (url) =>
    url.pathname === '/markets' ? { json: { markets, cursor: '' } } : universe()(url),
  );
  const adapter = createAdapter(t, venue);
  assert.equal((await adapter.poll(never)).markets.length, 1);
  markets = [];
  await assert.rejects(adapter.poll(never), { failure: 'malformed', message: /the list is empty/ });
});

test('the largest markets by traded money are kept, combinations and empty books distinguished', async (t) => {
  const { market: combo } = body('market-combo-empty-book') as { market: Record<string, unknown> };
  const empty = { ...combo, ticker: 'EMPTY', mve_collection_ticker: null };
  const venue = await loopback(t, universe([combo, empty]));
  const all = await createAdapter(t, venue).poll(never);
  assert.equal(all.markets.length, 3);
  assert.equal(all.emptyBooks, 1);
  const largest = await createAdapter(t, venue, { maxMarkets: 1 }).poll(never);
  assert.deepEqual(
    largest.markets.map(({ ref }) => ref),
    [highNy],
  );
});

test('events are read again after ten minutes and a new event on sight', async (t) => {
  let time = 0;
  const venue = await loopback(t, universe([{ ...market, ticker: 'NEW-1', event_ticker: 'NEW' }]));
  const adapter = createAdapter(t, venue, { clock: () => epochMs(now + time) });
  const eventLists = () => venue.asked.filter((path) => path.startsWith('/events?')).length;

  await adapter.poll(never);
  await until(() => venue.asked.some((path) => path.startsWith('/events/NEW')));
  time = 9 * 60_000;
  await adapter.poll(never);
  assert.equal(eventLists(), 1);
  time = 11 * 60_000;
  await adapter.poll(never);
  await until(() => eventLists() === 2);
});

test('prices do not wait for titles: a poll succeeds while events cannot be read', async (t) => {
  const all = universe();
  const venue = await loopback(t, (path) =>
    path.pathname.startsWith('/events') ? { status: 400, text: '{}' } : all(path),
  );
  const { markets } = await createAdapter(t, venue).poll(never);
  assert.equal(markets[0]?.price, 0.305);
  assert.equal(markets[0]?.kind === 'binary' ? markets[0].ticker.eventTitle : '', null);
});

test('an event whose strikes cover every number is exhaustive', async (t) => {
  const rows = [
    { ...market, ticker: 'A', strike_type: 'less', cap_strike: 80 },
    { ...market, ticker: 'B', strike_type: 'between', floor_strike: 80, cap_strike: 81 },
    { ...market, ticker: 'C', strike_type: 'greater', floor_strike: 81, cap_strike: null },
  ];
  const venue = await loopback(t, (path) =>
    path.pathname === '/events'
      ? { json: { events: [event], cursor: '' } }
      : { json: { markets: rows, cursor: '' } },
  );
  const { markets } = await createAdapter(t, venue).poll(never);
  assert.deepEqual(
    markets.map((state) => state.kind === 'binary' && state.ticker.exhaustive),
    [true, true, true],
  );
});

test('a book is read for listed markets only', async (t) => {
  const venue = await loopback(t, universe());
  const adapter = createAdapter(t, venue);
  await assert.rejects(adapter.readBook(highNy, never), { failure: 'not_found' });
  await adapter.poll(never);
  const book = await adapter.readBook(highNy, never);
  assert.deepEqual([book.bids[0]?.price, book.asks[0]?.price], [0.53, 0.54]);
});

test('an odd level of a book costs itself; a side whose levels all have another form is no empty side', async (t) => {
  let yes: unknown[] = [['0.4000', '5.00'], ['0.5000'], [0.3, 5], ['0.2000', '1.00']];
  const venue = await loopback(t, (url) =>
    url.pathname.endsWith('/orderbook')
      ? { json: { orderbook_fp: { yes_dollars: yes, no_dollars: [['0.5500', '2.00']] } } }
      : universe()(url),
  );
  const adapter = createAdapter(t, venue);
  await adapter.poll(never);
  const { bids, asks } = await adapter.readBook(highNy, never);
  assert.deepEqual([bids.map(({ price }) => price), asks[0]?.price], [[0.4, 0.2], 0.45]);
  const { refused } = adapter.getCounters();
  assert.equal(
    refused.reduce((sum, { kind, count }) => sum + (kind === 'kalshi level' ? count : 0), 0),
    2,
  );
  yes = [[0.4, 5]];
  await assert.rejects(adapter.readBook(highNy, never), { failure: 'malformed' });
});

test('of several books, one that is missing, malformed or of another market costs no other', async (t) => {
  const book = (body('orderbook-one-sided') as { orderbook_fp: unknown }).orderbook_fp;
  const rows = [
    { ticker: 'KXHIGHNY-26JUL19-T80', orderbook_fp: book },
    { ticker: 'SECOND', orderbook_fp: { yes_dollars: [[0.4, 5]], no_dollars: [] } },
    { ticker: 'OTHER', orderbook_fp: book },
    { orderbook_fp: book },
  ];
  const venue = await loopback(t, (url) =>
    url.pathname === '/markets/orderbooks' ? { json: { orderbooks: rows } } : universe()(url),
  );
  const adapter = createAdapter(t, venue);
  await adapter.poll(never);
  const refs = [highNy, buildKalshiAsset('SECOND'), buildKalshiAsset('NEVER')];
  const books = await adapter.bookBatches?.read(refs, never);
  assert.deepEqual([...(books?.keys() ?? [])], [highNy.asset]);
  assert.ok((books?.get(highNy.asset)?.asks.length ?? 0) + (books?.get(highNy.asset)?.bids.length ?? 0) > 0);
  assert.equal(venue.asked.at(-1), '/markets/orderbooks?tickers=KXHIGHNY-26JUL19-T80&tickers=SECOND');
  const { refused } = adapter.getCounters();
  assert.equal(
    refused.reduce((sum, { kind, count }) => sum + (kind === 'kalshi orderbook row' ? count : 0), 0),
    2,
  );
  const asked = venue.asked.length;
  assert.equal((await adapter.bookBatches?.read([buildKalshiAsset('NEVER')], never))?.size, 0);
  assert.equal(venue.asked.length, asked, 'a market that is not listed is not asked for');
});

test('the book of a market that fell below our own limit can still be read, until the venue lists it no more', async (t) => {
  const small = { ...market, ticker: 'SMALL', volume_24h_fp: '1.00' };
  let markets: unknown[] = [market];
  const venue = await loopback(t, ({ pathname, ...url }) => {
    if (pathname === '/markets') return { json: { markets, cursor: '' } };
    if (pathname.endsWith('/orderbook')) return { json: body('orderbook-one-sided') };
    return universe()({ pathname, ...url } as URL);
  });
  const adapter = createAdapter(t, venue, { maxMarkets: 1 });
  await adapter.poll(never);
  markets = [
    { ...market, volume_24h_fp: '1.00' },
    { ...small, volume_24h_fp: '999999999.00' },
  ];
  assert.equal((await adapter.poll(never)).markets[0]?.ref.storeKey, 'small');
  assert.ok(await adapter.readBook(highNy, never));
  markets = [small];
  await adapter.poll(never);
  await assert.rejects(adapter.readBook(highNy, never), { failure: 'not_found' });
});

test('candles are requested by their ends, in seconds, and come oldest first', async (t) => {
  const venue = await loopback(t, universe());
  const adapter = createAdapter(t, venue);
  await adapter.poll(never);
  const window = { fromMs: epochMs(1_784_383_200_000), toMs: epochMs(1_784_386_799_999) };
  const candles = await adapter.readCandles(highNy, window, never);

  assert.deepEqual(
    candles.map(({ t: start, close }) => [start, close]),
    [[1_784_383_200_000, 0.21]],
  );
  assert.equal(
    venue.asked.at(-1),
    '/series/KXHIGHNY/markets/KXHIGHNY-26JUL19-T80/candlesticks?start_ts=1784386800&end_ts=1784390399&period_interval=60',
  );
});

test('candles of a market that left the live tier come from the historical one', async (t) => {
  const venue = await loopback(t, universe());
  const window = { fromMs: epochMs(1_707_000_000_000), toMs: epochMs(1_708_000_000_000) };
  const candles = await createAdapter(t, venue).readCandles(
    buildKalshiAsset('RAINNYCM-24FEB-6'),
    window,
    never,
  );
  assert.deepEqual(
    candles.map(({ close }) => close),
    [0.05, 0.04],
  );
  assert.match(venue.asked.at(-1) ?? '', /^\/historical\/markets\/RAINNYCM-24FEB-6\/candlesticks\?/);
});

test('a candle that contradicts itself is refused alone, from either tier, and counted', async (t) => {
  const answer = universe();
  const venue = await loopback(t, (url) => {
    const whole = answer(url);
    if (!url.pathname.endsWith('/candlesticks') || typeof whole === 'string' || !('json' in whole))
      return whole;
    const found = structuredClone(whole.json) as {
      candlesticks: { price: Record<string, string | null> }[];
    };
    for (const { price } of found.candlesticks) {
      for (const high of ['high', 'high_dollars']) if (price[high] != null) price[high] = '0.0001';
    }
    return { json: found };
  });
  const adapter = createAdapter(t, venue);
  await adapter.poll(never);
  const window = { fromMs: epochMs(1_700_000_000_000), toMs: now };
  const lists = [highNy, buildKalshiAsset('RAINNYCM-24FEB-6')];
  for (const ref of lists) assert.deepEqual(await adapter.readCandles(ref, window, never), []);
  const refused = adapter.intake!.listRefused().map(({ kind, at }) => [kind, at.row]);
  assert.deepEqual(refused, [
    ['kalshi candle', 'KXHIGHNY-26JUL19-T80'],
    ['kalshi historical candle', 'RAINNYCM-24FEB-6'],
  ]);
});

test('a long span is requested in parts that the venue accepts', async (t) => {
  const venue = await loopback(t, universe());
  const window = { fromMs: epochMs(now - 9_000 * 3_600_000), toMs: now };
  const adapter = createAdapter(t, venue);
  await adapter.poll(never);
  await adapter.readCandles(highNy, window, never);
  const spans = venue.asked
    .filter((path) => path.startsWith('/series/'))
    .map((path) => new URL(path, venue.url).searchParams)
    .map((query) => Number(query.get('end_ts')) - Number(query.get('start_ts')));
  assert.ok(spans.length > 1 && spans.every((seconds) => seconds < 5_000 * 3_600));
});

test('a market that resolved is known to be resolved, from either tier', async (t) => {
  const venue = await loopback(t, universe());
  const adapter = createAdapter(t, venue);
  assert.equal(await adapter.readResolution(highNy, never), null);
  assert.equal(
    (await adapter.readResolution(buildKalshiAsset('KXHIGHNY-26JUL17-B85.5'), never))?.outcome,
    'yes',
  );
  assert.ok(venue.asked.includes('/historical/markets/KXHIGHNY-26JUL17-B85.5'));
  await assert.rejects(adapter.readResolution(buildKalshiAsset('NOBODY-1'), never), { failure: 'not_found' });
});

test('a dispute that was seen is remembered until the resolution', async (t) => {
  let status = 'disputed';
  const [resolved] = (body('markets-resolved') as { markets: Record<string, unknown>[] }).markets;
  const venue = await loopback(t, () => ({ json: { market: { ...resolved, status } } }));
  const adapter = createAdapter(t, venue);
  const ref = buildKalshiAsset('KXHIGHNY-26JUL17-B85.5');
  assert.equal(await adapter.readResolution(ref, never), null);
  status = 'finalized';
  assert.equal((await adapter.readResolution(ref, never))?.disputed, true);
});

test('each way to fail has its name', async (t) => {
  const rows: [Answer, failure: string][] = [
    [{ status: 403, text: 'no' }, 'blocked'],
    [{ status: 451, text: 'no' }, 'blocked'],
    [{ status: 500, text: '{"error":{"code":"internal"}}' }, 'server'],
    [{ status: 200, text: '<html>' }, 'malformed'],
    [{ status: 200, text: '{"rows":[]}' }, 'malformed'],
    [{ status: 200, text: '{"markets":[{"ticker":1}]}' }, 'malformed'],
    [{ status: 200, text: '{"markets":[' }, 'malformed'],
    ['reset', 'network'],
  ];
  await Promise.all(
    rows.map(async ([answer, failure]) => {
      const venue = await loopback(t, (path) =>
        path.pathname === '/events' ? { json: { events: [], cursor: '' } } : answer,
      );
      const adapter = createAdapter(t, venue);
      await assert.rejects(adapter.poll(never), { name: 'UpstreamError', failure });
      assert.equal(adapter.getCounters().blocked, failure === 'blocked');
    }),
  );
});

test('too many requests are tried again later, without a hint of when', async (t) => {
  let refusals = 1;
  const all = universe();
  const venue = await loopback(t, (path) =>
    path.pathname === '/markets' && refusals-- > 0
      ? { status: 429, text: '{"error":"too many requests"}' }
      : all(path),
  );
  const adapter = createAdapter(t, venue);
  assert.equal((await adapter.poll(never)).markets.length, 2);
  assert.equal(adapter.getCounters().failures, 1);
});

test('without a key there is no stream', async (t) => {
  const venue = await loopback(t, universe());
  assert.equal(createAdapter(t, venue, { streams: true, wsUrl: venue.wsUrl }).stream, null);
});

test('with a key the stream is signed, subscribed once, and passes tracked markets on', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const venue = await loopback(t, universe());
  const adapter = createAdapter(t, venue, {
    streams: true,
    wsUrl: venue.wsUrl,
    apiKey: { id: 'key-1', privateKey },
  });
  const { stream } = adapter;
  assert.ok(stream);
  await adapter.poll(never);
  const updates: AssetUpdate[] = [];
  stream.onUpdate((update) => updates.push(update));
  stream.start();
  await until(() => venue.frames.length === 1);

  assert.deepEqual(JSON.parse(venue.frames[0] ?? ''), {
    id: 1,
    cmd: 'subscribe',
    params: { channels: ['ticker'] },
  });
  const headers = venue.handshakes[0] ?? {};
  assert.equal(headers['kalshi-access-key'], 'key-1');
  const signed = `${headers['kalshi-access-timestamp']}GET/trade-api/ws/v2`;
  const signature = Buffer.from(String(headers['kalshi-access-signature']), 'base64');
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  assert.ok(verify('sha256', Buffer.from(signed), { key: publicKey, ...padding }, signature));

  assert.equal(stream.carries(highNy.asset), false);
  venue.push({ type: 'subscribed', id: 1, msg: { channel: 'ticker', sid: 6 } });
  const frame = body('ws-ticker') as { msg: Record<string, unknown> };
  venue.push(frame);
  venue.push('not json');
  venue.push({ type: 'error', msg: { code: 6, msg: 'Already subscribed' } });
  venue.push({ ...frame, sid: 5, msg: { ...frame.msg, market_ticker: 'KXHIGHNY-26JUL19-T80' } });
  venue.push({ ...frame, seq: 1, msg: { ...frame.msg, market_ticker: 'KXHIGHNY-26JUL19-T80' } });
  await until(() => updates.length === 1);

  assert.equal(stream.carries(highNy.asset), true);
  assert.equal(updates[0]?.asset, highNy.asset);
  assert.equal(stream.lastUpdateAt(highNy.asset), now);
  assert.equal(adapter.getCounters().schemaFailures, 2);
  assert.match(adapter.getCounters().lastSchemaFailure ?? '', /error 6: Already subscribed/);

  // A frame with a given price and time.
  const timed = (yes_bid_dollars: string, ts_ms: number) => ({
    type: 'ticker',
    sid: 6,
    msg: {
      ...frame.msg,
      market_ticker: 'KXHIGHNY-26JUL19-T80',
      yes_bid_dollars,
      yes_bid_size_fp: '5.00',
      ts_ms,
    },
  });
  venue.push(timed('0.2000', now - 1_000));
  venue.push(timed('0.1000', now - 2_000));
  venue.push(timed('0.2100', now));
  await until(() => updates.length === 3);
  assert.deepEqual(
    updates.slice(1).map(({ bid }) => bid),
    [0.2, 0.21],
  );

  // A gap in the sequence numbers: the connection is renewed and subscribes again.
  venue.push({ ...frame, seq: 3, msg: { ...frame.msg, market_ticker: 'KXHIGHNY-26JUL19-T80' } });
  await until(() => venue.frames.length === 2);
  assert.equal(stream.carries(highNy.asset), false);

  // The venue ends the subscription with an error, and keeps the connection.
  for (const [renewed, code] of [10, 25].entries()) {
    venue.push({ type: 'subscribed', id: 1, msg: { channel: 'ticker', sid: 7 } });
    await until(() => stream.carries(highNy.asset));
    venue.push({ type: 'error', msg: { code, msg: 'it ended' } });
    await until(() => venue.frames.length === 3 + renewed);
    assert.equal(stream.carries(highNy.asset), false, `after error ${code}`);
  }
});

test('frames that show the other side of what the list says are kept back, named, and passed on when they agree', async (t) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const quoted = (bid: string, ask: string) => ({ yes_bid_dollars: bid, yes_ask_dollars: ask });
  const row = {
    ...market,
    ...quoted('0.6900', '0.7100'),
    last_price_dollars: '0.7000',
    no_bid_dollars: '0.2900',
    no_ask_dollars: '0.3100',
  };
  const venue = await loopback(t, (url) =>
    url.pathname === '/markets' ? { json: { markets: [row], cursor: '' } } : universe()(url),
  );
  const adapter = createAdapter(t, venue, {
    streams: true,
    wsUrl: venue.wsUrl,
    apiKey: { id: 'k', privateKey },
  });
  const { stream } = adapter;
  assert.ok(stream);
  const updates: (number | null)[] = [];
  stream.onUpdate(({ price }) => updates.push(price));
  const [first] = (await adapter.poll(never)).markets;
  assert.equal(first?.price, 0.7);
  stream.start();
  await until(() => venue.frames.length === 1);
  venue.push({ type: 'subscribed', id: 1, msg: { channel: 'ticker', sid: 6 } });
  const frame = body('ws-ticker') as { msg: Record<string, unknown> };
  const push = (bid: string, ask: string, last: string) =>
    venue.push({
      ...frame,
      msg: { ...frame.msg, ...quoted(bid, ask), price_dollars: last, market_ticker: 'KXHIGHNY-26JUL19-T80' },
    });
  push('0.2900', '0.3100', '0.3000');
  await until(() => updates.length === 1);
  assert.deepEqual(updates, [0.3]);
  const [state] = (await adapter.poll(never)).markets;
  assert.deepEqual([state?.price, state?.streamDoubt?.code], [0.7, 'side_disputed']);
  assert.match(String(state?.streamDoubt?.at.value), /0\.3 against 0\.7 of the list/);
  const seen = adapter.getCounters().refused.find(({ kind }) => kind === 'kalshi ticker');
  assert.equal(seen?.count, 1);

  push('0.2900', '0.3100', '0.3000');
  push('0.6800', '0.7100', '0.7000');
  await until(() => stream.lastUpdateAt(highNy.asset) !== null && venue.frames.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(updates, [0.3], 'kept back until a poll agrees');
  const [agreed] = (await adapter.poll(never)).markets;
  assert.equal(agreed?.streamDoubt, undefined);
  push('0.6800', '0.7000', '0.6900');
  await until(() => updates.length === 2);
  assert.equal(updates[1], 0.69);
});

test('with a key of Ed25519 the stream is signed without a digest', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const venue = await loopback(t, universe());
  const { stream } = createAdapter(t, venue, {
    streams: true,
    wsUrl: venue.wsUrl,
    apiKey: { id: 'key-2', privateKey },
  });
  stream?.start();
  await until(() => venue.frames.length === 1);
  const headers = venue.handshakes[0] ?? {};
  const signed = Buffer.from(`${headers['kalshi-access-timestamp']}GET/trade-api/ws/v2`);
  const signature = Buffer.from(String(headers['kalshi-access-signature']), 'base64');
  assert.ok(verify(null, signed, publicKey, signature));
});

const recordings = join(import.meta.dirname, '../../../../shared/recordings/kalshi');
const absent = existsSync(recordings)
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

test('every recorded market is understood, and its four quotes agree', { skip: absent }, () => {
  const recorded = (name: string) => JSON.parse(readFileSync(join(recordings, name), 'utf8'));
  const rows: unknown[] = [
    ...recorded('markets-1.json').markets,
    ...Object.values(recorded('markets-2-by-series.json')).flat(),
    ...recorded('markets-3-games.json').markets,
    ...recorded('markets-7-resolved.json').markets,
    ...recorded('markets-8-transition.json').markets,
    ...recorded('historical-markets.json').markets,
  ];
  assert.ok(marketPage.accepts(recorded('markets-1.json')));
  const counted = { assets: 0, priced: 0 };
  for (const row of rows) {
    assert.ok(marketRow.accepts(row), marketRow.findProblem(row) ?? '');
    const { ticker, price } = normaliseMarket(row, null);
    if (isAsset(row)) counted.assets++;
    if (price !== null) {
      counted.priced++;
      assert.ok(price > 0 && price < 1);
    }
    // The venue's own No quotes are compared where the Yes side has an order.
    if (ticker.noAsk !== null)
      assert.equal(ticker.noAsk, Number((row as { no_ask_dollars?: string }).no_ask_dollars));
    if (ticker.noBid !== null)
      assert.equal(ticker.noBid, Number((row as { no_bid_dollars?: string }).no_bid_dollars));
  }
  assert.ok(rows.length > 1_000);
  assert.deepEqual([counted.assets > 900, counted.priced > 300], [true, true]);
});

const defaults = {
  maxMarkets: 100,
  pollMs: 30_000,
  streams: false,
  userAgent: 'crosstape-test',
  clock: () => now,
  random: () => 0,
};

function createAdapter(t: TestContext, venue: LoopbackVenue, options: Partial<KalshiAdapterOptions> = {}) {
  const budget = new RateBudget({ limit: 1_000, windowMs: 1_000 });
  const adapter = createKalshiAdapter({ ...defaults, url: venue.url, budget, ...options });
  t.after(() => adapter.close());
  return adapter;
}

async function loopback(t: TestContext, answer: (path: URL) => Answer): Promise<LoopbackVenue> {
  const venue = await startLoopbackVenue(answer);
  t.after(() => venue.close());
  return venue;
}

/** Two pages of markets, one event, and the answers about single markets. */
function universe(more: unknown[] = []): (path: URL) => Answer {
  const second = { ...market, ticker: 'SECOND', volume_24h_fp: '1.00' };
  const resolved = (body('markets-resolved') as { markets: unknown[] }).markets[0];
  return ({ pathname, searchParams }) => {
    switch (pathname) {
      case '/markets':
        return searchParams.get('cursor') === 'page 2'
          ? { json: { markets: [second, ...more], cursor: '' } }
          : { json: { markets: [market], cursor: 'page 2' } };
      case '/events':
        return { json: { events: [event], cursor: '' } };
      case '/events/NEW':
        return { json: { event: { ...event, event_ticker: 'NEW' } } };
      case '/markets/KXHIGHNY-26JUL19-T80':
        return { json: { market } };
      case '/historical/markets/KXHIGHNY-26JUL17-B85.5':
        return { json: { market: resolved } };
      case '/markets/KXHIGHNY-26JUL19-T80/orderbook':
        return { json: body('orderbook-top') };
      case '/series/KXHIGHNY/markets/KXHIGHNY-26JUL19-T80/candlesticks':
        return { json: body('candlesticks') };
      case '/historical/markets/RAINNYCM-24FEB-6/candlesticks':
        return { json: body('candlesticks-historical') };
      default:
        return { status: 404, text: '{"error":{"code":"not_found"}}' };
    }
  };
}

function body(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
}

/** Lets the event loop run until the condition holds. The test runner limits the wait. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
