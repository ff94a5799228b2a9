import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { JsonServer } from '../../../../test/support/json-server.ts';
import { buildKalshiAsset, buildPerpAsset, epochMs } from '../../../domain/index.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import { readHoldings as readHyperliquid } from '../hyperliquid/holdings.ts';
import { HyperliquidMarkets } from '../hyperliquid/markets.ts';
import { agentRow } from '../hyperliquid/wire.ts';
import { readHoldings as readKalshi } from '../kalshi/holdings.ts';
import { orderRow } from '../kalshi/wire.ts';
import { positionRow as limitlessPosition } from '../limitless/wire.ts';
import { readAccountRows } from './account-rows.ts';
import { readJson, VenueReadError } from './venue-read.ts';

const NEVER = new AbortController().signal;

async function bench(t: TestContext, answer: (path: string, body: unknown) => unknown) {
  const server = await JsonServer.start(({ path, body }) => answer(path, body));
  t.after(() => server.stop());
  return new VenueHttp({ baseUrl: server.url, userAgent: 'test', clock: () => epochMs(1_000_000) });
}

const BTC = { position: { coin: 'BTC', szi: '0.5' } };
const ODD_POSITIONS: readonly [name: string, row: unknown, unread: readonly string[]][] = [
  ['a number as text of another form', { position: { coin: 'ETH', szi: 'NaN' } }, ['perp-eth']],
  ['a size that is a number', { position: { coin: 'SOL', szi: 1.5 } }, ['perp-sol']],
  ['no size', { position: { coin: 'DOGE' } }, []],
  ['nothing', null, ['perp-eth', 'perp-sol']],
  ['no coin', { position: { szi: '1' } }, ['perp-eth', 'perp-sol']],
];

for (const [name, row, unread] of ODD_POSITIONS) {
  test(`hyperliquid: a position with ${name} costs its own market, and is never 0`, async (t) => {
    const http = await bench(t, () => ({ assetPositions: [row, BTC], withdrawable: '12.5' }));
    const refs = ['BTC', 'ETH', 'SOL'].map(buildPerpAsset);
    const markets = new HyperliquidMarkets(http);
    const held = await readHyperliquid(refs, { http, markets, user: '0xa', signal: NEVER });
    const expected = refs.map(({ storeKey }) => storeKey).filter((storeKey) => !unread.includes(storeKey));
    assert.deepEqual(
      held.markets.map(({ storeKey }) => storeKey),
      expected,
    );
    assert.equal(held.markets[0]?.size, '0.5');
    assert.deepEqual([held.freeUsd, http.refusedRows > 0], ['12.5', true]);
    assert.match(http.lastRefusedRow ?? '', /^position \//);
  });
}

test('kalshi: an odd position, and an odd shard, cost themselves', async (t) => {
  const http = await bench(t, (path) =>
    path.startsWith('/portfolio/balance')
      ? { balance: 500, balance_breakdown: [{ exchange_index: true, balance: '1' }] }
      : {
          market_positions: [
            { ticker: 'A', position_fp: 7 },
            { ticker: 'B', position_fp: '2.00' },
          ],
          cursor: null,
        },
  );
  const read = (path: string, wire: Parameters<typeof readJson>[2]) => {
    const call = { purpose: 'account', account: 'k' } as const;
    return readJson(http, { method: 'GET', path, call, signal: NEVER }, wire) as never;
  };
  const { markets, freeUsd } = await readKalshi(['A', 'B', 'C'].map(buildKalshiAsset), read, http);
  assert.deepEqual(
    markets.map(({ storeKey, size }) => [storeKey, size]),
    [
      ['b', '2'],
      ['c', '0'],
    ],
  );
  assert.deepEqual([freeUsd, http.refusedRows, http.lastRefusedRow], ['5', 1, 'position /position_fp']);
});

test('a row that is looked for and cannot be read is unknown, and one that is there is found beside odd ones', async (t) => {
  const http = await bench(t, () => null);
  const agents = readAccountRows(
    http,
    [
      { address: '0xA', validUntil: '7' },
      { address: '0xB', validUntil: 7 },
    ],
    agentRow,
    (row) => (row as { address: string }).address,
  );
  assert.deepEqual(
    [agents.rows.length, agents.hides('0xa'), agents.hides('0xb'), agents.hides('0xc')],
    [1, true, false, false],
  );
  assert.throws(() => agents.requireRead('0xa'), VenueReadError);
  agents.requireRead('0xc');
  const orders = readAccountRows(http, [{ order_id: 1 }], orderRow, () => null);
  assert.throws(() => orders.requireRead('any'), /the order cannot be read/);
  const nothing = readAccountRows(
    http,
    [{ market: { slug: 's' }, tokensBalance: null }],
    limitlessPosition,
    () => null,
  );
  assert.equal(nothing.rows.length, 1);
});
