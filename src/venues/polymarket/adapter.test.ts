import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Answer, loopbackVenue } from '../../../test/support/loopback-venues/polymarket.ts';
import { describedMarket, fixture, marketFixture } from '../../../test/support/polymarket-fixtures.ts';
import {
  type BinaryState,
  buildPolymarketAsset,
  epochMs,
  HOUR_MS,
  UpstreamError,
  type UpstreamFailure,
} from '../../domain/index.ts';
import { createPolymarketAdapter, type PolymarketAdapterOptions } from './adapter.ts';
import type { GammaMarket } from './wire.ts';

const now = epochMs(Date.parse('2026-11-01T00:30:00Z'));
const never = new AbortController().signal;

function market(n: number, changes: Partial<GammaMarket> = {}): GammaMarket {
  return describedMarket({
    id: String(n),
    slug: `m-${n}`,
    conditionId: `0x${String(n).padStart(64, '0')}`,
    clobTokenIds: `["1000${n}", "2000${n}"]`,
    ...changes,
  });
}

async function adapterAt(
  t: TestContext,
  answer: (url: URL) => Answer | null,
  options: Partial<PolymarketAdapterOptions> = {},
) {
  const venue = await loopbackVenue(t, answer);
  const adapter = createPolymarketAdapter({
    maxMarkets: 2_000,
    pollMs: 30_000,
    streams: false,
    userAgent: 'crosstape-test',
    clock: () => now,
    random: () => 0,
    retries: 0,
    gammaUrl: venue.url,
    clobUrl: venue.url,
    dataUrl: venue.url,
    wsUrl: venue.wsUrl,
    ...options,
  });
  t.after(() => adapter.close());
  return { venue, adapter };
}

/** Answers Gamma's keyset pages, with the number of a page as its cursor. */
function pages(...lists: unknown[][]) {
  return (url: URL): Answer | null => {
    if (url.pathname !== '/markets/keyset') return null;
    const page = Number(url.searchParams.get('after_cursor') ?? 0);
    const next_cursor = page + 1 < lists.length ? { next_cursor: String(page + 1) } : {};
    return { body: { markets: lists[page], ...next_cursor } };
  };
}

function failsWith(failure: UpstreamFailure) {
  return (error: unknown) => {
    assert.ok(error instanceof UpstreamError, String(error));
    assert.equal(error.failure, failure);
    return true;
  };
}

