import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fixture, until } from '../../../test/support/loopback-venues/hyperliquid.ts';
import {
  bench,
  cleanUp,
  findState,
  healthy,
  isFailure,
  type Query,
  signal,
} from '../../../test/support/loopback-venues/hyperliquid-adapter.ts';
import type { VenueAdapter } from '../venue-adapter.ts';

after(cleanUp);

type Row = Readonly<Record<string, unknown>>;
type Perps = readonly [{ readonly universe: readonly Row[] }, readonly Row[]];

const [{ universe: LISTED }, CONTEXTS] = fixture('metaAndAssetCtxs-main') as Perps;
const [{ universe: XYZ_LISTED }, XYZ_CONTEXTS] = fixture('metaAndAssetCtxs-xyz') as Perps;

const listRefused = (adapter: VenueAdapter) =>
  adapter.getCounters().refused.map(({ kind, member, count }) => `${kind} ${member} ${count}`);

/** Answers of the venue with another universe of the main dex. */
const withMain = (universe: readonly unknown[], contexts: readonly unknown[]) => (query: Query) =>
  query.type === 'metaAndAssetCtxs' && query.dex === undefined
    ? { json: [{ universe }, contexts] }
    : healthy(query);

const frame = (main: readonly unknown[], xyz: readonly unknown[] = XYZ_CONTEXTS) => ({
  channel: 'allDexsAssetCtxs',
  data: {
    ctxs: [
      ['', main],
      ['xyz', xyz],
    ],
  },
});

test('one odd perpetual costs itself: not the dex, not the others, not the outcomes', async () => {
  const fresh = { name: 'NEW', szDecimals: 2 };
  const context = CONTEXTS[0] ?? {};
  const { oraclePx: _, ...withoutOracle } = context;
  const rows: [why: string, meta: Row, context: unknown, member: string][] = [
    ['no mark', fresh, { ...context, markPx: null }, '/markPx'],
    ['no oracle', fresh, withoutOracle, '/oraclePx'],
    ['a mark that is a number', fresh, { ...context, markPx: 12.5 }, '/markPx'],
    ['a mark that is no number', fresh, { ...context, markPx: 'NaN' }, '/markPx'],
    ['one impact price', fresh, { ...context, impactPxs: ['1.5'] }, '/impactPxs'],
    ['a context that is null', fresh, null, '/'],
    ['no decimals', { name: 'NEW', szDecimals: null }, context, '/szDecimals'],
    ['no name', { szDecimals: 2 }, context, '/name'],
  ];
  for (const [why, meta, odd, member] of rows) {
    const { adapter } = await bench({ answer: withMain([...LISTED, meta], [...CONTEXTS, odd]) });
    const poll = await adapter.poll(signal);
    assert.equal(findState(poll, 'hl-BTC')?.price, 66344, why);
    assert.equal(findState(poll, 'hl-NEW'), undefined, why);
    assert.ok(findState(poll, 'hl-xyz:XYZ100'), why);
    assert.equal(findState(poll, 'hl-pred-recurring-839')?.price, 0.39, why);
    const [refused = ''] = listRefused(adapter);
    assert.ok(refused.includes(member), `${why}: ${refused}`);
    assert.equal(adapter.getCounters().refused.length, 1, why);
  }
});

test('odd rows of the other lists cost themselves', async () => {
  const meta = fixture('outcomeMeta') as { outcomes: unknown[]; questions: unknown[] };
  const { adapter } = await bench({
    answer: (query) => {
      switch (query.type) {
        case 'allMids':
          return { json: { ...(fixture('allMids') as object), '@999': null, '@1000': 1.5 } };
        case 'perpDexs':
          return { json: [...(fixture('perpDexs') as unknown[]), { name: 7 }] };
        case 'outcomeMeta':
          return {
            json: {
              outcomes: [null, { outcome: 'x' }, ...meta.outcomes],
              questions: [{ question: 1 }, ...meta.questions],
            },
          };
        case 'candleSnapshot':
          return { json: [...(fixture('candleSnapshot') as unknown[]), { t: 'soon' }] };
        default:
          return healthy(query);
      }
    },
  });
  const poll = await adapter.poll(signal);
  assert.ok(findState(poll, 'hl-xyz:XYZ100'));
  assert.equal(findState(poll, 'hl-pred-recurring-839')?.price, 0.39);
  const refused = listRefused(adapter).join('; ');
  for (const kind of ['mid / 2', 'dex', 'outcome', 'question']) assert.ok(refused.includes(kind), refused);
});

test('a list of which no row can be read is malformed, not empty', async () => {
  const { adapter } = await bench({
    answer: withMain(
      LISTED,
      CONTEXTS.map(() => ({ mark: '1' })),
    ),
  });
  await assert.rejects(adapter.poll(signal), isFailure('malformed'));
});

