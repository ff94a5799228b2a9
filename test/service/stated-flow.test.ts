import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { ELECTION, NOW } from '../support/fixed-feed.ts';
import { record } from '../support/service-bench.ts';
import { MARKET, startTape } from '../support/tape-bench.ts';

const FLOW = `/api/asset/${ELECTION.asset}/flow`;

test('the flow by stated side counts what settled in the book, and says what it left out', async (t) => {
  const { get, trade, writer } = await startTape(t);
  const begin = NOW - 20 * MINUTE_MS;
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, begin);
  trade(
    [
      { t: begin + 1_000, price: 0.5, size: 10, side: 'buy', id: 'a' },
      { t: begin + 2_000, price: 0.52, size: 30, side: 'sell', id: 'b' },
      { t: begin + 3_000, price: 0.52, size: 10, side: null, id: 'c' },
      { t: begin + 4_000, price: 0.51, size: 50, side: 'buy', id: 'd' },
      { t: begin + 5_000, price: 0.51, size: 900, side: 'buy', id: 'never-settled' },
      { t: begin + 6_000, price: 0.51, size: 900, side: 'sell', id: 'block', isBlock: true },
    ],
    NOW - 1_000,
  );
  writer.setUnsettled({ market: MARKET, id: 'never-settled', t: begin + 5_000 }, NOW - 900);
  writer.flush(NOW - 800);
  const { body } = await get(`${FLOW}?fromMs=${begin}`);
  const { stated } = body;
  assert.deepEqual([stated.fromMs, stated.toMs], [begin, NOW - 800]);
  assert.deepEqual([stated.trades, stated.unsettled, stated.blocks, stated.recordedFrac], [4, 1, 1, 1]);
  assert.deepEqual([stated.knownShare, stated.buyVolume, stated.sellVolume], [0.9, 60, 30]);
  assert.ok(Math.abs(stated.imbalance - 1 / 3) < 1e-15);
  assert.deepEqual(body.whyNull, {
    'stated.vpin': 'too_few_trades',
    'stated.impactLambda': 'too_few_bars',
    'stated.impactR2': 'too_few_bars',
    'stated.impactLambdaBps': 'too_few_bars',
    'stated.tickRuleAgreement': 'too_few_trades',
  });
  const { body: early } = await get(`${FLOW}?fromMs=${begin}&toMs=${begin + 2_999}`);
  assert.deepEqual([early.stated.trades, early.stated.knownShare, early.stated.toMs], [2, 1, begin + 2_999]);
});

test('without trades that count, stated or its members are null with a reason', async (t) => {
  const { get, trade, writer, exclude } = await startTape(t);
  const why = async (query: string) => (await get(FLOW + query)).body.whyNull;
  assert.deepEqual(await why(''), { stated: 'never' });
  exclude((_, content) => (content === 'trades' ? 'CROSSTAPE_TRADES' : null));
  assert.deepEqual(await why('?limit=2'), { stated: 'off' });
  exclude(() => null);
  const begin = NOW - 20 * MINUTE_MS;
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, begin);
  trade(
    [
      { t: begin + 1_000, isBlock: true },
      { t: begin + 60_000, side: null, size: 3, id: 'x' },
      { t: begin + 61_000, side: 'buy', size: 10, id: 'y' },
    ],
    NOW,
  );
  assert.deepEqual(await why(`?fromMs=${begin - HOUR_MS}&toMs=${begin - 1}`), { stated: 'before' });
  assert.deepEqual(await why(`?fromMs=${begin + 62_000}`), { stated: 'no_trades' });
  assert.deepEqual(await why(`?fromMs=${NOW - 32 * DAY_MS}`), { stated: 'too_many_trades' });
  const blocks = await why(`?fromMs=${begin}&toMs=${begin + 2_000}`);
  assert.deepEqual([blocks['stated.knownShare'], blocks['stated.imbalance']], ['no_trades', 'no_trades']);
  const unknown = await why(`?fromMs=${begin + 2_000}`);
  assert.deepEqual([unknown['stated.imbalance'], unknown['stated.vpin']], ['known_share', 'known_share']);
});

test('the window begins with the first record used, and minutes have the prices of records', async (t) => {
  const { get, trade, writer, history } = await startTape(t);
  await record(history, ELECTION, 3_000);
  const first = NOW - 3_000_000;
  writer.beginHeard({ venue: 'polymarket', market: MARKET }, first - MINUTE_MS);
  // Net buying differs from minute to minute while the price rises all the time.
  trade(
    Array.from({ length: 100 }, (_, i) => ({
      t: first + i * 29_000,
      id: `t${i}`,
      price: 0.3 + (i % 7) / 100,
      size: 1 + (i % 5),
      side: i % 3 === 0 ? ('sell' as const) : ('buy' as const),
    })),
    NOW,
  );
  const { body } = await get(FLOW);
  const { stated } = body;
  assert.deepEqual([stated.fromMs, stated.toMs, stated.trades], [first, NOW, 100]);
  assert.equal(stated.impactBars, 50);
  assert.equal(typeof stated.impactLambda, 'number');
  assert.equal(typeof stated.vpin, 'number');
  assert.ok(stated.tickRuleAgreement > 0 && stated.tickRuleAgreement < 1);
  assert.deepEqual(body.whyNull, {});
});