describe('poll', () => {
  for (const [name, id] of [
    ['under another id', '77'],
    ['under one id', '1'],
  ] as const) {
    it(`takes one of both versions of a market ${name}, the same at each poll, and counts the other`, async (t) => {
      const positions = ['1', '2'].map(
        (outcome) => `45231284858326638837332416019018714005183587760015845327913118753091066${outcome}`,
      );
      const v2 = market(1, {
        id,
        version: 'v2',
        conditionId: `0x${'ab'.repeat(31)}`,
        clobTokenIds: null,
        positionIds: positions,
        bestBid: 0.61,
        bestAsk: 0.63,
        spread: 0.02,
        lastTradePrice: 0.62,
        outcomePrices: '["0.62", "0.38"]',
      });
      const v1 = market(1, { version: 'v1' });
      let rows = [v1, v2, market(2)];
      const { adapter } = await adapterAt(t, (url) => pages(rows)(url));
      const first = await adapter.poll(never);
      const find = (poll: typeof first) => poll.markets.filter(({ ref }) => ref.asset === 'pm-m-1');
      const [known, ...others] = find(first);
      assert.equal(others.length, 0);
      assert.ok(known?.price != null && known.price < 0.5, 'the price of the first');
      const wasRefused = adapter.getCounters().refused.length > 0;
      rows = [v2, v1, market(2)];
      for (let poll = 0; poll < 3; poll++) {
        const [next, ...more] = find(await adapter.poll(never));
        assert.equal(more.length, 0);
        // The price of the other version is never used for this market.
        assert.ok(next === undefined || next.price === null || next.price === known.price, `${next?.price}`);
      }
      assert.ok(wasRefused || adapter.getCounters().refused.length > 0, 'counted');
    });
  }

  it('pages through the open markets, largest first, taking each once', async (t) => {
    const { venue, adapter } = await adapterAt(
      t,
      pages([market(1), market(2)], [market(2), market(3)], [market(4)]),
    );
    const poll = await adapter.poll(never);
    assert.deepEqual(
      poll.markets.map(({ ref }) => ref.asset),
      ['pm-m-1', 'pm-m-2', 'pm-m-3', 'pm-m-4'],
    );
    assert.equal(poll.receivedAt, now);
    assert.deepEqual(
      venue.asked.map(({ search }) => search),
      [
        '?version=v1&version=v2&closed=false&limit=100&order=volume24hr&ascending=false',
        '?version=v1&version=v2&closed=false&limit=100&order=volume24hr&ascending=false&after_cursor=1',
        '?version=v1&version=v2&closed=false&limit=100&order=volume24hr&ascending=false&after_cursor=2',
      ],
    );
  });

  it('stops at the number of markets it may track', async (t) => {
    const { venue, adapter } = await adapterAt(t, pages([market(1), market(2)], [market(3)], [market(4)]), {
      maxMarkets: 3,
    });
    assert.equal((await adapter.poll(never)).markets.length, 3);
    assert.equal(venue.asked.length, 2);
  });

  it('fails when a page or a cursor comes again, and says so', async (t) => {
    const rows: [name: string, answer: (url: URL) => unknown][] = [
      ['the cursor repeats', () => ({ markets: [market(1)], next_cursor: 'again' })],
      [
        'a page comes again',
        (url) => ({
          markets: [market(1), market(2)],
          next_cursor: `${url.searchParams.get('after_cursor') ?? ''}x`,
        }),
      ],
      ['an empty page names a next one', () => ({ markets: [], next_cursor: 'on' })],
    ];
    for (const [name, answer] of rows) {
      const { adapter } = await adapterAt(t, (url) => ({ body: answer(url) }));
      await assert.rejects(adapter.poll(never), failsWith('malformed'), name);
      const [refused] = adapter.getCounters().refused;
      assert.equal(refused?.member, '/next_cursor', name);
      assert.match(adapter.getCounters().lastSchemaFailure ?? '', new RegExp(name));
    }
  });

  it('says when our limit leaves out what the venue lists beyond it', async (t) => {
    const { adapter } = await adapterAt(t, pages([market(1), market(2)], [market(3)]), { maxMarkets: 2 });
    assert.equal((await adapter.poll(never)).isCutAtLimit, true);
    const { adapter: whole } = await adapterAt(t, pages([market(1), market(2)], [market(3)]));
    assert.equal((await whole.poll(never)).isCutAtLimit, false);
  });

  it('leaves out what is no asset, and counts a row that the schema refuses without losing its page', async (t) => {
    const rows = [
      market(1),
      market(2, { outcomes: '["A", "B", "C"]' }),
      marketFixture('gamma-market-placeholder.json'),
      marketFixture('gamma-market-resolved-stale-quotes.json'),
      market(3, { endDate: '2026-01-01T00:00:00Z', volume24hr: 0 }),
      { ...market(4), id: 4 },
      null,
    ];
    const { adapter } = await adapterAt(t, pages(rows));
    assert.deepEqual(
      (await adapter.poll(never)).markets.map(({ ref }) => ref.asset),
      ['pm-m-1'],
    );
    assert.equal(adapter.getCounters().schemaFailures, 2);
  });

  it('counts markets whose book is empty', async (t) => {
    const edges = market(2, { bestBid: 0.001, bestAsk: 0.999 });
    const { adapter } = await adapterAt(t, pages([market(1), edges]));
    const poll = await adapter.poll(never);
    assert.equal(poll.emptyBooks, 1);
    assert.deepEqual(
      poll.markets.map(({ price }) => price),
      [0.045, null],
    );
  });

  it('fails as a whole when one page does', async (t) => {
    const good = pages([market(1)], [market(2)]);
    const { adapter } = await adapterAt(t, (url) =>
      url.searchParams.has('after_cursor') ? { status: 500, body: '<html>' } : good(url),
    );
    await assert.rejects(adapter.poll(never), failsWith('server'));
  });

  const failures: [string, Answer, UpstreamFailure][] = [
    ['a refused region (451)', { status: 451, body: '' }, 'blocked'],
    ['a refused client (403)', { status: 403, body: '<html>' }, 'blocked'],
    ['a limit (429)', { status: 429, body: '', headers: { 'retry-after': '1' } }, 'rate_limited'],
    ['a page that is not JSON', { body: '{"markets":[' }, 'malformed'],
    ['a page of another shape', { body: [] }, 'malformed'],
    ['a list without markets', { body: { markets: [] } }, 'malformed'],
    ['an offset that is not allowed (422)', { status: 422, body: { error: 'x' } }, 'refused'],
  ];
  for (const [name, answer, failure] of failures) {
    it(`reports ${name} as ${failure}`, async (t) => {
      const { adapter } = await adapterAt(t, () => answer);
      await assert.rejects(adapter.poll(never), failsWith(failure));
      assert.equal(adapter.getCounters().blocked, failure === 'blocked');
    });
  }

  it('takes no more than a fifth of the published limit', async (t) => {
    const { adapter } = await adapterAt(t, pages([market(1)]));
    await adapter.poll(never);
    assert.ok(Math.abs(adapter.getCounters().budgetUsedFrac - 1 / 300) < 1e-9);
  });

  it('calls an event exhaustive once its own list says that all of its markets are tracked', async (t) => {
    const event = { id: '77', slug: 'e', title: 'E', negRisk: true, negRiskAugmented: false };
    const members = [1, 2].map((n) => market(n, { negRisk: true, events: [event] }));
    const list = pages(members);
    const { adapter } = await adapterAt(t, (url) =>
      url.pathname === '/events/77' ? { body: { ...event, markets: members } } : list(url),
    );
    const exhaustive = async () => {
      const { markets } = await adapter.poll(never);
      return (markets as BinaryState[]).map(({ ticker }) => ticker.exhaustive);
    };
    assert.deepEqual(await exhaustive(), [null, null]);
    // The event is read in the background, so the test waits for it.
    let known = await exhaustive();
    for (let polls = 0; polls < 40 && known[0] === null; polls++) known = await exhaustive();
    assert.deepEqual(known, [true, true]);
  });
});

