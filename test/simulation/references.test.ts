import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../simulator/index.ts';
import { epochMs, REFERENCES, wallClock } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { ReferenceRecord } from '../../src/history/references/reference-record.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { RELAY_SECRETS, startReferences } from '../support/reference-stand.ts';
import { startScriptedSocket } from '../support/scripted-socket.ts';

/** Frames come up to two seconds after their second, and are stored within another. */
const WATCHED_MS = 4_500;

test('all relays of the simulator are recorded: each stored value is the one that was published', async (t) => {
  const simulator = await startSimulator({ port: 0 });
  t.after(() => simulator.close());
  const { polymarketRtdsWs: rtds, polyboltWs: polybolt, kalshiWs } = simulator.urls;
  const stand = await startReferences(t, { urls: { rtds, polybolt, kalshi: kalshiWs } });
  for (const relay of ['rtds', 'polybolt', 'kalshi']) await stand.reach(relay, 'on');
  await sleep(WATCHED_MS);
  await stand.references.stop();
  const control = simulator.urls.kalshi.replace('/trade-api/v2', '/simulator');
  const now = wallClock();
  const record = new ReferenceRecord(stand.history);
  for (const [source, coin] of [
    ['twap60', 'btc'],
    ['chainlink', 'eth'],
    ['rti', 'btc'],
  ]) {
    const key = `${source}-${coin}`;
    const stored = await record.valuesBetween(key, epochMs(now - 120_000), now);
    assert.ok(stored.length >= 3, `${key}: ${stored.length} values`);
    const query = `source=${source}&coin=${coin}&from=${stored[0]!.t}&to=${stored.at(-1)!.t}`;
    const answer = await fetch(`${control}/references?${query}`);
    const truth = ((await answer.json()) as { values: { t: number; text: string }[] }).values;
    const texts = new Map(truth.map((one) => [one.t, one.text]));
    for (const { t: at, p, text } of stored) {
      assert.equal(p, Number(texts.get(at)), `${key} ${at}`);
      if (text !== null) assert.equal(text, texts.get(at));
    }
    assert.equal(new Set(stored.map(({ t: at }) => at)).size, stored.length, 'two relays fill one series');
  }
  const { series, relays, anomalies } = await stand.references.read();
  assert.deepEqual(anomalies, []);
  assert.deepEqual(
    relays.map(({ relay }) => relay),
    ['rtds', 'polybolt', 'kalshi'],
  );
  const btc = series.find(({ key }) => key === 'twap60-btc');
  assert.deepEqual(btc?.relays, ['rtds', 'polybolt']);
  assert.ok(btc!.last24h.duplicates > 0 && btc!.last24h.seconds > 50 && btc!.last!.ageMs < 60_000);
  assert.deepEqual(stand.errors, []);
});

