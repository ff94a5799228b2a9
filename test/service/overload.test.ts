import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { createHeavyThreads } from '../../src/app/servers/heavy-threads.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { HeavyWork } from '../../src/http/heavy/heavy-work.ts';
import { closeGracefully } from '../../src/http/server/shutdown.ts';
import { BTC, NOW } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';
import { EMPTY_TAPE } from '../support/tape-stand.ts';

const SERIES = '/api/history/hyperliquid/perp-btc';
const now = () => performance.now();

/** A store whose reads wait until they are let go. */
function heldHistory(history: HistoryStore) {
  const held: (() => void)[] = [];
  let reads = 0;
  const read: HistoryStore['read'] = async (key, options) => {
    reads++;
    await new Promise<void>((resolve) => held.push(resolve));
    return history.read(key, options);
  };
  return {
    history: new Proxy(history, {
      get: (target, name) => (name === 'read' ? read : Reflect.get(target, name).bind(target)),
    }),
    reads: () => reads,
    letGo: () => {
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

/** A server whose heavy work does one thing at a time, and only when it is let go. */
async function startHeld(t: TestContext, limits: { perAddress: number; total: number }) {
  const held: { current: ReturnType<typeof heldHistory> | null } = { current: null };
  const lazy = new Proxy({} as HistoryStore, {
    get: (_, name) => Reflect.get(held.current?.history ?? {}, name),
  });
  const heavy = new HeavyWork({ history: lazy, limits, now });
  const bench = await startBench(t, {
    heavy,
    settings: { trustedProxies: ['127.0.0.0/8'] },
  });
  held.current = heldHistory(bench.history);
  await record(bench.history, BTC, 3_000);
  const port = await listening(bench.app);
  const { reads, letGo } = held.current;
  return {
    ...bench,
    port,
    heavy,
    reads,
    /** Lets all work be done, also what begins meanwhile. */
    async finish<T>(answers: Promise<T>): Promise<T> {
      const timer = setInterval(letGo, 5);
      return answers.finally(() => clearInterval(timer));
    },
  };
}

async function listening(app: Awaited<ReturnType<typeof startBench>>['app']): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function ask(
  port: number,
  path: string,
  {
    from = '203.0.113.1',
    encoding = 'identity',
    signal,
  }: { from?: string; encoding?: string; signal?: AbortSignal } = {},
): Promise<Answered> {
  const headers = { 'x-forwarded-for': from, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path, headers, ...(signal === undefined ? {} : { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    ).on('error', reject);
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

test('heavy calls beyond the limit of an address are 503 with Retry-After, and others are still served', async (t) => {
  const { port, reads, finish } = await startHeld(t, { perAddress: 2, total: 10 });
  const paths = Array.from({ length: 5 }, (_, i) => `${SERIES}?limit=3000&fromMs=${i}`);
  const running = ask(port, paths[0]!);
  await until(() => reads() === 1);
  const waiting = paths.slice(1).map((path) => ask(port, path));
  const refused = await Promise.any(waiting.map(async (one) => ({ ...(await one) })));
  const other = ask(port, `${SERIES}?limit=3000&fromMs=77`, { from: '198.51.100.7' });
  const answers = await finish(Promise.all([running, ...waiting, other]));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 503, 503, 200],
  );
  assert.equal(JSON.parse(String(refused.body)).error, 'overloaded');
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
});

test('a queued call whose client has gone is never worked on', async (t) => {
  const { port, heavy, reads, finish } = await startHeld(t, { perAddress: 5, total: 5 });
  const running = ask(port, `${SERIES}?limit=3000`);
  await until(() => reads() === 1);
  const gone = new AbortController();
  const given = ask(port, `${SERIES}?limit=3000&fromMs=1`, { signal: gone.signal });
  const kept = ask(port, `${SERIES}?limit=3000&fromMs=2`);
  await until(() => heavy.stats().waiting === 2);
  gone.abort();
  await assert.rejects(given, { name: 'AbortError' });
  await until(() => heavy.stats().waiting === 1);
  await finish(Promise.all([running, kept]));
  assert.equal(reads(), 2);
});

test('equal calls are worked on once', async (t) => {
  const { port, reads, finish } = await startHeld(t, { perAddress: 1, total: 1 });
  const all = Array.from({ length: 8 }, () => ask(port, `${SERIES}?limit=3000`));
  await until(() => reads() === 1);
  const answers = await finish(Promise.all(all));
  assert.equal(reads(), 1);
  assert.equal(new Set(answers.map(({ body }) => String(body))).size, 1);
});

test('an answer above 1 MiB is streamed in any encoding, and its ETag leads to 304', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 50_000);
  const port = await listening(app);
  const path = `${SERIES}?limit=50000`;
  const plain = await ask(port, path);
  assert.equal(plain.headers['transfer-encoding'], 'chunked');
  assert.ok(plain.body.length > 1_048_576);
  assert.equal(JSON.parse(String(plain.body)).records.length, 50_000);
  for (const [encoding, decode] of [
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const { headers, body } = await ask(port, path, { encoding });
    assert.equal(headers['content-encoding'], encoding);
    assert.ok(decode(body).equals(plain.body), encoding);
    assert.notEqual(headers.etag, plain.headers.etag);
  }
  const again = await app.inject({ url: path, headers: { 'if-none-match': String(plain.headers.etag) } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  const { body } = await app.inject('/metrics');
  const kept = Number(/^crosstape_http_cache_bytes (\d+)$/m.exec(body)?.[1]);
  assert.ok(kept < 3 * 1_048_576, `${kept} bytes are kept`);
});

test('threads give the same bytes as the process, and end with it', async (t) => {
  const { app, history, dataDir } = await startBench(t);
  await record(history, BTC, 20_000);
  const threads = createHeavyThreads(
    { ...NO_SECRETS, dataDir },
    { threads: 2, onError: (error) => assert.fail(error) },
  );
  t.after(() => threads.close());
  const other = await startBench(t, {
    heavy: new HeavyWork({ history, threads, maxCostHere: 0, now }),
    history,
  });
  const from = NOW - 20_000_000;
  for (const path of [
    `${SERIES}?limit=20000`,
    `${SERIES}/csv?limit=20000`,
    `${SERIES}/aggregate?bucketMs=1000`,
    `${SERIES}/aggregate?bucketMs=7000&op=vwap&fromMs=${from + 500}`,
    '/api/asset/hl-BTC/flow?limit=20000',
    '/api/asset/hl-BTC/volprofile?priceStep=0.01&limit=20000',
    '/api/asset/hl-BTC/cascades?limit=20000&direction=up',
    '/api/history/assets',
  ]) {
    const [here, there] = await Promise.all([app.inject(path), other.app.inject(path)]);
    assert.equal(there.statusCode, 200, path);
    assert.equal(there.body, here.body, path);
    assert.equal(there.headers.etag, here.headers.etag, path);
  }
});

test('cheap work that comes alone needs no thread; what comes beside it does', async (t) => {
  const { history, dataDir } = await startBench(t);
  await record(history, BTC, 40_000);
  const threads = createHeavyThreads(
    { ...NO_SECRETS, dataDir },
    { threads: 2, onError: (error) => assert.fail(error) },
  );
  t.after(() => threads.close());
  let picks = 0;
  const pick = threads.pick.bind(threads);
  threads.pick = () => {
    picks++;
    return pick();
  };
  const { app } = await startBench(t, {
    heavy: new HeavyWork({ history, tape: EMPTY_TAPE, threads, now }),
    history,
  });
  const hours = `${SERIES}/aggregate?bucketMs=3600000`;
  for (const path of [`${SERIES}?limit=50000`, hours, '/api/asset/hl-BTC/flow?limit=50000']) {
    assert.equal((await app.inject(path)).statusCode, 200);
  }
  assert.equal(picks, 0);
  assert.equal((await app.inject(`${SERIES}/aggregate?bucketMs=1`)).statusCode, 200);
  assert.equal(picks, 1, 'every record is a bucket');
  const both = await Promise.all([app.inject(`${SERIES}?limit=40000`), app.inject(`${SERIES}?limit=30000`)]);
  assert.deepEqual(
    both.map((one) => one.json().count),
    [40_000, 30_000],
  );
  assert.equal(picks, 2);
});

test('a thread sees a record as soon as it is acknowledged', async (t) => {
  const { history, dataDir } = await startBench(t);
  await record(history, BTC, 2_000);
  const threads = createHeavyThreads(
    { ...NO_SECRETS, dataDir },
    { threads: 1, onError: (error) => assert.fail(error) },
  );
  t.after(() => threads.close());
  const { app, pass } = await startBench(t, {
    heavy: new HeavyWork({ history, threads, maxCostHere: 0, now }),
    history,
  });
  for (let round = 0; round < 3; round++) {
    const t1 = NOW + round;
    await history.append([{ ...BTC, t: t1 as typeof NOW, p: 1 + round, v: null, s: 'poll' }]);
    const { records } = (await app.inject(`${SERIES}?limit=5000`)).json();
    assert.deepEqual(records.at(-1), { t: t1, p: 1 + round, s: 'poll' });
    pass(60_000);
  }
});

test('a thread that dies takes its calls along, and the next call gets a new one', async (t) => {
  const { history, dataDir } = await startBench(t);
  await record(history, BTC, 2_000);
  const threads = createHeavyThreads(
    { ...NO_SECRETS, dataDir },
    { threads: 1, onError: (error) => assert.fail(error) },
  );
  t.after(() => threads.close());
  const { app } = await startBench(t, {
    heavy: new HeavyWork({ history, threads, maxCostHere: 0, now }),
    history,
  });
  assert.equal((await app.inject(`${SERIES}?limit=2000`)).statusCode, 200);
  await threads.pick().close();
  assert.equal((await app.inject(`${SERIES}?limit=1999`)).statusCode, 200);
});

test('a long answer in progress is finished while the server stops', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 50_000);
  const port = await listening(app);
  const reading = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `${SERIES}?limit=50000` }, resolve).on('error', reject);
  });
  const closed = closeGracefully(app, 60_000);
  let text = '';
  for await (const chunk of reading) text += chunk;
  assert.equal(JSON.parse(text).records.length, 50_000);
  await closed;
});
