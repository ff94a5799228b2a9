import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATED_VENUES, type SimulatedVenue } from '../../../simulator/world/venues.ts';
import { MINUTE_MS, UpstreamError, type VenuePoll } from '../../../src/domain/index.ts';
import { LocalFeed } from '../../../src/feed/local/local-feed.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { isLong } from '../../support/long-tests.ts';
import { ADAPTERS, patience, type Stage, startStage } from './venue-adapters.ts';

const MIB = 1024 * 1024;

/** What stands between a venue and its adapter: null passes the request on. */
type Answering = (response: ServerResponse) => void | Promise<void>;

/** Part of the requests that ask for the list of markets, by venue. */
const LISTS: Readonly<Record<SimulatedVenue, { readonly path: string; readonly body?: string }>> = {
  hyperliquid: { path: '/info', body: '"metaAndAssetCtxs"' },
  polymarket: { path: '/markets/keyset' },
  kalshi: { path: '/markets?' },
  limitless: { path: '/markets/active' },
};

/** One stage for all: its venues keep their time while a test looks at one of them. */
const stage = await startStage({ markets: 120 });
after(() => stage.simulator.close());

/** An adapter behind a server that answers its questions for the list, or passes them on. */
async function standBefore(t: TestContext, venue: SimulatedVenue) {
  let answering: Answering | null = null;
  let written = 0;
  const origin = new URL(stage.simulator.urls.kalshi).origin;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const isList = isForList(request, body.toString(), venue);
    if (isList && answering !== null) {
      request.socket.on('close', () => (written += request.socket.bytesWritten));
      await answering(response);
      return;
    }
    const passed = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body.length > 0 ? { body } : {}),
    });
    const bytes = Buffer.from(await passed.arrayBuffer());
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = Object.fromEntries(
    Object.entries(stage.simulator.urls).map(([name, url]) => [name, url.replace(new URL(url).host, host)]),
  ) as Stage['simulator']['urls'];
  const adapter = ADAPTERS[venue]({ ...stage, simulator: { ...stage.simulator, urls } });
  t.after(async () => {
    await adapter.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    adapter,
    answer: (next: Answering | null) => (answering = next),
    bytesWritten: () => written,
  };
}

function isForList({ url = '' }: IncomingMessage, body: string, venue: SimulatedVenue): boolean {
  const { path, body: part = '' } = LISTS[venue];
  return url.includes(path) && body.includes(part);
}

const json =
  (value: unknown): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

const html: Answering = (response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><html><title>Just a moment...</title><body>checking your browser</body></html>');
};

/** Rows without an end, until nobody reads any more. */
const endless: Answering = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const row = `${JSON.stringify({ title: 'x'.repeat(64 * 1024) })},`;
  response.write('[');
  for (let bytes = 0; bytes < 50 * MIB && !response.destroyed; bytes += row.length) {
    if (!response.write(row)) await drained(response);
  }
  response.end(']');
};

/** Resolves when it takes more, or is closed. Listens for one of the two no longer than for the other. */
async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const either = ['drain', 'close'].map((event) => once(response, event, { signal }).catch(() => undefined));
  await Promise.race(either);
  waiting.abort();
}

const OTHERS: readonly [name: string, value: unknown][] = [
  ['nothing', null],
  ['a number', 42],
  ['an object without members', {}],
  ['the status of an exchange', { exchange_active: true, trading_active: true }],
  ['an error', { error: 'something', message: ['x'] }],
  ['a book', { levels: [[{ px: '1', sz: '1', n: 1 }], []], coin: 'BTC', time: 1 }],
  ['a list within a list', [[[]]]],
];

const isMalformed = (error: unknown) => error instanceof UpstreamError && error.failure === 'malformed';

for (const venue of SIMULATED_VENUES) {
  test(`${venue}: HTML and JSON of another endpoint with status 200 fail the poll, are counted, and the next one works`, async (t) => {
    const { adapter, answer } = await standBefore(t, venue);
    const whole = await adapter.poll(patience());
    stage.advance(MINUTE_MS);
    // Each failure is asked again, and Hyperliquid's budget of a minute ends.
    const others = venue === 'hyperliquid' || !isLong ? OTHERS.slice(2, 5) : OTHERS;
    for (const [name, bad] of [
      ['HTML', html] as const,
      ...others.map(([name, value]) => [name, json(value)] as const),
    ]) {
      answer(bad);
      await assert.rejects(adapter.poll(patience()), isMalformed, name);
      stage.advance(MINUTE_MS);
    }
    assert.ok(adapter.getCounters().failures + adapter.getCounters().schemaFailures > 0);
    answer(null);
    const { markets } = await adapter.poll(patience());
    assert.ok(markets.length > 0.9 * whole.markets.length);
  });

  test(`${venue}: an answer of 50 MB is left where it is too long`, async (t) => {
    const { adapter, answer, bytesWritten } = await standBefore(t, venue);
    await adapter.poll(patience());
    stage.advance(MINUTE_MS);
    answer(endless);
    const startedAt = performance.now();
    await assert.rejects(adapter.poll(patience()), UpstreamError);
    assert.ok(performance.now() - startedAt < 10_000);
    for (let i = 0; i < 500 && bytesWritten() === 0; i++) await sleep(10);
    assert.ok(bytesWritten() > 0 && bytesWritten() < 2 * 40 * MIB, `${bytesWritten()} bytes were taken`);
  });

  test(`${venue}: a list of 100,000 rows is refused or cut at our own limit, within seconds`, async (t) => {
    const { adapter, answer } = await standBefore(t, venue);
    const { markets: known } = await adapter.poll(patience());
    stage.advance(MINUTE_MS);
    answer(json(manyRows(venue)));
    const startedAt = performance.now();
    const poll = await adapter.poll(patience()).catch((error: unknown) => {
      assert.ok(error instanceof UpstreamError, String(error));
      return null;
    });
    assert.ok(performance.now() - startedAt < 10_000);
    // All perpetuals are tracked; of other markets no more than the limit.
    if (poll !== null && venue !== 'hyperliquid') assert.ok(poll.markets.length <= 10_000);
    stage.advance(MINUTE_MS);
    answer(null);
    assert.ok((await adapter.poll(patience())).markets.length > 0.9 * known.length);
  });
}

