import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrueTrade } from '../../../simulator/tape/trade-truth.ts';
import { hashBook, type SentBook } from '../../../simulator/world/sent-books.ts';
import type { SimulatedVenue } from '../../../simulator/world/venues.ts';
import { type BookEvent, epochMs, type VenueTrade } from '../../../src/domain/index.ts';
import { ADAPTERS, BEFORE_CLOSE, patience, startStage } from './venue-adapters.ts';

interface Sides {
  readonly bid: Map<number, number>;
  readonly ask: Map<number, number>;
}

/** Books as the events of a stream make them; those that are not known are absent. */
class Rebuilt {
  readonly books = new Map<string, Sides>();
  readonly breaks = new Map<string, number>();
  /** Wholes that another book was known before. */
  resyncs = 0;

  add(event: BookEvent): void {
    if (event.kind === 'whole') {
      const index = (levels: typeof event.bids) => new Map(levels.map(({ price, size }) => [price, size]));
      if (this.books.has(event.asset)) this.resyncs++;
      this.books.set(event.asset, { bid: index(event.bids), ask: index(event.asks) });
    } else if (event.kind === 'break') {
      assert.ok(this.books.delete(event.asset), `a break of ${event.asset}, which is not known`);
      this.breaks.set(event.reason, (this.breaks.get(event.reason) ?? 0) + 1);
    } else {
      const book = this.books.get(event.asset);
      assert.ok(book !== undefined, `a change of ${event.asset}, which is not known`);
      for (const { side, price, size } of event.changes)
        if (size === 0) book[side].delete(price);
        else book[side].set(price, size);
    }
  }

  hash(asset: string): string | null {
    const book = this.books.get(asset);
    if (book === undefined) return null;
    const list = (side: 'bid' | 'ask', direction: 1 | -1) =>
      [...book[side]]
        .map(([price, size]) => ({ price, size }))
        .sort((a, b) => direction * (a.price - b.price));
    return hashBook({ bids: list('bid', -1), asks: list('ask', 1) });
  }
}

