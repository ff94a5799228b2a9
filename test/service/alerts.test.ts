import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { BTC, ELECTION, HIGH, NOW } from '../support/fixed-feed.ts';
import { openMemoryStaleReports } from '../support/memory/stale-reports.ts';
import { startBench } from '../support/service-bench.ts';

const MINUTE = 60_000;

/** BTC recorded 10 minutes ago, the election 7, the temperature one; the other two never. */
async function recordSome(history: HistoryStore): Promise<void> {
  const ages = [
    [BTC, 10],
    [ELECTION, 7],
    [HIGH, 1],
  ] as const;
  await history.append(
    ages.map(([{ venue, storeKey, asset }, minutes]) => ({
      venue,
      storeKey,
      asset,
      t: epochMs(NOW - minutes * MINUTE),
      p: 0.5,
      v: null,
      s: 'poll',
    })),
  );
}

const listAssets = (rows: { asset: string }[]) => rows.map(({ asset }) => asset);

test('stale and never recorded assets are listed with their ages', async (t) => {
  const { app, history } = await startBench(t);
  await recordSome(history);
  const answer = (await app.inject('/api/alerts/stale')).json();
  assert.deepEqual(answer.params, {
    thresholdMin: 5,
    thresholdMs: 300_000,
    limit: 1_000,
    sortBy: null,
    venue: null,
  });
  assert.deepEqual(answer.summary, {
    totalAssets: 5,
    staleCount: 2,
    neverRecordedCount: 2,
    beyondLimitCount: 0,
    byVenue: {
      hyperliquid: { total: 2, stale: 1, neverRecorded: 1, beyondLimit: 0 },
      polymarket: { total: 1, stale: 1, neverRecorded: 0, beyondLimit: 0 },
      kalshi: { total: 1, stale: 0, neverRecorded: 0, beyondLimit: 0 },
      limitless: { total: 1, stale: 0, neverRecorded: 1, beyondLimit: 0 },
    },
  });
  assert.deepEqual(answer.truncated, { stale: false, neverRecorded: false, beyondLimit: false });
  const { bytes, ...row } = answer.stale[0];
  assert.ok(bytes >= 0);
  assert.deepEqual(row, {
    kind: 'stale',
    venue: 'hyperliquid',
    asset: 'perp-btc',
    lastMs: NOW - 10 * MINUTE,
    lastIso: '2026-11-21T11:50:00.000Z',
    staleForMs: 10 * MINUTE,
    count: 1,
  });
  assert.deepEqual(answer.neverRecorded[0], {
    kind: 'never_recorded',
    venue: 'limitless',
    asset: 'btc-above-100k',
    lastMs: null,
    lastIso: null,
    staleForMs: null,
    count: 0,
    bytes: 0,
  });
});

test('threshold, venue, limit and order are kept; the limit cuts before sorting and not the summary', async (t) => {
  const { app, history } = await startBench(t);
  await recordSome(history);
  const ask = async (query: string) => (await app.inject(`/api/alerts/stale?${query}`)).json();
  assert.deepEqual(listAssets((await ask('thresholdMin=8')).stale), ['perp-btc']);
  assert.deepEqual(listAssets((await ask('thresholdMin=0.5')).stale), [
    'perp-btc',
    'will-it-rain',
    'kxhighny-26jul19-t80',
  ]);
  assert.deepEqual(listAssets((await ask('thresholdMin=0.5&sortBy=asset')).stale), [
    'kxhighny-26jul19-t80',
    'perp-btc',
    'will-it-rain',
  ]);
  assert.deepEqual(listAssets((await ask('thresholdMin=0.5&sortBy=venue')).stale), [
    'perp-btc',
    'kxhighny-26jul19-t80',
    'will-it-rain',
  ]);
  const ofVenue = await ask('venue=polymarket');
  assert.deepEqual(listAssets(ofVenue.stale), ['will-it-rain']);
  assert.deepEqual([ofVenue.summary.totalAssets, ofVenue.params.venue], [1, 'polymarket']);
  const cut = await ask('limit=1');
  assert.deepEqual([cut.stale.length, cut.neverRecorded.length, cut.summary.staleCount], [1, 1, 2]);
  assert.deepEqual(cut.truncated, { stale: true, neverRecorded: true, beyondLimit: false });
});

