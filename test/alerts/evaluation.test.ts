import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Evaluator } from '../../src/alerts/evaluation/evaluator.ts';
import { readSourceCondition } from '../../src/alerts/evaluation/source-readings.ts';
import type { AlertSources } from '../../src/alerts/evaluation/sources.ts';
import type { Condition, Rule } from '../../src/alerts/rule.ts';
import { epochMs, MINUTE_MS, microUsd } from '../../src/domain/index.ts';
import { AlertFeed, NO_HISTORY, NO_LIMITS, NO_SOURCES } from '../support/alert-bench.ts';
import { openMemoryAlerts } from '../support/memory/alerts.ts';

const ALL = { beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 1_000 };

const toRule = (when: Condition, members: Partial<Rule> = {}): Rule => ({
  id: 'one',
  when,
  forMs: 0,
  cooldownMs: 0,
  tellResolved: false,
  to: ['phone'],
  ...members,
});

async function open(
  t: TestContext,
  rules: readonly Rule[],
  sources: Partial<AlertSources> = {},
  history: object = {},
) {
  const feed = new AlertFeed();
  const clock = () => feed.now;
  const store = openMemoryAlerts({ clock, limits: NO_LIMITS });
  const errors: unknown[] = [];
  const start = async () => {
    const evaluator = new Evaluator({
      store,
      feed,
      history: { ...NO_HISTORY, ...history },
      sources: { ...NO_SOURCES, ...sources },
      clock,
      onEvents: () => undefined,
      onError: (error) => errors.push(error),
    });
    await evaluator.setRules(rules);
    t.after(() => evaluator.stop());
    return evaluator;
  };
  const evaluator = await start();
  /** Lets time pass, then looks at every rule. */
  const pass = async (ms: number, running = evaluator) => {
    feed.now = epochMs(feed.now + ms);
    await running.tick();
    await running.tick();
  };
  const told = async () =>
    (await store.listEvents(ALL)).toReversed().map(({ type, value }) => `${type.slice(7)} ${value}`);
  const toldTexts = async () => (await store.listEvents(ALL)).toReversed().map(({ text }) => text);
  return { feed, store, evaluator, start, pass, told, toldTexts, errors };
}

test('a spike between two polls is told, and a price that is missing or stale changes nothing', async (t) => {
  const { feed, pass, told } = await open(t, [toRule({ type: 'cross', asset: 'hl-btc', above: 100 })]);
  feed.poll(99);
  await pass(0);
  feed.stream(101);
  feed.stream(98);
  feed.stream(null);
  feed.stream(102, 'hl-ETH');
  await pass(1_000);
  assert.deepEqual(await told(), ['firing 101', 'resolved 98']);
  await pass(10 * MINUTE_MS);
  assert.deepEqual(await told(), ['firing 101', 'resolved 98'], 'an old price');
});

test('within the hysteresis a crossing is not over', async (t) => {
  const { feed, pass, told } = await open(t, [toRule({ type: 'cross', asset: 'hl-BTC', below: 100 })]);
  for (const price of [101, 100, 100.05, 99, 100.05, 100.2, 99]) {
    feed.poll(price);
    await pass(0);
  }
  assert.deepEqual(await told(), ['firing 100', 'resolved 100.2', 'firing 99']);
});

test('funding that flips is told; a rate that is unknown, at zero or just back changes nothing', async (t) => {
  const { feed, pass, told, toldTexts } = await open(t, [
    toRule({ type: 'funding', asset: 'hl-BTC', below: 0 }),
  ]);
  for (const rate of [0.0000125, null, 0, -0.0000125, 0, 0.0000005, 0.000002, -0.00002]) {
    feed.poll(100, rate);
    await pass(0);
  }
  assert.deepEqual(await told(), ['firing -0.00125', 'resolved 0.0002', 'firing -0.002']);
  assert.deepEqual((await toldTexts()).slice(0, 2), [
    'BTC (hl-BTC) has funding of -0.00125 % an hour, below 0: shorts pay longs',
    'over: BTC (hl-BTC) has funding of 0.0002 % an hour, no longer below 0: longs pay shorts',
  ]);
});

test('funding that is negative at the first look did not flip', async (t) => {
  const { feed, pass, told } = await open(t, [toRule({ type: 'funding', asset: 'hl-BTC', below: 0 })]);
  feed.poll(100, -0.00001);
  await pass(0);
  assert.deepEqual(await told(), []);
});

