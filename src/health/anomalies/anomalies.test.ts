import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, FixedFeed, NOW, perp } from '../../../test/support/fixed-feed.ts';
import { binaryAnomalies } from '../../analytics/index.ts';
import { buildKalshiAsset, buildLimitlessAsset, buildPerpAsset, epochMs } from '../../domain/index.ts';
import { NOTHING_KNOWN } from '../../history/sqlite/damage.ts';
import type { DiskSpace } from '../disk-space.ts';
import { findAnomalies } from './anomalies.ts';

const GIB = 1024 ** 3;

function findCodes(feed: FixedFeed, details: { disk?: DiskSpace | null } = {}): string[] {
  const found = findAnomalies({
    feed,
    silences: [],
    corruptBlocks: [],
    disk: { freeBytes: 100 * GIB, totalBytes: 200 * GIB },
    ...details,
  });
  return found.map(({ severity, code, venue, count }) => [severity, code, venue, count].join(' '));
}

/** Creates a feed in which all venues are fresh with one good market each, and adds the given markets on Kalshi. */
function feedWith(...markets: Parameters<FixedFeed['set']>[1]): FixedFeed {
  const feed = new FixedFeed();
  feed.set('hyperliquid', [perp()]);
  feed.set('polymarket', [binary(buildKalshiAsset('other'))]);
  feed.set('kalshi', markets.length === 0 ? [binary(buildKalshiAsset('good'))] : markets);
  feed.set('limitless', [binary(buildLimitlessAsset('good'))]);
  return feed;
}

const GOOD = binary(buildKalshiAsset('good'));

test('a healthy feed has no anomaly', () => {
  assert.deepEqual(findCodes(feedWith()), []);
});

test('a server that counts for all processes and gives no answer is a warning', () => {
  const [anomaly] = findAnomalies({
    feed: feedWith(),
    silences: [],
    corruptBlocks: [],
    disk: null,
    isRedisAway: true,
  });
  assert.deepEqual([anomaly?.severity, anomaly?.code], ['warning', 'redis_unavailable']);
});

test('a missing venue is critical, a stale or empty one a warning', () => {
  const feed = feedWith();
  feed.snapshots.delete('polymarket');
  feed.set('kalshi', [GOOD], epochMs(NOW - 120_001));
  feed.set('limitless', []);
  assert.deepEqual(findCodes(feed), [
    'critical venue_missing polymarket ',
    'warning venue_stale kalshi ',
    'warning venue_empty limitless ',
  ]);
});

test('streams that are silent are one warning per venue, with their number', () => {
  const silence = (asset: string, venue: 'polymarket' | 'hyperliquid') => ({
    asset,
    venue,
    movedAt: epochMs(NOW - 9_000),
    detectedAt: epochMs(NOW - 2_000),
    recoveredAt: null,
    restarts: 1,
  });
  const found = findAnomalies({
    feed: feedWith(),
    silences: [
      silence('pm-a', 'polymarket'),
      silence('hl-BTC', 'hyperliquid'),
      silence('pm-b', 'polymarket'),
    ],
    corruptBlocks: [],
    disk: null,
  });
  assert.deepEqual(
    found.map(({ severity, code, venue, count }) => [severity, code, venue, count]),
    [
      ['warning', 'stream_silent', 'polymarket', 2],
      ['warning', 'stream_silent', 'hyperliquid', 1],
    ],
  );
  assert.match(found[0]?.message ?? '', /pm-a, pm-b$/);
});

test('what the feed finds wrong with messages is one row a code and venue, with the first body', () => {
  const feed = feedWith();
  const at = { endpoint: 'GET /markets', row: 'm0', member: '/floor_strike', value: '"100"' };
  const concern = { code: 'rows_refused' as const, message: 'many', count: 60, sinceMs: epochMs(NOW), at };
  const step = { ...concern, code: 'clock_stepped' as const, message: 'set', count: 1, at: null };
  feed.pollers.set('kalshi', { concerns: [concern, { ...concern, count: 2 }, step] });
  feed.pollers.set('limitless', { concerns: [step, { ...concern, code: 'venue_drift' as const }] });
  assert.deepEqual(findCodes(feed), [
    'warning rows_refused kalshi 62',
    'warning clock_stepped  1',
    'info venue_drift limitless 60',
  ]);
  const [row] = findAnomalies({ feed, silences: [], corruptBlocks: [], disk: null });
  assert.deepEqual(row?.at, at);
});