test('pages of the lists and of the CSV lead from one to the next, to every row once', async (t) => {
  const { app, history } = await startBench(t);
  await recordSome(history);
  const whole = (await app.inject('/api/alerts/stale?thresholdMin=0.5')).json();
  assert.equal(whole.nextCursor, null);
  for (const limit of [1, 2, 3]) {
    const rows: { kind: string; asset: string }[] = [];
    const lines: string[] = [];
    let url = `?thresholdMin=0.5&limit=${limit}`;
    for (;;) {
      const page = (await app.inject(`/api/alerts/stale${url}`)).json();
      const csv = await app.inject(`/api/alerts/stale.csv${url}`);
      rows.push(...page.stale, ...page.neverRecorded, ...page.beyondLimit);
      lines.push(...csv.body.split('\r\n').slice(1, -1));
      assert.ok(Math.max(page.stale.length, page.neverRecorded.length) <= limit);
      assert.equal(csv.headers['x-truncated'], String(page.nextCursor !== null));
      assert.equal(csv.headers['x-next-cursor'] ?? null, page.nextCursor);
      if (page.nextCursor === null) break;
      const [, link = ''] = /^<(.*)>; rel="next"$/.exec(String(csv.headers.link)) ?? [];
      assert.equal(new URLSearchParams(link).get('cursor'), page.nextCursor);
      url = link;
    }
    const named = rows.map(({ kind, asset }) => `${kind} ${asset}`);
    const all = [...whole.stale, ...whole.neverRecorded].map(({ kind, asset }) => `${kind} ${asset}`);
    assert.deepEqual(named.sort(), all.sort());
    assert.deepEqual(lines.map((line) => line.replace(/^(\w+),\w+,([^,]+),.*$/, '$1 $2')).sort(), all);
  }
  for (const cursor of ['x', 'WyJnYXAiLDEsMiwzXQ', 'WyJzdGFsZSIsIm1vb24iLCJ4IiwiIiwiIiwiIiwiIl0']) {
    const { statusCode, body } = await app.inject(`/api/alerts/stale.csv?cursor=${cursor}`);
    assert.equal(statusCode, 400, body);
  }
});

test('the CSV lists stale rows first and names the venue in its file name', async (t) => {
  const { app, history } = await startBench(t);
  await recordSome(history);
  const response = await app.inject('/api/alerts/stale.csv?venue=hyperliquid');
  assert.equal(response.headers['content-disposition'], 'attachment; filename="stale-hyperliquid.csv"');
  const lines = response.body.split('\r\n');
  assert.equal(lines[0], 'kind,venue,asset,lastIso,staleForMs,count,bytes');
  assert.match(lines[1] ?? '', /^stale,hyperliquid,perp-btc,2026-11-21T11:50:00\.000Z,600000,1,\d+$/);
  assert.equal(lines[2], 'never_recorded,hyperliquid,pred-argentina-378,,,0,0');
  assert.deepEqual(lines.slice(3), ['']);
  const all = await app.inject('/api/alerts/stale.csv');
  assert.equal(all.headers['content-disposition'], 'attachment; filename="stale-all.csv"');
});

