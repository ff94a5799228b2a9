import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, REFERENCES } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { decideRights } from '../../src/references/recording/rights.ts';
import { BTC, NOW } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

const MINUTE = epochMs(Math.floor(NOW / 60_000) * 60_000 - 60_000);
const KEY = 'twap60-btc';
const ASSET = `ref-${KEY}`;
const TEXT = '79639.795829763498573824';

async function record(history: HistoryStore): Promise<void> {
  const records = Array.from({ length: 61 }, (_, i) => ({
    venue: REFERENCES,
    storeKey: KEY,
    asset: ASSET,
    t: epochMs(MINUTE - (60 - i) * 1_000),
    p: Number(TEXT) + i - 60,
    v: null,
    s: 'poll' as const,
  }));
  const marks = [
    {
      key: KEY,
      t: MINUTE,
      place: 0,
      text: TEXT,
      receivedAt: epochMs(MINUTE + 1_300),
      relay: 'rtds',
      count: null,
    },
  ];
  await history.append(records, { venue: REFERENCES, at: MINUTE, changed: [], marks });
}

test('a reference price has history, aggregates, sparklines, correlations and a page, and nothing that needs a market', async (t) => {
  const { app, history } = await startBench(t);
  await record(history);
  const get = async (url: string) => {
    const response = await app.inject({ url });
    return { status: response.statusCode, body: response.json() };
  };
  const page = await get(`/api/asset/REF-${KEY}`);
  assert.deepEqual(page.body, {
    ok: true,
    asset: ASSET,
    type: 'ref',
    source: 'twap60',
    coin: 'btc',
    relay: 'rtds',
    last: {
      t: MINUTE,
      text: TEXT,
      p: Number(TEXT),
      receivedAt: MINUTE + 1_300,
      relay: 'rtds',
      ageMs: NOW - MINUTE,
    },
  });
  for (const name of [KEY, ASSET]) {
    const { body } = await get(`/api/history/ref/${name}?limit=2`);
    assert.equal(body.assetId, ASSET);
    assert.equal(body.venue, 'ref');
    assert.equal(body.data?.length ?? body.records?.length, 2, JSON.stringify(body).slice(0, 300));
  }
  const { body: buckets } = await get(`/api/history/ref/${KEY}/aggregate?bucketMs=60000`);
  assert.equal(buckets.assetId, ASSET);
  const csv = await app.inject({ url: `/api/history/ref/${KEY}/csv?limit=1` });
  assert.match(csv.body, new RegExp(`^t,p,v,s\r\n${MINUTE},${Number(TEXT)},,poll\r\n$`));
  const merged = await app.inject({ url: `/api/history/merged?assets=${ASSET}&limit=1` });
  assert.match(merged.body, /"asset":"ref-twap60-btc"/);
  const { body: lines } = await get(`/api/sparklines?assets=${ASSET},ref-twap60-eth`);
  assert.equal(lines.sparklines[0].asset, ASSET);
  assert.equal(lines.sparklines[0].isStale, false);
  assert.deepEqual(lines.unknown, ['ref-twap60-eth']);
  const { body: pairs } = await get(`/api/correlations?assets=${ASSET},${BTC.asset}`);
  assert.deepEqual(pairs.params.assets, [ASSET, BTC.asset]);
  assert.equal(pairs.isStale[ASSET], false);
  const { body: listed } = await get('/api/history/assets?venue=ref');
  assert.deepEqual(
    listed.assets.map(({ venue, assetId }: { venue: string; assetId: string }) => [venue, assetId]),
    [['ref', ASSET]],
  );
  for (const url of [
    `/api/book/${ASSET}`,
    `/api/risk/${ASSET}`,
    `/api/m2m/${ASSET}`,
    `/api/carry/${ASSET}`,
  ]) {
    const { status, body } = await get(url);
    if (body.error === 'not_found') continue;
    assert.equal(status, 404, url);
    assert.equal(body.error, 'asset_not_found', url);
    assert.equal(body.message, 'a reference price has no market', url);
  }
  assert.equal((await get('/api/history/ref/twap60-eth')).body.error, 'asset_not_found');
  assert.equal((await get('/api/history/ref/spot-btc')).body.error, 'asset_not_found');
  assert.equal((await get('/api/feed/health')).body.references.relays.length, 0);
  assert.equal((await get('/api/resolutions?venue=ref')).body.error, 'validation_failed');
});

test('with paid gating on, values of a source are withheld from every caller unless it is shared', async (t) => {
  const rights = decideRights({ paidGating: true, share: ['rti'] });
  const { app, history } = await startBench(t, { rights });
  await record(history);
  for (const url of [
    `/api/asset/${ASSET}`,
    `/api/history/ref/${KEY}`,
    `/api/history/ref/${KEY}/aggregate?bucketMs=60000`,
    `/api/sparklines?assets=${ASSET}`,
    `/api/correlations?assets=${ASSET},${BTC.asset}`,
    `/api/history/merged?assets=${ASSET}`,
  ]) {
    const response = await app.inject({ url });
    const { error, source } = response.json();
    assert.deepEqual([response.statusCode, error, source], [403, 'source_withheld', 'twap60'], url);
  }
});

test('an unknown reference price is answered with recorded ones that its name may mean', async (t) => {
  const { app, history } = await startBench(t);
  await record(history);
  for (const url of [
    '/api/asset/ref-twap60-bitcoin',
    '/api/asset/ref-twp60-btc',
    '/api/history/ref/twap-btc',
  ]) {
    const { statusCode, body } = await app.inject({ url });
    const { error, suggestions } = JSON.parse(body);
    assert.deepEqual([statusCode, error, suggestions], [404, 'asset_not_found', [ASSET]], url);
  }
});