describe('book', () => {
  const token = '27146956652877944551877724690365745048289675287536243265951843487691050802191';
  const list = pages([market(1, { clobTokenIds: `["${token}", "2"]` })]);
  const ref = buildPolymarketAsset('m-1');

  it('reads the book of the Yes token', async (t) => {
    const { venue, adapter } = await adapterAt(t, (url) =>
      url.pathname === '/book' ? { body: fixture('clob-book-4-edges-only.json') } : list(url),
    );
    await adapter.poll(never);
    const book = await adapter.readBook(ref, never);
    assert.deepEqual(
      [book.bids, book.asks],
      [[{ price: 0.001, size: 28_195.33 }], [{ price: 0.999, size: 231.08 }]],
    );
    assert.deepEqual([book.venueTime, book.receivedAt], [1_786_728_198_766, now]);
    assert.equal(venue.asked.at(-1)?.searchParams.get('token_id'), token);
  });

  it('takes "No orderbook exists" for a confirmed empty book', async (t) => {
    const { adapter } = await adapterAt(t, (url) =>
      url.pathname === '/book'
        ? { status: 404, body: fixture('clob-no-orderbook.described.json') }
        : list(url),
    );
    await adapter.poll(never);
    const { bids, asks } = await adapter.readBook(ref, never);
    assert.deepEqual([bids, asks], [[], []]);
  });

  it('takes no other 404, and no other token, for an answer', async (t) => {
    let answer: Answer = { status: 404, body: 'page not found' };
    const { adapter } = await adapterAt(t, (url) => (url.pathname === '/book' ? answer : list(url)));
    await adapter.poll(never);
    await assert.rejects(adapter.readBook(ref, never), failsWith('not_found'));
    answer = { body: fixture('clob-book-3-2024.json') };
    await assert.rejects(adapter.readBook(ref, never), failsWith('malformed'));
  });

  it('reads several books in one call, of which one that is missing, malformed or of another costs no other', async (t) => {
    const book = fixture('clob-book-4-edges-only.json') as object;
    const rows = [{ ...book, asset_id: 'another' }, { ...book, bids: 'none' }, book];
    const { venue, adapter } = await adapterAt(t, (url) =>
      url.pathname === '/books' ? { body: rows } : list(url),
    );
    await adapter.poll(never);
    const unlisted = buildPolymarketAsset('never-listed');
    const books = await adapter.bookBatches?.read([ref, unlisted], never);
    assert.deepEqual([...(books?.keys() ?? [])], [ref.asset]);
    assert.deepEqual(books?.get(ref.asset)?.bids, [{ price: 0.001, size: 28_195.33 }]);
    assert.equal(venue.asked.at(-1)?.pathname, '/books');
    assert.equal(adapter.getCounters().schemaFailures, 2);
  });

  it('knows no book of an asset that no poll has shown', async (t) => {
    const { venue, adapter } = await adapterAt(t, list);
    await assert.rejects(adapter.readBook(ref, never), failsWith('not_found'));
    assert.equal(venue.asked.length, 0);
  });
});