test('a report is stored at most once a minute and shown with the threshold of the question', async (t) => {
  let now = NOW;
  const { app, history, pass } = await startBench(t, { clock: () => now });
  await recordSome(history);
  const store = () => app.inject({ method: 'POST', url: '/api/alerts/stale/snapshot' });
  const first = (await store()).json();
  assert.deepEqual([first.ok, first.skipped, first.written.ts], [true, false, NOW]);
  assert.deepEqual([first.written.verdict, first.written.summary.staleCount], ['WARN', 2]);

  now = epochMs(NOW + 59_999);
  const second = await store();
  assert.equal(second.statusCode, 200);
  assert.deepEqual([second.json().skipped, second.json().lastSnapshotAgeMs], [true, 59_999]);
  assert.equal(typeof second.json().reason, 'string');

  now = epochMs(NOW + 60_000);
  assert.equal((await store()).json().skipped, false);

  pass(60_000);
  const shown = (await app.inject('/api/alerts/stale/history')).json();
  assert.deepEqual(
    shown.snapshots.map(({ ts, verdict }: { ts: number; verdict: string }) => [ts, verdict]),
    [
      [NOW, 'WARN'],
      [NOW + 60_000, 'WARN'],
    ],
  );
  const strict = (await app.inject('/api/alerts/stale/history?thresholdMin=20&hours=1')).json();
  assert.deepEqual(
    strict.snapshots.map(({ verdict, summary }: { verdict: string; summary: { staleCount: number } }) => [
      verdict,
      summary.staleCount,
    ]),
    [
      ['OK', 0],
      ['OK', 0],
    ],
  );
  now = epochMs(NOW + 2 * 3_600_000);
  pass(60_000);
  const { snapshots, note } = (await app.inject('/api/alerts/stale/history?hours=1')).json();
  assert.deepEqual(
    snapshots.map(({ ts }: { ts: number }) => ts),
    [now],
    'reports older than the question are not shown; the present state is',
  );
  assert.match(note, /the state at generatedAt/);
});

test('many who ask at once, each with a threshold of its own, cause one look at the assets and one report', async (t) => {
  const staleReports = openMemoryStaleReports();
  const { app, history } = await startBench(t, { staleReports });
  await recordSome(history);
  const looks = t.mock.method(history, 'findMany');
  const asked = Array.from({ length: 20 }, (_, i) => app.inject(`/api/alerts/stale?thresholdMin=${i + 1}`));
  for (const answer of await Promise.all(asked)) assert.equal(answer.statusCode, 200);
  // One for each venue.
  assert.equal(looks.mock.callCount(), 4);

  const post = () => app.inject({ method: 'POST', url: '/api/alerts/stale/snapshot' });
  const posted = await Promise.all(Array.from({ length: 20 }, post));
  assert.deepEqual([...new Set(posted.map((answer) => answer.statusCode))], [200]);
  assert.equal(looks.mock.callCount(), 8);
  assert.equal((await staleReports.listSince(0)).length, 1);
});

test('right after a start the history of reports says the present state', async (t) => {
  const { app, history } = await startBench(t);
  await recordSome(history);
  const [present] = (await app.inject('/api/alerts/stale/history')).json().snapshots;
  const { summary } = (await app.inject('/api/alerts/stale')).json();
  assert.deepEqual([present.ts, present.summary], [NOW, summary]);
});

test('after ten wrong snapshot tokens in a minute an address waits, no matter what it sends', async (t) => {
  const { app, pass } = await startBench(t, { snapshotToken: 'right' });
  const store = (token: string, remoteAddress = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: '/api/alerts/stale/snapshot',
      remoteAddress,
      headers: { 'x-snapshot-token': token },
    });
  for (let i = 0; i < 10; i++) assert.equal((await store(`wrong-${i}`)).statusCode, 401);
  for (const token of ['wrong', 'right']) {
    const refused = await store(token);
    assert.deepEqual([refused.statusCode, refused.json().error], [429, 'too_many_attempts']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
  }
  assert.equal((await store('right', '192.0.2.2')).statusCode, 200, 'others are not refused');
  pass(61_000);
  assert.equal((await store('right')).statusCode, 200);
});

test('where a snapshot token is configured, it must match', async (t) => {
  const { app } = await startBench(t, { snapshotToken: 'right' });
  const store = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/alerts/stale/snapshot', headers });
  for (const headers of [{}, { 'x-snapshot-token': 'wrong' }, { 'x-snapshot-token': '' }]) {
    const response = await store(headers);
    assert.deepEqual([response.statusCode, response.json().error], [401, 'bad_snapshot_token']);
  }
  assert.equal((await store({ 'X-Snapshot-Token': 'right' })).statusCode, 200);
});