test('the sentence of an end says what is so now', async (t) => {
  let balance = 4_000_000;
  const { feed, pass, toldTexts } = await open(
    t,
    [
      toRule({ type: 'cross', asset: 'hl-BTC', above: 100 }, { id: 'cross' }),
      toRule({ type: 'silence', asset: 'hl-BTC', afterMs: 60_000 }, { id: 'silence' }),
      toRule({ type: 'balance', owner: 'ann', belowMicroUsd: 5_000_000 }, { id: 'balance' }),
    ],
    { readBalance: async () => microUsd(balance) },
  );
  feed.poll(99);
  await pass(0);
  feed.poll(101);
  await pass(61_000);
  balance = 6_000_000;
  feed.poll(98);
  await pass(11_000);
  const ends = (await toldTexts()).filter((text) => text.startsWith('over: '));
  assert.deepEqual(ends.toSorted(), [
    'over: BTC (hl-BTC) is at 98, no longer above 100',
    'over: hl-BTC has a new price',
    'over: the balance of ann is 6 USD, no longer below 5',
  ]);
});

test('a venue that is not read is told by how long it has not been', async () => {
  const read = async (ageMs: number) => {
    const readings = await readSourceCondition(
      { type: 'gap', venue: 'kalshi', afterMs: 90_000 },
      {
        sources: NO_SOURCES,
        history: NO_HISTORY,
        ages: { findPriceAge: () => 0, findVenueAge: () => ageMs },
      },
    );
    return readings?.[0]?.text;
  };
  assert.equal(await read(91_400), 'kalshi has not been read for 91 s');
  assert.equal(await read(1_000), 'kalshi is read again');
});

test('a crossing while the service was down is told by the next start', async (t) => {
  const { feed, pass, told, evaluator, start } = await open(t, [
    toRule({ type: 'cross', asset: 'hl-BTC', above: 100 }),
  ]);
  feed.poll(99);
  await pass(0);
  await evaluator.stop();
  feed.poll(105);
  const again = await start();
  await pass(0, again);
  assert.deepEqual(await told(), ['firing 105']);
  const third = await start();
  await pass(0, third);
  assert.deepEqual(await told(), ['firing 105'], 'and not repeated');
});

test('a condition that has to hold for a while is told when it did, also over a restart', async (t) => {
  const rule = toRule({ type: 'cross', asset: 'hl-BTC', above: 100 }, { forMs: 10_000 });
  const { feed, pass, told, evaluator, start } = await open(t, [rule]);
  feed.poll(99);
  await pass(0);
  feed.poll(101);
  await pass(6_000);
  await evaluator.stop();
  const again = await start();
  await pass(3_900, again);
  assert.deepEqual(await told(), []);
  await pass(200, again);
  assert.deepEqual(await told(), ['firing 101']);
});

test('a move is measured from the extremes of its window, which the history fills at a start', async (t) => {
  const when = { type: 'move', asset: 'hl-BTC', percent: 5, withinMs: 60_000 } as const;
  const plain = await open(t, [toRule(when)]);
  plain.feed.poll(100);
  await plain.pass(200_000);
  plain.feed.poll(106);
  await plain.pass(0);
  assert.deepEqual(await plain.told(), [], 'the price of before is out of the window');
  plain.feed.poll(100.5);
  await plain.pass(0);
  assert.match((await plain.told())[0] ?? '', /^firing 5\.1/);

  const one = (value: number) => Float64Array.of(value);
  const filled = await open(
    t,
    [toRule(when)],
    {},
    {
      aggregate: async (_: unknown, { fromMs }: { fromMs: number }) => ({
        ...(await NO_HISTORY.aggregate()),
        length: 1,
        t: one(fromMs + 50_000),
        low: one(90),
        high: one(91),
      }),
    },
  );
  filled.feed.poll(100);
  await filled.pass(0);
  assert.equal((await filled.told()).length, 1);
});

test('silence is told by age, and over with the next price; an unknown asset is silent from the start', async (t) => {
  const rules = ['hl-BTC', 'hl-NOPE'].map((asset) =>
    toRule({ type: 'silence', asset, afterMs: 60_000 }, { id: asset.toLowerCase() }),
  );
  const { feed, pass, store } = await open(t, rules);
  feed.poll(100);
  await pass(59_000);
  assert.equal((await store.listEvents(ALL)).length, 0);
  await pass(2_000);
  feed.poll(100);
  await pass(1_000);
  assert.deepEqual((await store.listEvents(ALL)).map(({ rule, type }) => `${rule} ${type}`).sort(), [
    'hl-btc alerts.firing',
    'hl-btc alerts.resolved',
    'hl-nope alerts.firing',
  ]);
});