test('universe and contexts of different lengths are malformed, on either side', async () => {
  for (const [universe, contexts] of [
    [LISTED, CONTEXTS.slice(1)],
    [LISTED, [CONTEXTS[0], ...CONTEXTS]],
    [LISTED.slice(1), CONTEXTS],
  ] as const) {
    const { adapter } = await bench({ answer: withMain(universe, contexts) });
    await assert.rejects(adapter.poll(signal), isFailure('malformed'));
    assert.match(listRefused(adapter).join(), /metaAndAssetCtxs/);
  }
});

const TRIO = [
  { name: 'BTC', szDecimals: 5 },
  { name: 'ETH', szDecimals: 4 },
  { name: 'SOL', szDecimals: 2 },
];
const toContext = (price: string) => ({
  markPx: price,
  oraclePx: price,
  prevDayPx: price,
  midPx: price,
});
const [BTC, ETH, SOL] = ['113080.0', '4305.9', '183.42'].map(toContext);
const MIDS = { BTC: '113081.5', ETH: '4306.1', SOL: '183.4', '#8390': '0.39' };

function serveTrio(contexts: readonly unknown[]) {
  const served = { contexts };
  const answer = (query: Query) => {
    if (query.type === 'perpDexs') return { json: [null] };
    if (query.type === 'allMids') return { json: MIDS };
    return withMain(TRIO, served.contexts)(query);
  };
  return { served, answer };
}

test('a context of another asset is not believed, by the mids that are listed by name', async () => {
  const { answer } = serveTrio([ETH, BTC, SOL]);
  const { adapter } = await bench({ answer });
  const poll = await adapter.poll(signal);
  assert.deepEqual(
    ['hl-BTC', 'hl-ETH', 'hl-SOL'].map((asset) => findState(poll, asset)?.price),
    [undefined, undefined, 183.42],
  );
  assert.match(listRefused(adapter).join(), /context \/markPx/);
});

test('a price that jumped is not taken for another asset’s', async () => {
  const { answer } = serveTrio([toContext('339000.0'), ETH, SOL]);
  const { adapter } = await bench({ answer });
  assert.equal(findState(await adapter.poll(signal), 'hl-BTC')?.price, 339_000);
});

test('a frame is used when it has as many contexts as the universe and most of its marks agree', async () => {
  const { answer } = serveTrio([BTC, ETH, SOL]);
  const { adapter, venue, pass } = await bench({ answer, streams: true });
  adapter.stream?.start();
  const updates: string[] = [];
  adapter.stream?.onUpdate(({ asset, price }) => updates.push(`${asset} ${price}`));
  await adapter.poll(signal);
  await until(() => adapter.stream?.getStatus().connected === 2, 'connected');

  const pollAfter = async (contexts: readonly unknown[]) => {
    pass(5_000);
    const before = adapter.stream?.getStatus().lastMessageAt;
    venue.push(frame(contexts, []));
    await until(() => adapter.stream?.getStatus().lastMessageAt !== before, 'frame');
    const poll = await adapter.poll(signal);
    return ['hl-BTC', 'hl-ETH', 'hl-SOL'].map((asset) => findState(poll, asset)?.price);
  };
  const right = [113_080, 4_305.9, 183.42];
  const moved = toContext('113090.0');
  assert.deepEqual(await pollAfter([moved, ETH, SOL]), [113_090, 4_305.9, 183.42]);
  updates.length = 0;
  assert.deepEqual(
    await pollAfter([ETH, SOL]),
    [113_090, 4_305.9, 183.42],
    'short: the frame before it holds',
  );
  assert.deepEqual(await pollAfter([toContext('1.5'), BTC, ETH, SOL]), right, 'one more in front');
  assert.deepEqual(updates, [], 'nor is it passed on');
  assert.deepEqual(await pollAfter([ETH, SOL, toContext('1.5')]), right, 'the same number, one on');
  assert.deepEqual(await pollAfter([moved, ETH, SOL]), [113_090, 4_305.9, 183.42]);
  assert.match(listRefused(adapter).join(), /ws contexts of a dex/);
});

test('an odd context of a builder dex costs neither its dex nor the frame', async () => {
  const { adapter, venue, pass } = await bench({ streams: true });
  adapter.stream?.start();
  await adapter.poll(signal);
  await until(() => adapter.stream?.getStatus().connected === 2, 'connected');
  pass(5_000);
  const [first, second] = XYZ_CONTEXTS;
  venue.push(
    frame(
      [{ ...CONTEXTS[0], markPx: '66345.0' }, ...CONTEXTS.slice(1)],
      [{ ...first, oraclePx: null }, second],
    ),
  );
  await until(() => adapter.getCounters().refused.length > 0, 'refused');
  const poll = await adapter.poll(signal);
  assert.equal(findState(poll, 'hl-BTC')?.price, 66_345);
  assert.equal(findState(poll, `hl-${XYZ_LISTED[0]?.name}`), undefined);
  assert.ok(findState(poll, `hl-${XYZ_LISTED[1]?.name}`));
  assert.match(listRefused(adapter).join('; '), /^ws context \/oraclePx \d$/);
});