test('prices that cannot be are found and counted by venue', () => {
  const rows: [changes: Parameters<typeof binary>[1], expected: string[]][] = [
    [{ yesPrice: 1.01, noPrice: null }, ['critical probability_out_of_range kalshi 2']],
    [{ yesPrice: -0.01, noPrice: null }, ['critical probability_out_of_range kalshi 2']],
    [{ yesPrice: 0, noPrice: 1 }, []],
    [{ yesPrice: null, noPrice: null }, []],
    [{ yesPrice: 0.6, noPrice: 0.56 }, ['warning gross_overround kalshi 2']],
    [{ yesPrice: 0.6, noPrice: 0.55 }, []],
  ];
  for (const [changes, expected] of rows) {
    const twice = ['a', 'b'].map((name) => binary(buildKalshiAsset(name), { exclusive: null, ...changes }));
    assert.deepEqual(findCodes(feedWith(...twice)), expected, JSON.stringify(changes));
  }
});

test('a value that an adapter refused is named with its asset and member, and all are counted', () => {
  const market = (name: string) => ({
    ...binary(buildKalshiAsset(name), { exclusive: null }),
    refused: [
      { member: 'yesBid', value: 1.1995 },
      { member: 'yesAsk', value: -0.2 },
    ],
  });
  const feed = feedWith(...Array.from({ length: 60 }, (_, i) => market(`m${i}`)));
  assert.deepEqual(findCodes(feed), ['critical probability_out_of_range kalshi 120']);
  const [row] = findAnomalies({ feed, silences: [], corruptBlocks: [], disk: null });
  assert.match(row?.message ?? '', /: kalshi-m0 yesBid 1\.1995, kalshi-m0 yesAsk -0\.2, /);
  // The evidence is limited, because a venue that changed its format has evidence in every market.
  assert.equal(feed.snapshot('kalshi')?.refused.first.length, 100);
});

test('a perpetual without a positive price is critical', () => {
  const feed = feedWith();
  feed.set('hyperliquid', [perp(buildPerpAsset('BTC'), { markPx: 0 }), perp(buildPerpAsset('ETH'))]);
  assert.deepEqual(findCodes(feed), ['critical non_positive_price hyperliquid 1']);
});

test('a price of one half without quote and trade is the artefact of an empty book', () => {
  const empty = {
    yesPrice: 0.5,
    noPrice: 0.5,
    yesBid: null,
    yesAsk: null,
    volume24hUsd: 0,
    volume24hContracts: 0,
  };
  const artefact = ['warning empty_book_half kalshi 1'];
  const rows: [changes: Parameters<typeof binary>[1], expected: string[]][] = [
    [empty, artefact],
    [{ ...empty, yesBid: 0, yesAsk: 1 }, artefact],
    [{ ...empty, yesBid: 0.49 }, []],
    [{ ...empty, yesAsk: 0.51 }, []],
    [{ ...empty, volume24hUsd: 12 }, []],
    [{ ...empty, yesPrice: 0.51, noPrice: 0.49 }, []],
  ];
  for (const [changes, expected] of rows) {
    assert.deepEqual(
      findCodes(feedWith(binary(buildKalshiAsset('x'), changes))),
      expected,
      JSON.stringify(changes),
    );
  }
});

test('outcomes of an exclusive event may not add up to far more than one', () => {
  const outcomes = (count: number, yesPrice: number, exclusive: boolean | null) =>
    Array.from({ length: count }, (_, i) =>
      binary(buildKalshiAsset(`o${i}`), { yesPrice, noPrice: 1 - yesPrice, exclusive, eventKey: 'EVENT' }),
    );
  assert.deepEqual(findCodes(feedWith(...outcomes(3, 0.4, true))), ['warning gross_overround kalshi 1']);
  assert.deepEqual(findCodes(feedWith(...outcomes(3, 0.38, true))), []);
  assert.deepEqual(findCodes(feedWith(...outcomes(3, 0.4, null))), []);
  // The sum of ten outcomes may reach 1.3 before it counts as a gross error.
  assert.deepEqual(findCodes(feedWith(...outcomes(10, 0.129, true))), []);
  assert.deepEqual(findCodes(feedWith(...outcomes(10, 0.131, true))), ['warning gross_overround kalshi 1']);
});