test('a source that goes silent has a hole with its reason, which the next value ends; a restart stores nothing twice', async (t) => {
  const socket = await startScriptedSocket(t);
  let now = epochMs(1_791_162_000_000);
  let steady = 0;
  const urls = { rtds: socket.url, polybolt: '', kalshi: '' };
  const options = {
    urls,
    secrets: { polybolt: null, kalshiKey: null },
    settings: { sources: ['twap60'], coins: ['btc'] },
    clock: () => now,
    now: () => steady,
  };
  const stand = await startReferences(t, options);
  await socket.connected();
  const pass = async (ms: number) => {
    now = epochMs(now + ms);
    steady += ms;
    await stand.references.check();
  };
  const say = async (at: number, price: number, type: 'update' | 'subscribe' = 'update') => {
    const point = {
      timestamp: at,
      value: price,
      full_accuracy_value: `${BigInt(price * 100)}${'0'.repeat(16)}`,
    };
    const payload = type === 'update' ? point : { data: [point] };
    socket.say({
      topic: 'crypto_prices_twap_sixty',
      type,
      payload: { symbol: 'btc/usd', window_s: 60, ...payload },
    });
    const ws = socket.connections.at(-1)!;
    ws.ping();
    await new Promise((resolve) => ws.once('pong', resolve));
  };
  const start = now;
  await say(start, 80_000);
  await say(start + 1_000, 80_000.5);
  // Late, twice, corrected, from the future, too old.
  now = epochMs(start + 9_000);
  await say(start + 2_000, 80_001);
  await say(start + 2_000, 80_001);
  await say(start, 80_002);
  await say(start + 60_000, 80_003);
  await say(start - 700_000, 80_004);
  await say(start + 2_000, 80_005, 'subscribe');
  await pass(0);
  const asked = socket.heard.filter((text) => text !== 'PING').length;
  await pass(15_000);
  await socket.hear((text) => text.includes('subscribe') && socket.heard.length > asked);
  await pass(15_000);
  await socket.connected();
  await pass(30_000);
  const [open] = await stand.history.listOpenGaps(REFERENCES);
  assert.equal(open?.fromMs, start + 3_000);
  assert.equal(open.storeKey, 'twap60-btc');
  assert.match((await stand.references.read()).anomalies[0]!.message, /no new second for a minute/);
  await say(start + 70_000, 80_006);
  await pass(1_000);
  const gaps = await stand.history.listGaps(REFERENCES, {}, 'twap60-btc');
  assert.deepEqual(
    gaps.map(({ fromMs, toMs }) => [fromMs - start, toMs! - start]),
    [[3_000, 69_000]],
  );
  const { last24h, last } = (await stand.references.read()).series[0]!;
  const { late, corrections, duplicates, refused } = last24h;
  assert.deepEqual(
    { late, corrections, duplicates, refused },
    {
      late: 2,
      corrections: 1,
      duplicates: 2,
      refused: { future: 1, tooOld: 1, invalid: 0, sourceChanged: 0 },
    },
  );
  assert.equal(last?.p, 80_006);
  assert.ok(stand.anomalies.some((line) => line.startsWith('reference_refused')));
  await stand.references.stop();

  // The same snapshot, read again by the next run, and a hole while nothing ran.
  const again = await startReferences(t, { ...options, history: stand.history });
  await socket.connected();
  await say(start + 70_000, 80_006, 'subscribe');
  now = epochMs(start + 170_000);
  await say(start + 170_000, 80_007);
  await again.references.check();
  const record = new ReferenceRecord(stand.history);
  const stored = await record.valuesBetween('twap60-btc', start, epochMs(start + 600_000));
  assert.deepEqual(
    stored.map(({ t: at, p, text }) => [at - start, p, text]),
    [
      [0, 80_000, '80000'],
      [0, 80_002, '80002'],
      [1_000, 80_000.5, null],
      [2_000, 80_001, null],
      [70_000, 80_006, null],
      [170_000, 80_007, null],
    ],
  );
  const all = await stand.history.listGaps(REFERENCES, {}, 'twap60-btc');
  assert.deepEqual(
    all.slice(1).map(({ fromMs, toMs, reason }) => [fromMs - start, toMs! - start, reason]),
    [[71_000, 169_000, 'the publisher sent nothing']],
  );
});

test('a store that cannot write keeps values waiting, and stores them once', async (t) => {
  const socket = await startScriptedSocket(t);
  const stand = await startReferences(t, {
    urls: { rtds: socket.url, polybolt: '', kalshi: '' },
    secrets: { polybolt: null, kalshiKey: null },
    settings: { sources: ['twap60'], coins: ['btc'] },
  });
  await socket.connected();
  const { append } = stand.history;
  stand.history.append = () => Promise.reject(new Error('the disk is full'));
  const at = Math.floor(Date.now() / 1000) * 1000;
  const payload = {
    symbol: 'btc/usd',
    timestamp: at,
    value: 80_000,
    full_accuracy_value: `80000${'0'.repeat(18)}`,
  };
  socket.say({ topic: 'crypto_prices_twap_sixty', type: 'update', payload });
  await stand.reach('rtds', 'on');
  await stand.references.check();
  assert.equal((await stand.references.read()).series[0]?.last, null, 'what is not stored is not shown');
  stand.history.append = append;
  await stand.references.check();
  await stand.references.check();
  const { columns } = await stand.history.read({ venue: REFERENCES, storeKey: 'twap60-btc' }, { limit: 10 });
  assert.equal(columns.length, 1);
  assert.equal(stand.errors.length, 1);
  assert.equal((await stand.references.read()).series[0]?.last?.p, 80_000);
});