describe('candles', () => {
  const start = 1_789_452_000_000;
  const ref = buildPolymarketAsset('m-1');
  const day = { fromMs: epochMs(start), toMs: epochMs(start + 24 * HOUR_MS) };

  it('makes hourly bars from the data API', async (t) => {
    const { venue, adapter } = await adapterAt(t, (url) =>
      url.pathname === '/v2/prices-history'
        ? { body: fixture('data-prices-history-v2.described.json') }
        : pages([market(1)])(url),
    );
    await adapter.poll(never);
    const candles = await adapter.readCandles(ref, day, never);
    assert.deepEqual(
      candles.map(({ t: time, open, high, low, close }) => [time, open, high, low, close]),
      [
        [start, 0.055, 0.061, 0.05, 0.05],
        [start + HOUR_MS, 0.052, 0.052, 0.052, 0.052],
      ],
    );
    const asked = venue.asked.at(-1)?.searchParams;
    assert.deepEqual(
      [asked?.get('token_id'), asked?.get('start'), asked?.get('end')],
      ['10001', '1789452000', '1789541999'],
    );
  });

  it('asks the older history where the data API fails, also when it says null', async (t) => {
    const { venue, adapter } = await adapterAt(t, (url) => {
      if (url.pathname === '/v2/prices-history') return { status: 503, body: '' };
      if (url.pathname === '/prices-history')
        return { body: { history: [{ t: start / 1_000 + 60, p: 0.25 }] } };
      return pages([market(1)])(url);
    });
    await adapter.poll(never);
    const candles = await adapter.readCandles(ref, day, never);
    assert.deepEqual(
      candles.map(({ t: time, close }) => [time, close]),
      [[start, 0.25]],
    );
    assert.equal(venue.asked.at(-1)?.searchParams.get('fidelity'), '5');
  });

  it('asks in windows of at most 15 days and follows cursors', async (t) => {
    const { venue, adapter } = await adapterAt(t, (url) => {
      if (url.pathname !== '/v2/prices-history') return pages([market(1)])(url);
      const isFirst = !url.searchParams.has('cursor');
      return { body: { data: null, pagination: { next_cursor: isFirst ? 'c' : null, has_more: isFirst } } };
    });
    await adapter.poll(never);
    const window = { fromMs: epochMs(now - 30 * 24 * HOUR_MS), toMs: now };
    assert.deepEqual(await adapter.readCandles(ref, window, never), []);
    const asked = venue.asked.filter(({ pathname }) => pathname === '/v2/prices-history');
    assert.equal(asked.length, 4);
    for (const { searchParams } of asked) {
      assert.ok(Number(searchParams.get('end')) - Number(searchParams.get('start')) <= 15 * 86_400);
      assert.ok(Number(searchParams.get('end')) <= now / 1_000);
    }
  });

  it('finds an asset that has left the list by its slug, closed or not', async (t) => {
    const { venue, adapter } = await adapterAt(t, (url) => {
      if (url.pathname === '/markets')
        return { body: url.searchParams.get('closed') === 'true' ? [market(1)] : [] };
      return url.pathname === '/v2/prices-history' ? { body: { data: [] } } : null;
    });
    assert.deepEqual(await adapter.readCandles(ref, day, never), []);
    assert.equal(venue.asked[0]?.search, '?version=v1&version=v2&closed=true&slug=m-1');
    await assert.rejects(
      adapter.readCandles(buildPolymarketAsset('unknown'), day, never),
      failsWith('not_found'),
    );
  });
});

