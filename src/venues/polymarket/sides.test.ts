import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, loopbackVenue } from '../../../test/support/loopback-venues/polymarket.ts';
import { describedMarket, fixture } from '../../../test/support/polymarket-fixtures.ts';
import { type BinaryState, buildPolymarketAsset, epochMs } from '../../domain/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { createPolymarketAdapter } from './adapter.ts';
import type { GammaMarket } from './wire.ts';

const never = new AbortController().signal;
const [YES, NO] = ['7000000000001', '7000000000002'];
const CONDITION = `0x${'a'.repeat(64)}`;

const row = (changes: Partial<GammaMarket> = {}) =>
  describedMarket({
    slug: 'sides',
    conditionId: CONDITION,
    outcomes: '["Yes","No"]',
    outcomePrices: '["0.70","0.30"]',
    clobTokenIds: JSON.stringify([YES, NO]),
    bestBid: 0.69,
    bestAsk: 0.71,
    lastTradePrice: 0.7,
    orderPriceMinTickSize: 0.01,
    ...changes,
  });
const level = (price: string) => ({ price, size: '100' });
const BOOKS: Readonly<Record<string, object>> = {
  [YES]: { bids: [level('0.69')], asks: [level('0.71')] },
  [NO]: { bids: [level('0.29')], asks: [level('0.31')] },
};

/** Serves a venue with one market. The test changes its row and the CLOB's names of its tokens. */
async function serve(t: TestContext, names: Answer | null, recall?: AdapterOptions['recall']) {
  const served = { market: row(), names, isReading: true };
  const clock = { now: Date.parse('2026-11-01T00:30:00Z') };
  const venue = await loopbackVenue(
    t,
    (url) => {
      if (url.pathname === '/markets/keyset') return { body: { markets: [served.market] } };
      if (url.pathname.startsWith('/clob-markets/')) return served.names;
      return null;
    },
    (frame, socket) => {
      const { assets_ids = [] } = JSON.parse(frame) as { assets_ids?: string[] };
      const books = assets_ids.map((asset_id) => ({
        event_type: 'book',
        asset_id,
        timestamp: String(clock.now),
        ...BOOKS[asset_id],
      }));
      socket.send(JSON.stringify(books));
    },
  );
  const adapter = createPolymarketAdapter({
    maxMarkets: 100,
    pollMs: 30_000,
    streams: true,
    userAgent: 'crosstape-test',
    random: () => 0,
    retries: 0,
    gammaUrl: venue.url,
    clobUrl: venue.url,
    dataUrl: venue.url,
    wsUrl: venue.wsUrl,
    clock: () => epochMs(clock.now),
    ...(recall === undefined ? {} : { recall }),
  });
  t.after(() => adapter.close());
  const poll = async () => {
    clock.now += 30_000;
    const { markets } = await adapter.poll(never);
    const state = markets[0] as BinaryState;
    await pause(60);
    return [state.price, state.withheld?.code ?? null, state.nativeIds?.yesTokenId];
  };
  return { served, adapter, poll, venue };
}

const agreeing: Answer = {
  body: {
    t: [
      { t: YES, o: 'Yes' },
      { t: NO, o: 'No' },
    ],
  },
};
const turned: Answer = {
  body: {
    t: [
      { t: NO, o: 'Yes' },
      { t: YES, o: 'No' },
    ],
  },
};

describe('the side of a token is remembered', () => {
  it('records nothing of a row that turns its tokens, until the CLOB has confirmed what was known', async (t) => {
    const { served, adapter, poll } = await serve(t, agreeing);
    assert.deepEqual(await poll(), [0.7, null, YES]);
    served.market = row({ clobTokenIds: JSON.stringify([NO, YES]) });
    assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
    const book = await adapter.readBook(buildPolymarketAsset('sides'), never).catch(() => null);
    assert.equal(book, null, 'no book is served here, and none of the other token is asked for');
    const decided = await poll();
    assert.deepEqual(decided.slice(1), ['side_disputed', YES], 'the row is not read again');
    assert.match(JSON.stringify(adapter.getCounters().refused), /another order or other names|clobTokenIds/);
    served.market = row();
    assert.deepEqual(await poll(), [0.7, null, YES], 'as it was');
  });

  it('records the stream of the known token while its row is contradicted', async (t) => {
    const { served, adapter, poll } = await serve(t, agreeing);
    adapter.stream?.start();
    await poll();
    served.market = row({ outcomes: '["No","Yes"]' });
    assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
    assert.deepEqual(await poll(), [0.7, null, YES], 'from the book of the confirmed token');
  });

  it('takes the row where the CLOB agrees with it', async (t) => {
    const { served, poll } = await serve(t, turned);
    await poll();
    served.market = row({ clobTokenIds: JSON.stringify([NO, YES]) });
    assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
    assert.deepEqual(await poll(), [0.7, null, NO]);
  });

  it('waits while the CLOB gives no answer, and names the market by both of its forms', async (t) => {
    const { served, poll, venue } = await serve(t, null);
    await poll();
    served.market = row({ clobTokenIds: JSON.stringify([NO, YES]) });
    for (let polls = 0; polls < 3; polls++) assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
    const asked = venue.asked
      .map(({ pathname }) => pathname.split('/')[1])
      .filter((name) => name !== 'markets');
    assert.ok(asked.includes('clob-markets'));
    assert.ok(venue.asked.some(({ pathname }) => pathname === `/markets/${CONDITION}`));
    served.names = agreeing;
    for (let polls = 0; polls < 3; polls++) await poll();
    served.market = row();
    assert.deepEqual(await poll(), [0.7, null, YES]);
  });

  it('keeps the token that was Yes when sides with names of their own change places', async (t) => {
    const { served, poll } = await serve(t, {
      body: {
        t: [
          { t: YES, o: 'Up' },
          { t: NO, o: 'Down' },
        ],
      },
    });
    const upDown = { outcomes: '["Up","Down"]' };
    served.market = row(upDown);
    assert.deepEqual(await poll(), [0.7, null, YES]);
    served.market = row({
      outcomes: '["Down","Up"]',
      outcomePrices: '["0.30","0.70"]',
      clobTokenIds: JSON.stringify([NO, YES]),
      bestBid: 0.29,
      bestAsk: 0.31,
    });
    assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
    assert.deepEqual(await poll(), [0.7, null, YES]);
    assert.deepEqual(await poll(), [0.7, null, YES]);
  });

  it('withholds the price of a row whose listed prices are those of the other side', async (t) => {
    const { served, poll } = await serve(t, agreeing);
    await poll();
    served.market = row({ outcomePrices: '["0.30","0.70"]' });
    assert.deepEqual(await poll(), [null, 'side_disputed', YES]);
  });

  it('does not record a touch that is the complement of the list', async (t) => {
    const { served, adapter, poll } = await serve(t, agreeing);
    adapter.stream?.start();
    await poll();
    served.market = row({
      bestBid: 0.29,
      bestAsk: 0.31,
      lastTradePrice: 0.3,
      outcomePrices: '["0.30","0.70"]',
    });
    const updates: unknown[] = [];
    adapter.stream?.onUpdate((update) => updates.push(update));
    assert.deepEqual(await poll(), [0.3, null, YES], 'the list counts');
    assert.match(JSON.stringify(adapter.getCounters().refused), /ws book/);
    assert.deepEqual(updates, [], 'nor is it passed on');
  });
});