test('relays without what they need are off, and say why', async (t) => {
  const urls = { rtds: 'ws://127.0.0.1:9/', polybolt: 'ws://127.0.0.1:9/', kalshi: 'ws://127.0.0.1:9/' };
  const none = { polybolt: null, kalshiKey: null };
  const named = await startReferences(t, {
    urls,
    secrets: none,
    settings: { relays: ['polybolt', 'kalshi'] },
  });
  assert.deepEqual(
    (await named.references.read()).relays.map(({ relay, state }) => `${relay} ${state}`),
    ['rtds off', 'polybolt off', 'kalshi off'],
  );
  assert.equal(named.warnings.length, 2);
  assert.match(named.warnings[0]!, /^polybolt is off: CROSSTAPE_POLYBOLT_KEY/);
  const off = await startReferences(t, { urls, secrets: RELAY_SECRETS, settings: { relays: 'off' } });
  const { series, relays } = await off.references.read();
  assert.ok(relays.every(({ why, state }) => state === 'off' && why === 'CROSSTAPE_REFERENCES is off'));
  assert.ok(series.every((one) => one.relays.length === 0 && one.last === null));
  assert.deepEqual(off.warnings, []);
});

test('relays run where this process records, and take over from another one without storing twice', async (t) => {
  const socket = await startScriptedSocket(t);
  let fence: number | null = null;
  let steady = 0;
  const at = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-fence-'));
  const history: HistoryStore = await openSqliteHistory({ dataDir });
  history.findFence = () => fence;
  const stand = await startReferences(t, {
    urls: { rtds: socket.url, polybolt: '', kalshi: '' },
    secrets: { polybolt: null, kalshiKey: null },
    settings: { sources: ['twap60'], coins: ['btc'] },
    history,
    now: () => steady,
  });
  t.after(async () => {
    await stand.references.stop();
    await history.close();
    rmSync(dataDir, { recursive: true });
  });
  const { references } = stand;
  const state = async () => (await references.read()).relays[0]!;
  await references.check();
  assert.equal(socket.connections.length, 0);
  assert.deepEqual(
    [(await state()).state, (await state()).why],
    ['off', 'this process does not record reference prices'],
  );
  const say = async (...seconds: number[]) => {
    const data = seconds.map((second) => ({
      timestamp: at + second * 1_000,
      value: 80_000 + second,
      full_accuracy_value: `${80_000 + second}${'0'.repeat(18)}`,
    }));
    const payload = { symbol: 'btc/usd', window_s: 60, data };
    socket.say({ topic: 'crypto_prices_twap_sixty', type: 'subscribe', payload });
    const ws = socket.connections.at(-1)!;
    ws.ping();
    await new Promise((resolve) => ws.once('pong', resolve));
  };
  const stored = async () => {
    const values = await new ReferenceRecord(history).valuesBetween(
      'twap60-btc',
      epochMs(at),
      epochMs(at + 60_000),
    );
    return values.map(({ t: moment }) => (moment - at) / 1_000);
  };

  fence = 1;
  await references.check();
  await socket.connected();
  await say(1, 2);
  await references.check();
  // While nobody can know who records, what comes waits, and is stored by the same fence.
  fence = null;
  const { append } = history;
  history.append = () => Promise.reject(new Error('another process may record'));
  await say(3);
  await references.check();
  assert.deepEqual(await stored(), [1, 2]);
  fence = 1;
  history.append = append;
  await references.check();
  assert.deepEqual(await stored(), [1, 2, 3]);
  assert.equal(socket.connections.length, 1);

  // Another process records two seconds, of which one waits here.
  history.append = () => Promise.reject(new Error('another process records'));
  await say(4);
  await references.check();
  history.append = append;
  const record = { venue: REFERENCES, storeKey: 'twap60-btc', asset: 'ref-twap60-btc', v: null } as const;
  await history.append(
    [4, 5].map((second) => ({ ...record, t: epochMs(at + second * 1_000), p: 80_000 + second, s: 'poll' })),
  );
  fence = 2;
  await references.check();
  await socket.connected();
  await say(3, 4, 5, 6);
  await references.check();
  assert.deepEqual(await stored(), [1, 2, 3, 4, 5, 6]);

  fence = null;
  steady += 599_000;
  await references.check();
  assert.notEqual((await state()).state, 'off');
  steady += 1_000;
  await references.check();
  assert.equal((await state()).state, 'off');
  fence = 2;
  await references.check();
  await socket.connected();
});
