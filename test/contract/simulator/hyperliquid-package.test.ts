import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HttpTransport, InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';

const HOUR_MS = 3_600_000;

let simulator: Simulator;
let info: InfoClient;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
  info = new InfoClient({ transport: new HttpTransport({ apiUrl: simulator.urls.hyperliquid }) });
});
after(() => simulator.close());

test('@nktkas/hyperliquid reads the perps of every dex with their contexts', async () => {
  const [meta, contexts] = await info.metaAndAssetCtxs();
  assert.equal(meta.universe.length, contexts.length);
  assert.ok(meta.universe.some(({ isDelisted }) => isDelisted === true));
  const dexes = await info.perpDexs();
  assert.equal(dexes[0], null);
  assert.ok(dexes.some((dex) => dex?.name === 'xyz'));
  const [builder] = await info.metaAndAssetCtxs({ dex: 'xyz' });
  assert.ok(builder.universe.every(({ name }) => name.startsWith('xyz:')));
  assert.ok((await info.meta()).universe.length > 20);
  assert.equal((await info.allPerpMetas()).length, dexes.length);
  assert.ok(Number((await info.allMids()).BTC) > 0);
  assert.ok((await info.exchangeStatus()).time > 0);
  assert.ok((await info.predictedFundings()).length > 0);
});

test('@nktkas/hyperliquid reads candles in order, each with its high and low', async () => {
  const startTime = simulator.now() - 24 * HOUR_MS;
  const candles = await info.candleSnapshot({ coin: 'BTC', interval: '1h', startTime });
  assert.equal(candles.length, 25);
  for (const [i, { t, T, o, h, l, c }] of candles.entries()) {
    assert.equal(T - t, HOUR_MS - 1);
    assert.equal(t, (candles[0]?.t ?? 0) + i * HOUR_MS);
    assert.ok(Number(l) <= Number(o) && Number(l) <= Number(c) && Number(h) >= Number(o));
  }
});

test('@nktkas/hyperliquid reads funding of full hours and recent trades, newest first', async () => {
  const startTime = simulator.now() - 24 * HOUR_MS;
  const funding = await info.fundingHistory({ coin: 'BTC', startTime });
  assert.ok(funding.length >= 23 && funding.length <= 25);
  assert.ok(funding.every(({ time }) => time % HOUR_MS < 1_000));
  const times = (await info.recentTrades({ coin: 'BTC' })).map(({ time }) => time);
  assert.equal(times.length, 10);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  );
});

test('@nktkas/hyperliquid reads books at full precision and grouped by nSigFigs and mantissa', async () => {
  const full = await info.l2Book({ coin: 'BTC' });
  assert.equal(full?.levels[0].length, 20);
  assert.ok(Number(full?.levels[0][0]?.px) < Number(full?.levels[1][0]?.px));
  assert.equal(await info.l2Book({ coin: 'NOSUCHCOIN' }), null);
  const steps = [
    [{ nSigFigs: 3 }, 100],
    [{ nSigFigs: 4 }, 10],
    [{ nSigFigs: 5, mantissa: 5 }, 5],
  ] as const;
  for (const [grouping, step] of steps) {
    const book = await info.l2Book({ coin: 'BTC', ...grouping });
    const [bids, asks] = book?.levels ?? [[], []];
    assert.ok(bids.length > 0 && asks.length > 0);
    for (const { px } of [...bids, ...asks]) assert.equal(Number(px) % step, 0, px);
    assert.ok(Number(bids[0]?.px) < Number(asks[0]?.px));
    assert.ok(book !== null && 'spread' in book);
  }
});

test('@nktkas/hyperliquid reads outcomes and questions, their fallbacks, books and candles', async () => {
  const { outcomes, questions } = await info.outcomeMeta();
  const byId = new Map(outcomes.map((outcome) => [outcome.outcome, outcome]));
  assert.ok(questions.length > 0);
  for (const { fallbackOutcome, namedOutcomes } of questions) {
    assert.equal(byId.get(fallbackOutcome ?? -1)?.name, 'Fallback');
    assert.ok(namedOutcomes.every((id) => byId.has(id)));
  }
  assert.ok(outcomes.some(({ name }) => name === 'template:binaryPrice'));

  const named = outcomes.find(({ name }) => name === 'Recurring');
  assert.ok(named);
  const coin = `#${named.outcome * 10}`;
  assert.ok((await info.l2Book({ coin })) !== null);
  const startTime = simulator.now() - 6 * HOUR_MS;
  assert.ok((await info.candleSnapshot({ coin, interval: '1h', startTime })).length >= 6);
});

test('@nktkas/hyperliquid receives contexts, mids, touches, books, candles and trades', {
  timeout: 15_000,
}, async () => {
  const transport = new WebSocketTransport({ url: simulator.urls.hyperliquidWs });
  const stream = new SubscriptionClient({ transport });
  const silent = new Set(['contexts', 'mids', 'touch', 'book', 'candle', 'trades', 'asset', 'outcome']);
  const { outcomes } = await info.outcomeMeta();
  const outcome = outcomes.find(({ name }) => name === 'Recurring');
  assert.ok(outcome);
  try {
    await new Promise<void>((resolve, reject) => {
      const note = (name: string) => {
        silent.delete(name);
        if (silent.size === 0) resolve();
      };
      Promise.all([
        stream.allDexsAssetCtxs(() => note('contexts')),
        stream.allMids(() => note('mids')),
        stream.bbo({ coin: 'BTC' }, () => note('touch')),
        stream.bbo({ coin: `#${outcome.outcome * 10}` }, () => note('outcome')),
        stream.l2Book({ coin: 'ETH' }, () => note('book')),
        stream.candle({ coin: 'BTC', interval: '1m' }, () => note('candle')),
        stream.activeAssetCtx({ coin: 'BTC' }, () => note('asset')),
        stream.trades({ coin: 'BTC' }, () => note('trades')),
      ]).catch(reject);
    });
  } finally {
    await transport.close();
  }
  assert.equal(silent.size, 0);
});