test('a market that was resolved before its rule is not told, and one that is resolved later is, once', async (t) => {
  let resolution: object | null = { outcome: 'yes', payout: null };
  const rule = toRule({ type: 'resolution', asset: 'pm-recession' });
  const history = { findResolution: async () => resolution };
  const { pass, told } = await open(t, [rule], {}, history);
  await pass(10_000);
  assert.deepEqual(await told(), []);
  resolution = null;
  await pass(10_000);
  resolution = { outcome: 'no', payout: null };
  for (let i = 0; i < 3; i++) await pass(10_000);
  assert.deepEqual(await told(), ['resolved null', 'firing 0']);
});

test('anomalies are subjects of their own, by severity and code', async (t) => {
  const anomaly = (code: string, severity: string, venue: string | null = null) => ({
    code,
    severity,
    venue,
    message: code,
  });
  let found: object[] = [
    anomaly('disk_low', 'critical'),
    anomaly('venue_stale', 'warning', 'kalshi'),
    anomaly('x', 'info'),
  ];
  const rules = [
    toRule({ type: 'anomaly' }, { id: 'all', tellResolved: true }),
    toRule({ type: 'anomaly', severity: 'critical' }, { id: 'worst' }),
    toRule({ type: 'book_broken' }, { id: 'books' }),
  ];
  const { pass, store } = await open(t, rules, { readAnomalies: async () => found as never });
  await pass(10_000);
  found = [anomaly('disk_low', 'critical'), anomaly('book_broken', 'warning', 'polymarket')];
  await pass(10_000);
  const listed = (await store.listEvents(ALL)).map(
    ({ rule, type, subject }) => `${rule} ${type.slice(7)} ${subject}`,
  );
  assert.deepEqual(listed.sort(), [
    'all firing book_broken polymarket',
    'all firing disk_low',
    'all firing venue_stale kalshi',
    'all resolved venue_stale kalshi',
    'books firing book_broken polymarket',
    'worst firing disk_low',
  ]);
});

test('an edge whose net profit is not known changes nothing, and one that is gone is over', async (t) => {
  let netFrac: number | null = 0.02;
  let isThere = true;
  const listEdges = async () => (isThere ? [{ id: 'yes-no:a', assets: ['pm-a', 'kalshi-a'], netFrac }] : []);
  const { pass, told } = await open(t, [toRule({ type: 'edge', netFrac: 0.01, notionalUsd: 100 })], {
    listEdges,
  });
  await pass(30_000);
  netFrac = null;
  await pass(30_000);
  assert.deepEqual(await told(), ['firing 0.02']);
  isThere = false;
  await pass(30_000);
  assert.deepEqual(await told(), ['firing 0.02', 'resolved null']);
});

test('a balance and the limits of a bot are compared with their thresholds', async (t) => {
  let balance = 6_000_000;
  const usage = (asset: string, used: number) => ({
    name: 'maxAssetUsd',
    asset,
    limit: 100,
    used,
    reserved: 0,
  });
  const rules = [
    toRule({ type: 'balance', owner: 'alice', belowMicroUsd: 5_000_000 }, { id: 'money' }),
    toRule({ type: 'limit', bot: 'bot_1', limit: 'maxAssetUsd', usedFrac: 0.8 }, { id: 'limit' }),
  ];
  const { pass, store } = await open(t, rules, {
    readBalance: async () => microUsd(balance),
    readLimits: async () => [usage('hl-BTC', 80), usage('hl-ETH', 79)] as never,
  });
  await pass(10_000);
  balance = 4_999_999;
  await pass(10_000);
  assert.deepEqual(
    (await store.listEvents(ALL)).toReversed().map(({ rule, subject, value }) => [rule, subject, value]),
    [
      ['limit', 'hl-BTC', 0.8],
      ['money', '', 4_999_999],
    ],
  );
});