test('a disk that fills up is a warning, then critical; one that cannot be asked is neither', () => {
  const disk = (freeBytes: number) => ({ disk: { freeBytes, totalBytes: 8 * GIB } });
  assert.deepEqual(findCodes(feedWith(), disk(0.79 * GIB)), ['warning disk_low  ']);
  assert.deepEqual(findCodes(feedWith(), disk(0.2 * GIB)), ['critical disk_low  ']);
  assert.deepEqual(findCodes(feedWith(), { disk: null }), []);
});

test('blocks that cannot be read are named by key and time range', () => {
  const block = {
    kind: 'records',
    venue: 'kalshi',
    storeKey: 'good',
    fromMs: epochMs(0),
    toMs: epochMs(1_000),
    records: 5,
    reason: 'the checksum differs',
  } as const;
  const [found] = findAnomalies({
    feed: feedWith(),
    silences: [],
    corruptBlocks: [block, block],
    disk: null,
  });
  assert.equal(found?.count, 2);
  assert.match(found?.message ?? '', /good from 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:01.000Z/);
  const [unknown] = findAnomalies({
    feed: feedWith(),
    silences: [],
    corruptBlocks: [{ ...NOTHING_KNOWN, reason: 'the checksum differs' }],
    disk: null,
  });
  assert.equal(unknown?.venue, null);
  assert.equal(unknown.message, 'data that cannot be read: venue not known, the checksum differs');
});

test('the rules of the feed are those of the analytics, edge by edge', () => {
  const empty = { yesPrice: 0.5, noPrice: 0.5, yesBid: null, yesAsk: null, volume24hUsd: null };
  const rows: [changes: Parameters<typeof binary>[1], expected: string[]][] = [
    [{ ...empty, yesAsk: 0, volume24hContracts: 0 }, ['empty_book_half']],
    [{ ...empty, yesPrice: 0.5 + 1e-10, noPrice: 0.7 }, ['empty_book_half']],
    [{ ...empty, yesPrice: Number.NaN, noPrice: null }, ['probability_out_of_range']],
    [{ ...empty, yesPrice: 1.2, noPrice: 0.1 }, ['probability_out_of_range', 'gross_overround']],
    [{ ...empty, yesPrice: null, noPrice: 1.2 }, []],
  ];
  for (const [changes, expected] of rows) {
    const state = binary(buildKalshiAsset('edge'), { volume24hContracts: 0, ...changes });
    const { yesPrice, noPrice, yesBid, yesAsk } = state.ticker;
    const codes = binaryAnomalies({ price: yesPrice, no: noPrice, bid: yesBid, ask: yesAsk, volume24h: 0 });
    assert.deepEqual(codes, expected, JSON.stringify(changes));
    assert.deepEqual(
      findCodes(feedWith(state)).map((row) => row.split(' ')[1]),
      expected,
      JSON.stringify(changes),
    );
  }
});

test('damage is one row a venue, with what is known of its first place', () => {
  const records = {
    kind: 'records',
    venue: 'kalshi',
    storeKey: 'kxhighny-26jul19-t80',
    fromMs: epochMs(NOW - 60_000),
    toMs: epochMs(NOW),
    records: 720,
    reason: 'checksum differs',
  } as const;
  const unknown = { fromMs: null, toMs: null, reason: 'cut' } as const;
  const page = { ...unknown, kind: 'page', venue: 'limitless', storeKey: 'good', records: null } as const;
  const row = { ...unknown, kind: 'row', venue: null, storeKey: '', records: 0 } as const;
  const found = findAnomalies({
    feed: feedWith(),
    silences: [],
    corruptBlocks: [records, { ...records, reason: 'cut' }, page, row],
    disk: null,
  });
  assert.deepEqual(
    found.map(({ code, venue, count, damage }) => [code, venue, count, damage]),
    [
      [
        'corrupt_block',
        'kalshi',
        2,
        {
          kind: 'records',
          venue: 'kalshi',
          asset: 'kalshi-kxhighny-26jul19-t80',
          fromMs: NOW - 60_000,
          toMs: NOW,
          records: 720,
          reason: 'checksum differs',
        },
      ],
      [
        'corrupt_block',
        'limitless',
        1,
        { ...unknown, kind: 'page', venue: 'limitless', asset: 'limitless-good', records: null },
      ],
      ['corrupt_block', null, 1, { ...unknown, kind: 'row', venue: null, asset: null, records: 0 }],
    ],
  );
});