/** An adapter of a venue with a stream at a simulator whose time is moved by the test. */
async function listen(t: TestContext, venue: SimulatedVenue, { trades: hasTrades = true } = {}) {
  const stage = await startStage({ markets: 120 });
  t.after(() => stage.simulator.close());
  const adapter = ADAPTERS[venue](stage, { streams: true });
  t.after(() => adapter.close());
  const rebuilt = new Rebuilt();
  const trades: VenueTrade[] = [];
  const heard = new Set<string>();
  const { stream } = adapter;
  assert.ok(stream);
  stream.onBook?.((event) => rebuilt.add(event));
  if (hasTrades) stream.onTrade?.((trade) => trades.push(trade));
  stream.onHeard?.(({ asset, kind }) => (kind === 'begin' ? heard.add(asset) : heard.delete(asset)));
  const { markets } = await adapter.poll(patience());
  stream.start();
  const origin = new URL(stage.simulator.urls.kalshi).origin;
  const read = async <Answer>(path: string) =>
    JSON.parse(await (await fetch(`${origin}/simulator/${path}`)).text()) as Answer;
  return {
    ...stage,
    adapter,
    rebuilt,
    trades,
    heard,
    markets,
    /** Lets seconds of the simulated market pass, and what they bring arrive. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        stage.advance(1_000);
        // Streams of many assets tell of a quarter of them a tick.
        for (let quarter = 0; quarter < 4; quarter++) stage.simulator.tick();
        await sleep(5);
      }
    },
    readBook: async (asset: string) => {
      const book = await read<SentBook>(`book?venue=${venue}&asset=${asset}&t=${stage.clock()}`);
      return hashBook(book);
    },
    readTrades: async (asset: string, fromMs: number): Promise<readonly TrueTrade[]> => {
      const query = `venue=${venue}&asset=${asset}&fromMs=${fromMs}&toMs=${stage.clock()}`;
      return (await read<{ trades: TrueTrade[] }>(`trades?${query}`)).trades;
    },
  };
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, what);
    await sleep(5);
  }
}

/** Frames are on their way for a moment: repeats a comparison until it holds, at most ten seconds. */
async function settles(compare: () => Promise<void> | void): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    try {
      await compare();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

const byId = (a: { readonly id: string | null }, b: { readonly id: string | null }) =>
  (a.id ?? '') < (b.id ?? '') ? -1 : 1;
/** Trades as the truth and the tape both state them, in the order of their ids. */
const stated = (trades: readonly VenueTrade[]) =>
  trades.toSorted(byId).map(({ id, price, size, side, venueTime, isBlock }) => ({
    id,
    price,
    size,
    side,
    t: venueTime,
    isBlock,
  }));
const truth = (trades: readonly TrueTrade[]) =>
  trades.toSorted(byId).map(({ id, yesPrice, size, yesSide, t, isBlock }) => ({
    id,
    price: yesPrice,
    size,
    side: yesSide,
    t,
    isBlock,
  }));

test('books and trades of Polymarket are those that were sent and happened; without No tokens they are not', async (t) => {
  for (const hasTrades of [true, false]) {
    const stage = await listen(t, 'polymarket', { trades: hasTrades });
    const { rebuilt, trades, heard, pass, readBook, readTrades } = stage;
    if (hasTrades) await until(() => heard.size >= 30, `${heard.size} markets heard`);
    else await until(() => rebuilt.books.size >= 30, `${rebuilt.books.size} books`);
    const onlyYes: VenueTrade[] = [];
    if (!hasTrades)
      stage.adapter.stream?.onTrade?.((trade) => trade.id?.endsWith(':yes') && onlyYes.push(trade));
    await pass(40);
    await settles(async () => {
      const assets = [...rebuilt.books.keys()];
      let taken = 0;
      let ofNo = 0;
      let isEqual = true;
      for (const asset of assets) {
        assert.equal(rebuilt.hash(asset), await readBook(asset), asset);
        const happened = await readTrades(asset, BEFORE_CLOSE + 1);
        const told = (hasTrades ? trades : onlyYes).filter((trade) => trade.asset === asset);
        taken += happened.length;
        ofNo += happened.filter(({ token }) => token === 'no').length;
        if (hasTrades) assert.deepEqual(stated(told), truth(happened), asset);
        else isEqual &&= told.length === happened.length;
      }
      assert.ok(taken > 50, `${taken} trades`);
      assert.ok(ofNo / taken > 0.5 && ofNo / taken < 0.85, `${ofNo} of ${taken} in No`);
      assert.equal(isEqual, hasTrades, 'the same comparison with Yes tokens alone');
    });
    assert.deepEqual([...rebuilt.breaks], []);
  }
});

test('whole books of Limitless are those that were sent, crossed ones too', async (t) => {
  const { simulator, rebuilt, pass, readBook } = await listen(t, 'limitless');
  for (let second = 0; second < 200 && rebuilt.books.size < 5; second++) await pass(1);
  simulator.faults.set({ kind: 'cross', venue: 'limitless' });
  await pass(8);
  await settles(async () => {
    let crossed = 0;
    for (const [asset, { bid, ask }] of rebuilt.books) {
      assert.equal(rebuilt.hash(asset), await readBook(asset), asset);
      if (Math.max(...bid.keys()) > Math.min(...ask.keys())) crossed++;
    }
    assert.ok(crossed >= 3, `${crossed} crossed of ${rebuilt.books.size}`);
  });
});

test('trades of Kalshi that polls give are those that happened, and so are those of one market', async (t) => {
  const { adapter, markets, pass, clock, readTrades } = await listen(t, 'kalshi');
  const trades: VenueTrade[] = [];
  for (let poll = 0; poll < 4; poll++) {
    const { trades: fresh, isCut } = (await adapter.pollTrades?.(patience())) ?? assert.fail();
    assert.equal(isCut, false);
    trades.push(...fresh);
    await pass(10);
  }
  trades.push(...((await adapter.pollTrades?.(patience()))?.trades ?? []));
  let taken = 0;
  const from = BEFORE_CLOSE - 30_000;
  for (const { ref } of markets) {
    const happened = await readTrades(ref.asset, from);
    taken += happened.length;
    const own = trades.filter(({ asset, venueTime }) => asset === ref.asset && (venueTime ?? 0) >= from);
    assert.deepEqual(stated(own), truth(happened), ref.asset);
    if (happened.length < 3) continue;
    const window = { fromMs: epochMs(from), toMs: clock() };
    const read = await adapter.readTrades?.(ref, window, patience());
    assert.deepEqual(stated(read?.trades ?? []), truth(happened), ref.asset);
  }
  assert.ok(taken > 50, `${taken} trades`);
});

test('trades of Hyperliquid are those that happened, each once over both coins of an outcome', async (t) => {
  const { trades, heard, markets, pass, readTrades } = await listen(t, 'hyperliquid');
  await until(() => heard.size >= 10, `${heard.size} markets heard`);
  await pass(30);
  let taken = 0;
  for (const { ref } of markets.filter(({ ref }) => heard.has(ref.asset))) {
    const happened = await readTrades(ref.asset, BEFORE_CLOSE + 1);
    taken += happened.length;
    const own = trades.filter(
      ({ asset, venueTime }) => asset === ref.asset && (venueTime ?? 0) > BEFORE_CLOSE,
    );
    assert.deepEqual(stated(own), truth(happened), ref.asset);
  }
  assert.ok(taken > 50, `${taken} trades`);
});

test('cuts, lost frames and wrong touches break books, which come whole again; repeated and crossed ones do not', async (t) => {
  const { simulator, rebuilt, pass, readBook } = await listen(t, 'polymarket');
  const { faults } = simulator;
  await until(() => rebuilt.books.size >= 30, 'the books');
  const compare = () =>
    settles(async () => {
      for (const asset of rebuilt.books.keys())
        assert.equal(rebuilt.hash(asset), await readBook(asset), asset);
    });
  faults.set({ kind: 'resend', venue: 'polymarket', times: 20 });
  const cross = faults.set({ kind: 'cross', venue: 'polymarket' });
  await pass(6);
  faults.clear(cross);
  await pass(6);
  assert.deepEqual([...rebuilt.breaks.keys()], []);
  await compare();

  const known = rebuilt.books.size;
  faults.set({ kind: 'cut', venue: 'polymarket' });
  await pass(1);
  await until(() => (rebuilt.breaks.get('connection') ?? 0) >= known, 'the cut');
  await until(() => rebuilt.books.size === known, 'the books again');
  await compare();

  faults.set({ kind: 'wrong_touch', venue: 'polymarket', times: 200 });
  await pass(20);
  await until(() => (rebuilt.breaks.get('disagrees') ?? 0) > 0, 'wrong touches');
  faults.clearAll();
  await pass(8);
  await compare();
});

test('half of the frames that are lost move the touch, which shows', async (t) => {
  const { simulator, rebuilt, pass } = await listen(t, 'polymarket');
  await until(() => rebuilt.books.size >= 30, 'the books');
  simulator.faults.set({ kind: 'gap', venue: 'polymarket', times: 40 });
  await pass(40);
  assert.deepEqual(simulator.faults.list(), [], 'all have struck');
  await until(() => (rebuilt.breaks.get('disagrees') ?? 0) > 0, 'lost changes');
});

test('a trade that never settles is printed, and is not in the list of settled ones', async (t) => {
  const { simulator, adapter, trades, markets, heard, clock, pass, readTrades } = await listen(
    t,
    'polymarket',
  );
  await until(() => heard.size >= 30, 'subscriptions');
  simulator.faults.set({ kind: 'unsettled', venue: 'polymarket', share: 0.5 });
  await pass(40);
  const [busiest] = [...Map.groupBy(trades, ({ asset }) => asset)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const ref = markets.find((market) => market.ref.asset === busiest?.[0])?.ref ?? assert.fail();
  const happened = await readTrades(ref.asset, BEFORE_CLOSE + 1_000);
  const window = { fromMs: epochMs(BEFORE_CLOSE + 1_000), toMs: clock() };
  const settled = await adapter.readTrades?.(ref, window, patience());
  const ids = (rows: readonly { readonly id: string | null }[]) => rows.map(({ id }) => id).sort();
  assert.deepEqual(ids(settled?.trades ?? []), ids(happened.filter((trade) => trade.settled)));
  assert.ok(happened.some((trade) => !trade.settled) && happened.some((trade) => trade.settled));
});