/** Rows of a venue's list, each small and new. */
function manyRows(venue: SimulatedVenue): unknown {
  const rows = <T>(make: (i: number) => T) => Array.from({ length: 100_000 }, (_, i) => make(i));
  switch (venue) {
    case 'hyperliquid':
      return [
        { universe: rows((i) => ({ name: `C${i}`, szDecimals: 2, maxLeverage: 3 })) },
        rows(() => ({
          markPx: '1',
          oraclePx: '1',
          prevDayPx: '1',
          dayNtlVlm: '0',
          openInterest: '0',
          funding: '0',
        })),
      ];
    case 'polymarket':
      return {
        markets: rows((i) => ({
          id: String(i),
          slug: `m-${i}`,
          conditionId: `0x${i.toString(16).padStart(64, '0')}`,
          outcomes: '["Yes","No"]',
          clobTokenIds: `["${i}1","${i}2"]`,
          marketMakerAddress: '',
        })),
      };
    case 'kalshi':
      return {
        markets: rows((i) => ({ ticker: `T-${i}`, event_ticker: 'T', status: 'active' })),
        cursor: '',
      };
    case 'limitless':
      return { data: rows((i) => ({ id: i, slug: `m-${i}`, status: 'FUNDED' })), totalMarketsCount: 100_000 };
  }
}

for (const venue of ['polymarket', 'kalshi', 'limitless'] as const) {
  test(`${venue}: the list of yesterday is not believed, and its prices are not recorded`, async (t) => {
    const { adapter } = await standBefore(t, venue);
    const yesterday = await adapter.poll(patience());
    stage.advance(24 * 60 * MINUTE_MS);
    const today = await adapter.poll(patience());
    const traded = countRisen(yesterday, today);
    t.diagnostic(`${traded} of ${today.markets.length} markets were traded`);
    const recorded: VenuePoll[] = [];
    const polls = [today, yesterday].map((poll) => ({ ...poll, receivedAt: stage.clock() }));
    const feed = openFeed(adapter, polls, recorded);
    t.after(() => feed.stop());
    feed.start();
    while (feed.health(venue).okCount + feed.health(venue).failCount < 3) await sleep(5);
    await feed.stop();
    assert.equal(recorded.length, 1);
    assert.match(feed.health(venue).lastError ?? '', /older|left the list/);
    const codes = feed.health(venue).concerns.map(({ code }) => code);
    assert.ok(codes.includes('list_older') || codes.includes('list_shrunk'), codes.join());
  });
}

function countRisen(before: VenuePoll, now: VenuePoll): number {
  const totals = new Map(before.markets.map(({ ref, volumeCounter }) => [ref.storeKey, volumeCounter]));
  return now.markets.filter(
    ({ ref, volumeCounter }) => (volumeCounter ?? 0) > (totals.get(ref.storeKey) ?? Number.POSITIVE_INFINITY),
  ).length;
}

/** A feed that is given polls which its adapter read before, the last one again and again. */
function openFeed(adapter: VenueAdapter, polls: VenuePoll[], recorded: VenuePoll[]): LocalFeed {
  const given: VenueAdapter = {
    venue: adapter.venue,
    stream: null,
    probes: [],
    poll: async () => (polls.length > 1 ? polls.shift() : polls[0]) as VenuePoll,
    readBook: (...args) => adapter.readBook(...args),
    readCandles: (...args) => adapter.readCandles(...args),
    readFunding: (...args) => adapter.readFunding(...args),
    readResolution: (...args) => adapter.readResolution(...args),
    getCounters: () => adapter.getCounters(),
    close: async () => undefined,
  };
  return new LocalFeed({
    adapters: [given],
    pollMs: () => 1,
    clock: stage.clock,
    random: () => 0.5,
    record: async (poll) => {
      recorded.push(poll);
    },
    onFailure: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
}