describe('the side of a token is remembered over restarts', () => {
  const facts = (nativeIds: Readonly<Record<string, string>>) => ({
    outcomes: ['Yes', 'No'] as const,
    nativeIds: { marketId: '2774056', conditionId: CONDITION, ...nativeIds },
  });
  const known = facts({ yesTokenId: YES, noTokenId: NO });
  const rows: [why: string, recall: AdapterOptions['recall'], market: GammaMarket, expected: unknown[]][] = [
    ['the same', async () => known, row(), [0.7, null, YES]],
    [
      'turned',
      async () => known,
      row({ clobTokenIds: JSON.stringify([NO, YES]) }),
      [null, 'side_disputed', YES],
    ],
    [
      'its names exchanged',
      async () => known,
      row({ outcomes: '["No","Yes"]' }),
      [null, 'side_disputed', YES],
    ],
    ['another market of that name', async () => known, row({ id: '9' }), [0.7, null, YES]],
    ['nothing registered', async () => null, row(), [0.7, null, YES]],
    ['registered without tokens', async () => facts({}), row(), [0.7, null, YES]],
    ['a register that is away', () => Promise.reject(new Error('away')), row(), [0.7, null, YES]],
  ];
  for (const [why, recall, market, expected] of rows) {
    it(`as the register has it: ${why}`, async (t) => {
      const { served, poll } = await serve(t, agreeing, recall);
      served.market = market;
      assert.deepEqual(await poll(), expected);
    });
  }
});

describe('markets of protocol v2', () => {
  const positions = fixture('gamma-market-v2.described.json') as { positionIds: string[] };

  it('are read by their position ids, and a row without usable ids is counted', async (t) => {
    const { served, adapter, poll } = await serve(t, null);
    const conditionId = `0x${BigInt(positions.positionIds[0] ?? '')
      .toString(16)
      .padStart(64, '0')
      .slice(0, -2)}`;
    served.market = row({ ...positions, version: 'v2', clobTokenIds: null, conditionId });
    assert.deepEqual(await poll(), [0.7, null, positions.positionIds[0]]);
    assert.deepEqual(adapter.getCounters().refused, []);
    served.market = row({ version: 'v2', slug: 'other', clobTokenIds: null });
    await assert.rejects(poll());
    assert.deepEqual(
      adapter.getCounters().refused.map(({ kind, member }) => `${kind} ${member}`),
      ['gamma market /positionIds'],
    );
  });

  it('that share a name with a v1 market are left out and counted', async (t) => {
    const venue = await loopbackVenue(t, (url) =>
      url.pathname === '/markets/keyset'
        ? {
            body: {
              markets: [
                row(),
                row({ ...positions, id: '2', version: 'v2', clobTokenIds: null, conditionId: '' }),
              ],
            },
          }
        : null,
    );
    const adapter = createPolymarketAdapter({
      maxMarkets: 100,
      pollMs: 30_000,
      streams: false,
      userAgent: 'crosstape-test',
      random: () => 0,
      retries: 0,
      gammaUrl: venue.url,
      clobUrl: venue.url,
      dataUrl: venue.url,
      wsUrl: venue.wsUrl,
      clock: () => epochMs(Date.parse('2026-11-01T00:30:00Z')),
    });
    t.after(() => adapter.close());
    for (let polls = 0; polls < 2; polls++) {
      const { markets } = await adapter.poll(never);
      assert.deepEqual(
        markets.map(({ price, nativeIds }) => [price, nativeIds?.yesTokenId]),
        [[0.7, YES]],
      );
    }
    assert.deepEqual(
      adapter.getCounters().refused.map(({ kind, member, count }) => `${kind} ${member} ${count}`),
      ['gamma market /slug 2'],
    );
  });
});
