import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPerpAsset, type Candle, epochMs, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { startAnalytics, store } from '../support/analytics-bench.ts';
import { BTC, binary, ELECTION, NOW, perp } from '../support/fixed-feed.ts';

const SOL = buildPerpAsset('SOL');
const candles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, i) => {
    const t = epochMs(NOW - (count - i) * HOUR_MS);
    return { t, open: 1, high: 2, low: 1, close: 1 + i / 100, volume: null, trades: null };
  });

type Analytics = Awaited<ReturnType<typeof startAnalytics>>;

async function post({ app }: Analytics, assets: unknown, remoteAddress = '203.0.113.7') {
  const payload = { assets };
  const response = await app.inject({ method: 'POST', url: '/api/backfill', payload, remoteAddress });
  return { status: response.statusCode, body: response.json() };
}
const states = ({ body }: Awaited<ReturnType<typeof post>>) =>
  body.fills.map(({ asset, state, reason }: Record<string, string>) => [asset, state, reason]);

/** Asks until an asset neither waits nor runs; each pause lets the background go on. */
async function postUntilDone(bench: Analytics, asset: string) {
  for (let tries = 0; tries < 200; tries++) {
    const [fill] = (await post(bench, [asset])).body.fills;
    if (!['queued', 'running'].includes(fill.state)) return fill;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`${asset} was not done`);
}

test('the past of a market is queued once, whoever asks, and shows in its line when it is filled', async (t) => {
  const hold = Promise.withResolvers<void>();
  t.after(() => hold.resolve());
  const bench = await startAnalytics(t, {
    candles: [
      ['hl-BTC', candles(40)],
      ['hl-SOL', candles(40)],
    ],
    hold: hold.promise,
  });
  const { feed, history, venue, get, pass } = bench;
  feed.set('hyperliquid', [perp(BTC), perp(SOL, { volume24hUsd: null })]);
  await store(history, SOL, { count: 1, stepMs: HOUR_MS, price: () => 1.5 });
  const countCloses = async () =>
    (await get('/api/sparklines?assets=hl-SOL')).sparklines[0].closes.filter(Number.isFinite).length;
  const before = await countCloses();

  const answer = await post(bench, ['HL-sol', 'hl-SOL', 'kalshi-nobody', ELECTION.asset]);
  assert.equal(answer.status, 200);
  assert.deepEqual([answer.body.now, answer.body.days], [NOW, 30]);
  const [first, second, ...others] = states(answer);
  assert.deepEqual(first.slice(0, 1), ['hl-SOL']);
  assert.ok(['queued', 'running'].includes(first[1]));
  assert.deepEqual(second, first);
  assert.deepEqual(others[0], ['kalshi-nobody', 'not_offered', 'not_listed']);
  await post(bench, ['hl-SOL'], '198.51.100.1');

  hold.resolve();
  const done = await postUntilDone(bench, 'hl-SOL');
  assert.deepEqual(done, { asset: 'hl-SOL', state: 'filled', reason: null, retryAtMs: null });
  assert.deepEqual(
    venue.asked.filter((asset) => asset === 'hl-SOL'),
    ['hl-SOL'],
  );
  pass(61_000);
  // The half hour that lasts has no record yet.
  assert.deepEqual([before <= 2, await countCloses()], [true, 47]);
});

test('where nothing is recorded nothing is filled, and a venue that gives nothing is asked again later', async (t) => {
  const none = await startAnalytics(t);
  assert.deepEqual(states(await post(none, ['hl-BTC'])), [['hl-BTC', 'not_offered', 'not_recorded']]);
  const failing = await startAnalytics(t, { candles: [] });
  const failed = { state: 'not_offered', reason: 'failed', retryAtMs: NOW + 5 * MINUTE_MS };
  assert.deepEqual(await postUntilDone(failing, 'hl-BTC'), { asset: 'hl-BTC', ...failed });
});

test('one address cannot fill the queue: others find room', async (t) => {
  const hold = Promise.withResolvers<void>();
  t.after(() => hold.resolve());
  const bench = await startAnalytics(t, { candles: [], hold: hold.promise });
  const coins = Array.from({ length: 150 }, (_, i) => buildPerpAsset(`C${i}`));
  bench.feed.set(
    'hyperliquid',
    coins.map((ref) => perp(ref)),
  );
  const ids = coins.map(({ asset }) => asset);
  const asked = [];
  for (let from = 0; from < 150; from += 50)
    asked.push(...states(await post(bench, ids.slice(from, from + 50))));
  const busy = asked.filter(([, , reason]) => reason === 'busy').map(([asset]) => asset);
  assert.ok(busy.length > 0 && busy.length < 100, `${busy.length} found no room`);
  const [other] = states(await post(bench, [busy[0]], '198.51.100.1'));
  assert.deepEqual(other.slice(1), ['queued', null]);
  hold.resolve();
});

test('a body without assets, with too many of them, or with others members is refused', async (t) => {
  const bench = await startAnalytics(t);
  bench.feed.set('polymarket', [binary(ELECTION)]);
  for (const assets of [undefined, [], Array(51).fill('hl-BTC'), ['no id'], 'hl-BTC', [5]])
    assert.equal((await post(bench, assets)).status, 400, JSON.stringify(assets));
});