describe('resolution', () => {
  const ref = buildPolymarketAsset('m-1');

  it('asks for closed markets by condition, and knows none while the market is open', async (t) => {
    let closed: GammaMarket[] = [];
    const { venue, adapter } = await adapterAt(t, (url) =>
      url.pathname === '/markets' ? { body: closed } : pages([market(1)])(url),
    );
    await adapter.poll(never);
    assert.equal(await adapter.readResolution(ref, never), null);
    assert.equal(
      venue.asked.at(-1)?.search,
      `?version=v1&version=v2&closed=true&condition_ids=${market(1).conditionId}`,
    );
    closed = [
      market(2),
      market(1, { closed: true, outcomePrices: ['1', '0'], closedTime: '2026-10-30 00:00:16+00' }),
    ];
    const resolution = await adapter.readResolution(ref, never);
    assert.deepEqual(
      [resolution?.outcome, resolution?.settledAt],
      ['yes', Date.parse('2026-10-30T00:00:16Z')],
    );
  });

  it('finds a market that no poll of this process has shown', async (t) => {
    const { adapter } = await adapterAt(t, (url) =>
      url.searchParams.get('slug') === 'm-1'
        ? { body: [market(1, { closed: true, outcomePrices: '["0","1"]' })] }
        : null,
    );
    assert.equal((await adapter.readResolution(ref, never))?.outcome, 'no');
  });
});

describe('createPolymarketAdapter', () => {
  it('has no funding, and no stream when streams are off', async (t) => {
    const { adapter } = await adapterAt(t, () => null);
    assert.equal(adapter.stream, null);
    assert.deepEqual(
      await adapter.readFunding(buildPolymarketAsset('m-1'), { fromMs: now, toMs: now }, never),
      [],
    );
    assert.deepEqual(
      adapter.probes.map(({ upstream }) => upstream),
      ['polymarket-gamma', 'polymarket-clob'],
    );
  });

  it("mixes the stream's touch into the next poll and leaves what REST said", async (t) => {
    const venue = await loopbackVenue(t, pages([market(1)]), (frame, socket) => {
      const { assets_ids } = JSON.parse(frame) as { assets_ids: string[] };
      const level = (price: string) => [{ price, size: '5' }];
      const event = {
        event_type: 'book',
        timestamp: '1793493000000',
        bids: level('0.06'),
        asks: level('0.08'),
      };
      socket.send(JSON.stringify(assets_ids.map((asset_id) => ({ ...event, asset_id }))));
    });
    const { adapter } = await adapterAt(t, () => null, {
      streams: true,
      gammaUrl: venue.url,
      wsUrl: `${venue.wsUrl}/ws/market`,
    });
    const received = Promise.withResolvers<void>();
    adapter.stream?.onUpdate(() => received.resolve());
    adapter.stream?.start();
    assert.equal((await adapter.poll(never)).markets[0]?.price, 0.045);
    await received.promise;
    const [state] = (await adapter.poll(never)).markets;
    assert.deepEqual([state?.price, state?.bid, state?.ask], [0.07, 0.06, 0.08]);
    assert.deepEqual(state?.polled, { price: 0.045, bid: 0.04, ask: 0.05 });
  });
});
