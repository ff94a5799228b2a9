import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CrosstapeClient,
  CrosstapeError,
  pages,
  type StreamAssetFrame,
  type StreamEvent,
} from '../../client/src/index.ts';
import { buildPerpAsset } from '../../src/domain/index.ts';
import { API_PROCESSES } from '../support/several-processes.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

const PERP = 'hl-BTC';

async function catchFailure(work: Promise<unknown>): Promise<CrosstapeError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CrosstapeError, `threw ${String(error)}`);
  return error;
}

type Event = StreamEvent<StreamAssetFrame>;

/** The next event of one kind; what comes before it is put into `passed`. */
async function readNext<Kind extends Event['kind']>(
  stream: AsyncGenerator<Event, void, undefined>,
  kind: Kind,
  passed: Event[] = [],
): Promise<Extract<Event, { kind: Kind }>> {
  for (;;) {
    const { value } = await stream.next();
    assert.ok(value, 'the stream ended');
    if (value.kind === kind) return value as Extract<Event, { kind: Kind }>;
    passed.push(value);
  }
}

test('the client against a running service', { timeout: 240_000 }, async (t) => {
  const service = await startSimulatedService(t);
  await allVenuesPolled(service);
  const client = new CrosstapeClient({ baseUrl: service.app.apiUrl });
  const { entries } = await client.getIndex();
  const findAsset = (kind: string) => {
    const found = entries.find((entry) => entry.kind === kind && entry.lastPrice !== null);
    assert.ok(found, `the simulator lists a priced ${kind}`);
    return found.asset;
  };

  await t.test('every read of the document answers through its method', async () => {
    const series = { venue: 'hyperliquid', asset: 'perp-btc' } as const;
    await eventually(async () => {
      const { columns } = await service.app.history.read(buildPerpAsset('BTC'), { limit: 3 });
      return columns.length === 3;
    }, 'three records');
    const answers: Record<string, { readonly ok: true } | { readonly now: number }> = {
      catalogue: await client.getCatalogue(),
      changelog: await client.getChangelog(),
      health: await client.getHealth(),
      feedHealth: await client.getFeedHealth(),
      anomalies: await client.getAnomalies(),
      feed: await client.getFeed({ top: 2 }),
      recorded: await client.getRecordedAssets({ venue: 'hyperliquid' }),
      history: await client.getHistory(series),
      buckets: await client.getHistoryAggregate({ ...series, bucketMs: 60_000 }),
      asset: await client.getAsset({ asset: PERP }),
      book: await client.getBook({ asset: PERP }),
      risk: await client.getAssetRisk({ asset: PERP }),
      stats: await client.getAssetStats({ asset: PERP }),
      slippage: await client.getSlippage({ asset: PERP, size: 1_000, side: 'buy' }),
      cascades: await client.getCascades({ asset: PERP }),
      flow: await client.getFlow({ asset: PERP }),
      profile: await client.getVolumeProfile({ asset: PERP, priceStep: 10 }),
      carry: await client.getCarry({ asset: PERP }),
      movers: await client.getMovers(),
      correlations: await client.getCorrelations({ assets: ['hl-BTC', 'hl-ETH'] }),
      arbitrage: await client.simulateArbitrage({ capital: 10_000 }),
      links: await client.getLinks(),
      resolutions: await client.getResolutions(),
      bundle: await client.getBundle({ asset: PERP, series: true }),
      quote: await client.getQuote({ asset: PERP }),
      stale: await client.getStaleAssets(),
    };
    for (const [name, answer] of Object.entries(answers)) {
      assert.ok('ok' in answer && answer.ok, name);
    }
    const csv = await client.getHistoryCsv({ ...series, limit: 2 });
    assert.match(csv, /^t,p,v,s\r\n\d+,/);
    assert.match(await client.getMetrics(), /^# HELP /m);
  });

  await t.test('the types say what the service sends', async () => {
    const quote = await client.getQuote({ asset: PERP });
    const last: number | null = quote.price.last;
    assert.equal(typeof last, 'number');
    const batch = await client.postBatch({ assets: [PERP, 'hl-NOPE'] });
    const [bundle, failed] = batch.bundles;
    assert.equal(bundle?.ok === true && bundle.asset, PERP);
    assert.equal(failed?.ok === false && failed.error, 'asset_not_found');
  });

  await t.test('pages of history neither overlap nor skip', async () => {
    const series = { venue: 'hyperliquid', asset: 'perp-btc', toMs: service.now() } as const;
    const whole = await client.getHistory({ ...series, limit: 50_000 });
    const times: number[] = [];
    for await (const page of pages((cursor) => client.getHistory({ ...series, limit: 2, ...cursor }))) {
      times.unshift(...page.records.map(({ t: time }) => time));
    }
    assert.ok(times.length >= 3);
    assert.deepEqual(
      times,
      whole.records.map(({ t: time }) => time),
    );
  });

  await t.test('a window may be given by dates, and a time that is no time in ms is refused', async () => {
    const series = { venue: 'hyperliquid', asset: PERP } as const;
    const fromMs = new Date(service.now() - 3_600_000);
    const toMs = new Date(service.now());
    assert.ok((await client.getHistory({ ...series, fromMs, toMs: toMs.toISOString() })).count >= 1);
    assert.equal((await client.getHistory({ ...series, toMs: new Date(0) })).count, 0);
    for (const time of [2 ** 53 + 1, '9007199254740993', '11/28/2026', 1_735_689_603]) {
      const wrong = await catchFailure(client.getHistory({ ...series, fromMs: time }));
      assert.deepEqual([wrong.code, wrong.parameter], ['validation_failed', 'fromMs'], String(time));
    }
  });

  await t.test('failures are typed', async () => {
    const missing = await catchFailure(client.getAsset({ asset: 'hl-NOPE' }));
    assert.deepEqual([missing.code, missing.status, missing.isRetryable], ['asset_not_found', 404, false]);
    assert.match(missing.requestId ?? '', /^\S{6,}$/);
    const wrong = await catchFailure(client.getHistory({ venue: 'kalshi', asset: 'x', limit: 0 }));
    assert.deepEqual([wrong.code, wrong.status, wrong.parameter], ['validation_failed', 400, 'limit']);
    const oneOfTwo = await catchFailure(client.getCorrelations({ assets: ['HL-btc', 'hl-NOPE'] }));
    assert.deepEqual([oneOfTwo.code, oneOfTwo.status], ['asset_not_found', 404]);
    assert.match(oneOfTwo.message, /hl-NOPE/);
    const kind = await catchFailure(client.getCarry({ asset: findAsset('kalshi') }));
    assert.deepEqual([kind.code, kind.status], ['not_perpetual', 404]);
  });

  await t.test('a venue that gives no book is 503, with a hint when to come back', async () => {
    const waits: number[] = [];
    const patient = new CrosstapeClient({
      baseUrl: service.app.apiUrl,
      retries: 1,
      wait: async (ms) => {
        waits.push(ms);
      },
    });
    // One that was listed at the start may have ended.
    const { entries: listed } = await client.getIndex();
    const asset = listed.findLast(({ kind }) => kind === 'kalshi')?.asset ?? findAsset('kalshi');
    const { faults } = service.simulator;
    faults.set({ kind: 'status', venue: 'kalshi', status: 429, retryAfterSeconds: 3, path: 'orderbook' });
    try {
      const error = await catchFailure(patient.getBook({ asset }));
      assert.deepEqual([error.code, error.status, error.isRetryable], ['upstream_unavailable', 503, true]);
      assert.ok(error.retryAfterMs !== null && error.retryAfterMs > 0 && error.retryAfterMs <= 3_000);
      assert.equal(waits.length, 1);
    } finally {
      faults.clearAll();
    }
  });

  await t.test('one stream too many is reported and not hammered', async () => {
    const stop = new AbortController();
    // Streams of one address are limited in each process; the proxy gives all of them as many.
    const streams = Array.from({ length: 20 * Math.max(1, API_PROCESSES) }, () =>
      client.streamAsset({ asset: PERP }, { signal: stop.signal }),
    );
    await Promise.all(streams.map((stream) => readNext(stream, 'frame')));
    const waits: number[] = [];
    const refused = new CrosstapeClient({
      baseUrl: service.app.apiUrl,
      wait: async (ms) => {
        waits.push(ms);
      },
    }).streamAsset({ asset: PERP });
    const { error, waitMs } = await readNext(refused, 'reconnecting');
    assert.deepEqual([error.code, error.status, waitMs], ['too_many_streams', 429, 30_000]);
    assert.deepEqual(waits, []);
    await refused.return();
    stop.abort();
    await Promise.all(streams.map((stream) => stream.next()));
    for (let i = 0; i < Math.max(1, API_PROCESSES); i++) {
      await eventually(
        async () => (await client.getHealth()).pulse.totalSubscribers === 0,
        'no reader is left',
      );
    }
  });

  await t.test('a stream of an unknown asset throws at once', async () => {
    const error = await catchFailure(client.streamSignal({ asset: 'hl-NOPE' }).next());
    assert.deepEqual([error.code, error.status], ['asset_not_found', 404]);
  });

  await t.test('frames carry three clocks, and a signal is a whole bundle with its cause', async () => {
    const stream = client.streamAsset({ asset: PERP });
    const { data, id } = await readNext(stream, 'frame');
    await stream.return();
    assert.notEqual(id, '');
    assert.equal(data.asset, PERP);
    assert.ok(data.sentAt >= data.receivedAt && 'venueTime' in data);

    for await (const event of client.streamSignal({ asset: PERP })) {
      assert.ok(event.kind === 'frame');
      assert.deepEqual([event.data.cause, event.data.asset, event.data.ok], ['init', PERP, true]);
      break;
    }
  });

  await t.test('a page of another origin may read, send a key, and resume a stream', async () => {
    const origin = { origin: 'https://page.example.org' };
    const preflight = await fetch(`${service.app.apiUrl}/api/asset/${PERP}/stream`, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,last-event-id',
      },
    });
    assert.equal(preflight.status, 204);
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ') ?? [];
    for (const name of ['authorization', 'content-type', 'last-event-id'])
      assert.ok(allowed.includes(name), name);

    const leave = new AbortController();
    for (const url of ['/api/health', '/api/asset/hl-NOPE', `/api/asset/${PERP}/stream`]) {
      const answer = await fetch(service.app.apiUrl + url, { headers: origin, signal: leave.signal });
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', url);
      const exposed = answer.headers.get('access-control-expose-headers') ?? '';
      assert.match(exposed, /retry-after.*x-request-id/, url);
    }
    leave.abort();
  });

  await t.test('a new run of a loop continues behind the last frame of the earlier one', async () => {
    const reader = client.streamAsset({ asset: PERP });
    // Keeps the asset's pulses going while the other reader is away.
    const evidence = client.streamAsset({ asset: PERP });
    await readNext(evidence, 'frame');
    const { id } = await readNext(reader, 'frame');
    await reader.return();
    const missed = [await readNext(evidence, 'frame'), await readNext(evidence, 'frame')];
    const resumed = client.streamAsset({ asset: PERP }, { lastEventId: id });
    const passed: Event[] = [];
    const ids = missed.map((frame) => frame.id);
    const first = await readNext(resumed, 'frame', passed);
    const second = await readNext(resumed, 'frame', passed);
    await Promise.all([resumed.return(), evidence.return()]);
    assert.deepEqual(passed, []);
    assert.ok(ids.includes(first.id) && ids.includes(second.id), `${first.id} and ${second.id} of ${ids}`);
  });

  await t.test(
    'a restart of the service breaks no loop: it is reported, and so is that frames were lost',
    async () => {
      const quick = new CrosstapeClient({
        baseUrl: service.app.apiUrl,
        wait: (ms) => sleep(Math.min(ms, 100)),
      });
      const stream = quick.streamAsset({ asset: PERP });
      const before = await readNext(stream, 'frame');
      const goneAt = readNext(stream, 'reconnecting');
      await service.stop();
      const { error, attempt } = await goneAt;
      assert.ok(['stream_ended', 'network'].includes(error.code), error.code);
      assert.equal(attempt, 1);
      await service.start();
      const passed: Event[] = [];
      const resync = await readNext(stream, 'resync', passed);
      assert.equal(resync.lastEventId.split('-')[0], before.id.split('-')[0]);
      assert.ok(passed.every(({ kind }) => kind === 'reconnecting'));
      const after = await readNext(stream, 'frame');
      await stream.return();
      assert.notEqual(after.id.split('-')[0], before.id.split('-')[0]);
      assert.equal(after.data.asset, PERP);
    },
  );
});