test('fills are told each once and in order, from the newest one at the first look', async (t) => {
  const fill = (seq: number, botId = 'bot_1') => ({
    seq,
    t: epochMs(1),
    botId,
    venue: 'kalshi',
    venueAsset: 'T-1',
    side: 'buy' as const,
    tradedMicroUsd: seq * 1_000_000,
    price: '0.5',
  });
  const fills = [fill(1), fill(2)];
  const listFills = async (after: number | null) =>
    after === null ? fills.slice(-1) : fills.filter(({ seq }) => seq > after).slice(0, 2);
  const { pass, told, start } = await open(t, [toRule({ type: 'fill', bot: 'bot_1' })], { listFills });
  await pass(1_000);
  fills.push(fill(3), fill(4, 'bot_2'), fill(5));
  await pass(1_000);
  await pass(1_000, await start());
  assert.deepEqual(await told(), ['firing 3', 'firing 5']);
});

test('a fill rule that is removed and added again after other fills begins after them', async (t) => {
  const fill = (seq: number) => ({
    seq,
    t: epochMs(1),
    botId: 'bot_1',
    venue: 'kalshi',
    venueAsset: 'T-1',
    side: 'buy' as const,
    tradedMicroUsd: seq * 1_000_000,
    price: '0.5',
  });
  const fills = [fill(1)];
  const listFills = async (after: number | null) =>
    after === null ? fills.slice(-1) : fills.filter(({ seq }) => seq > after);
  const rule = toRule({ type: 'fill' });
  const { pass, told, evaluator } = await open(t, [rule], { listFills });
  await pass(1_000);
  fills.push(fill(2));
  await pass(1_000);
  await evaluator.setRules([]);
  fills.push(fill(3), fill(4));
  await pass(1_000);
  await evaluator.setRules([rule]);
  await pass(1_000);
  fills.push(fill(5));
  await pass(1_000);
  assert.deepEqual(await told(), ['firing 2', 'firing 5']);
});

test('a price that flutters around a threshold for a day is told once per cooldown', async (t) => {
  const { feed, pass, told } = await open(t, [
    toRule({ type: 'cross', asset: 'hl-BTC', above: 100 }, { cooldownMs: 60 * MINUTE_MS }),
  ]);
  feed.poll(99);
  await pass(0);
  for (let minute = 0; minute < 24 * 60; minute++) {
    feed.poll(minute % 2 === 0 ? 101 : 99);
    await pass(MINUTE_MS);
  }
  const firings = (await told()).filter((one) => one.startsWith('firing'));
  assert.ok(firings.length >= 22 && firings.length <= 24, String(firings.length));
});

test('rules that change keep what stays the same, and a changed condition begins anew', async (t) => {
  const first = toRule({ type: 'cross', asset: 'hl-BTC', above: 100 });
  const { feed, pass, told, evaluator } = await open(t, [first]);
  feed.poll(101);
  await pass(0);
  await evaluator.setRules([toRule({ type: 'cross', asset: 'hl-BTC', above: 110 })]);
  await pass(0);
  feed.poll(111);
  await pass(0);
  assert.deepEqual(await told(), ['firing 111']);
});

test('rules that are read while earlier ones are prepared are those in force', async (t) => {
  const filling = Promise.withResolvers<void>();
  const aggregate = async () => {
    await filling.promise;
    return NO_HISTORY.aggregate();
  };
  const { feed, evaluator, pass, told } = await open(t, [], {}, { aggregate });
  const earlier = toRule({ type: 'move', asset: 'hl-BTC', percent: 1, withinMs: MINUTE_MS });
  const changes = [evaluator.setRules([earlier]), evaluator.setRules([])];
  filling.resolve();
  await Promise.all(changes);
  feed.poll(100);
  feed.poll(200);
  await pass(0);
  assert.deepEqual(await told(), []);
});

test('a rule that still ran while the rules after it were prepared leaves no state behind', async (t) => {
  const preparing = Promise.withResolvers<void>();
  const aggregate = async () => {
    await preparing.promise;
    return NO_HISTORY.aggregate();
  };
  const fills = toRule({ type: 'fill' });
  const { evaluator, pass, store, errors } = await open(t, [fills], {}, { aggregate });
  await pass(1_000);
  assert.equal((await store.listStates()).length, 1);
  const move = toRule({ type: 'move', asset: 'hl-BTC', percent: 2, withinMs: 300_000 }, { id: 'two' });
  const changed = evaluator.setRules([move]);
  await pass(1_000);
  preparing.resolve();
  await changed;
  assert.deepEqual(
    (await store.listStates()).filter(({ rule }) => rule === 'one'),
    [],
    'a rule that is added again begins after the newest fill',
  );
  assert.deepEqual(errors, []);
});
