import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type Gap } from '../../src/domain/index.ts';
import { NOW } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

const MINUTE = 60_000;

const gap = (venue: Gap['venue'], storeKey: string | null, fromMin: number, toMin: number | null): Gap => ({
  venue,
  storeKey,
  fromMs: epochMs(NOW + fromMin * MINUTE),
  toMs: toMin === null ? null : epochMs(NOW + toMin * MINUTE),
  reason: 'polls failed: timeout',
});

test('gaps of venues and assets in one call, by venue, asset and window', async (t) => {
  const { app, history } = await startBench(t);
  const read = async (query = '') => (await app.inject(`/api/gaps${query}`)).json();
  const end = { nextCursor: null, truncated: false, total: 0 };
  assert.deepEqual(await read(), { ok: true, count: 0, gaps: [], ...end });

  const ofVenue = gap('hyperliquid', null, -60, -50);
  const ofAsset = gap('hyperliquid', 'perp-btc', -40, -39);
  const ofAnother = gap('hyperliquid', 'perp-eth', -30, -29);
  const open = gap('kalshi', null, -5, null);
  for (const one of [open, ofAnother, ofVenue, ofAsset]) await history.putGap(one);

  const all = [ofVenue, ofAsset, ofAnother, open];
  const gapsIn = async (query: string) => (await read(query)).gaps;
  assert.deepEqual(await gapsIn('?limit=9'), all);
  assert.deepEqual(await gapsIn('?venue=kalshi'), [open]);
  assert.deepEqual(await gapsIn('?asset=hl-BTC'), [ofVenue, ofAsset]);
  assert.deepEqual(await gapsIn('?venue=hyperliquid&asset=hl-BTC'), [ofVenue, ofAsset]);
  assert.deepEqual(await gapsIn(`?fromMs=${NOW}`), [open], 'a gap that lasts overlaps what follows');
  assert.deepEqual(await gapsIn(`?fromMs=${NOW - 45 * MINUTE}&toMs=${NOW - 35 * MINUTE}`), [ofAsset]);

  const newest = await read('?limit=3');
  assert.deepEqual([newest.count, newest.gaps], [3, all.slice(1)]);
  const older = await read(`?limit=3&cursor=${newest.nextCursor}`);
  assert.deepEqual([older.gaps, older.nextCursor], [all.slice(0, 1), null]);
});

test('what /api/gaps refuses', async (t) => {
  const { app } = await startBench(t);
  const rows: [query: string, status: number, error: string, parameter?: string][] = [
    ['?venue=nasdaq', 400, 'validation_failed', 'venue'],
    ['?venue=kalshi&asset=hl-BTC', 400, 'validation_failed', 'venue'],
    ['?asset=hl-NOPE', 404, 'asset_not_found'],
    ['?limit=0', 400, 'validation_failed', 'limit'],
    ['?cursor=nonsense', 400, 'validation_failed', 'cursor'],
    ['?fromMs=1763600000', 400, 'validation_failed', 'fromMs'],
    [`?fromMs=${NOW}&toMs=${NOW - 1}`, 400, 'validation_failed', 'fromMs'],
  ];
  for (const [query, status, error, parameter] of rows) {
    const response = await app.inject(`/api/gaps${query}`);
    const body = response.json();
    assert.deepEqual([response.statusCode, body.error, body.parameter], [status, error, parameter], query);
  }
});