test('an outcome whose sides are listed the other way round gives no price until they are as they were', async () => {
  const meta = fixture('outcomeMeta') as { outcomes: { outcome: number; sideSpecs: object[] }[] };
  let isTurned = false;
  const turn = (row: { outcome: number; sideSpecs: object[] }) =>
    row.outcome === 839 ? { ...row, sideSpecs: row.sideSpecs.toReversed() } : row;
  const { adapter, pass } = await bench({
    answer: (query) =>
      query.type === 'outcomeMeta' && isTurned
        ? { json: { ...meta, outcomes: meta.outcomes.map(turn) } }
        : healthy(query),
  });
  const pollAfter = async () => {
    pass(61_000);
    const state = findState(await adapter.poll(signal), 'hl-pred-recurring-839');
    return [state?.price, state?.withheld?.code ?? null, state?.nativeIds?.coin];
  };
  assert.deepEqual(await pollAfter(), [0.39, null, '#8390']);
  isTurned = true;
  assert.deepEqual(await pollAfter(), [null, 'side_disputed', '#8390']);
  assert.match(listRefused(adapter).join(), /outcome \/sideSpecs/);
  isTurned = false;
  assert.deepEqual(await pollAfter(), [0.39, null, '#8390']);
});

test('an outcome whose stated end does not exist is refused and counted: it would never end', async () => {
  const meta = fixture('outcomeMeta') as { outcomes: { outcome: number; description: string }[] };
  const [start, odd] = [
    'expiry:20260716-0600',
    ['20260230-0600', '20261301-0600', '20260716-2400', '20260631'],
  ];
  for (const value of ['20280229-0600', ...odd]) {
    const change = (row: { outcome: number; description: string }) =>
      row.outcome === 839 ? { ...row, description: row.description.replace(start, `expiry:${value}`) } : row;
    const { adapter } = await bench({
      answer: (query) =>
        query.type === 'outcomeMeta'
          ? { json: { ...meta, outcomes: meta.outcomes.map(change) } }
          : healthy(query),
    });
    const poll = await adapter.poll(signal);
    const isRefused = odd.includes(value);
    assert.equal(findState(poll, 'hl-pred-recurring-839') === undefined, isRefused, value);
    assert.equal(/outcome \/description 1/.test(listRefused(adapter).join()), isRefused, value);
    assert.notEqual(findState(poll, 'hl-BTC'), undefined);
  }
});

test('which side of an outcome is Yes outlives a restart: the register of earlier runs knows it', async () => {
  const poll = async (coin: string) => {
    const { adapter } = await bench({
      recall: async ({ storeKey }) =>
        storeKey.endsWith('-839') ? { outcomes: ['Yes', 'No'], nativeIds: { coin } } : null,
    });
    const state = findState(await adapter.poll(signal), 'hl-pred-recurring-839');
    return [state?.price, state?.withheld?.code ?? null, state?.nativeIds?.coin];
  };
  assert.deepEqual(await poll('#8390'), [0.39, null, '#8390']);
  assert.deepEqual(await poll('#8391'), [null, 'side_disputed', '#8391']);
});

test('a touch of the stream that is the complement of the mid is not recorded', async () => {
  const { adapter, venue, pass } = await bench({ streams: true });
  const passed: (number | null)[] = [];
  adapter.stream?.onUpdate(({ asset, price }) => {
    if (asset === 'hl-pred-recurring-839') passed.push(price);
  });
  adapter.stream?.start();
  await adapter.poll(signal);
  await until(() => adapter.stream?.getStatus().connected === 2, 'connected');
  const push = async (bid: string, ask: string) => {
    pass(61_000);
    const before = adapter.stream?.getStatus().lastMessageAt;
    const data = {
      coin: '#8390',
      time: Date.UTC(2026, 6, 15, 13),
      bbo: [bid, ask].map((px) => ({ px, sz: '5' })),
    };
    venue.push({ channel: 'bbo', data });
    await until(() => adapter.stream?.getStatus().lastMessageAt !== before, 'frame');
    return findState(await adapter.poll(signal), 'hl-pred-recurring-839')?.price;
  };
  assert.equal(await push('0.37', '0.41'), 0.39);
  assert.equal(await push('0.60', '0.62'), 0.386905, 'the mid counts, whose book had both sides');
  assert.match(listRefused(adapter).join(), /ws bbo/);
  const before = passed.length;
  assert.equal(passed.at(-1), 0.61);
  await push('0.60', '0.62');
  assert.equal(passed.length, before, 'kept back since the mids were compared');
});
