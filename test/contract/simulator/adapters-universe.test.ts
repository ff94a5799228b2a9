import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIMULATED_VENUES } from '../../../simulator/world/venues.ts';
import { type BinaryState, DAY_MS } from '../../../src/domain/index.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { ADAPTERS, patience, type Stage, selectBinaries, startStage } from './venue-adapters.ts';

let stage: Stage;
const adapters: VenueAdapter[] = [];
const binaries = {} as Record<VenueAdapter['venue'], BinaryState[]>;
before(async () => {
  stage = await startStage({ markets: 900 });
  for (const venue of SIMULATED_VENUES) {
    const adapter = ADAPTERS[venue](stage);
    adapters.push(adapter);
    binaries[venue] = selectBinaries((await adapter.poll(patience())).markets);
  }
});
after(async () => {
  for (const adapter of adapters) await adapter.close();
  await stage.simulator.close();
});

async function ask(url: string, init?: RequestInit): Promise<unknown> {
  return (await fetch(url, init)).json();
}

test('Polymarket lists zombies and placeholders, and the adapter tracks neither', async () => {
  const rows: { slug: string; endDate?: string; active: boolean; closed: boolean }[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const url = `${stage.simulator.urls.polymarketGamma}/markets/keyset?version=v1&version=v2&closed=false&limit=100&after_cursor=${cursor}`;
    const page = (await ask(url)) as { markets: typeof rows; next_cursor?: string };
    rows.push(...page.markets);
    cursor = page.next_cursor;
  }
  const longGone = new Date(stage.clock() - 50 * DAY_MS).toISOString();
  const zombies = rows.filter(({ endDate, active }) => active && endDate !== undefined && endDate < longGone);
  const placeholders = rows.filter(({ active }) => !active);
  assert.ok(zombies.length >= 8, `${zombies.length} zombies`);
  assert.ok(placeholders.length >= 6, `${placeholders.length} placeholders`);
  const tracked = new Set(binaries.polymarket.map(({ ref }) => ref.storeKey));
  for (const { slug } of [...zombies, ...placeholders]) assert.ok(!tracked.has(slug), slug);
  assert.equal(tracked.size, rows.length - zombies.length - placeholders.length);
});

test('Kalshi lists combinations, and the adapter tracks none', async () => {
  const { markets } = (await ask(`${stage.simulator.urls.kalshi}/markets?limit=1000`)) as {
    markets: { ticker: string }[];
  };
  assert.ok(markets.some(({ ticker }) => ticker.startsWith('KXMVE')));
  assert.ok(binaries.kalshi.length > 50);
  assert.ok(!binaries.kalshi.some(({ ref }) => ref.storeKey.startsWith('kxmve')));
});

test('the children of a Limitless group are markets of one exclusive event', () => {
  const children = binaries.limitless.filter(({ ticker }) => ticker.eventKey !== null);
  assert.ok(children.length >= 5);
  assert.ok(children.every(({ ticker }) => ticker.exclusive === true && ticker.eventTitle !== null));
  assert.equal(new Set(children.map(({ ticker }) => ticker.eventKey)).size, 1);
});

test('Limitless markets that copy a Polymarket market name it', () => {
  const mirrored = binaries.limitless.filter(({ terms }) => terms.mirrorOf !== null);
  assert.ok(mirrored.length >= 6, `${mirrored.length} copies`);
  const copied = new Set(binaries.polymarket.map(({ ref }) => ref.storeKey));
  for (const { terms } of mirrored) {
    assert.equal(terms.mirrorOf?.venue, 'polymarket');
    assert.ok(copied.has(terms.mirrorOf?.key ?? ''), terms.mirrorOf?.key);
  }
});

test('a pool market of Limitless has a price, no touch and no book', async () => {
  const slugs = new Set(
    stage.simulator.world
      .universe(stage.clock())
      .byVenue.limitless.filter(({ isPool }) => isPool)
      .map(({ name }) => name),
  );
  const pools = binaries.limitless.filter(({ ref }) => slugs.has(ref.storeKey));
  assert.ok(pools.length > 0);
  const limitless = adapters.find(({ venue }) => venue === 'limitless');
  for (const { ref, price, bid, ask } of pools) {
    assert.ok(price !== null && price > 0 && price < 1);
    assert.deepEqual([bid, ask], [null, null]);
    assert.deepEqual((await limitless?.readBook(ref, patience()))?.bids, []);
  }
  const [first] = pools;
  const refused = await fetch(`${stage.simulator.urls.limitless}/markets/${first?.ref.storeKey}/orderbook`);
  assert.equal(refused.status, 400);
});

test('an untouched outcome of Hyperliquid has no price although its mid is 0.5; fallbacks are no assets', async () => {
  const info = (body: object) =>
    ask(`${stage.simulator.urls.hyperliquid}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const mids = (await info({ type: 'allMids' })) as Record<string, string>;
  const untouched = binaries.hyperliquid.filter(
    ({ ticker }) => mids[`#${Number(ticker.asset.split('-').at(-1)) * 10}`] === '0.5',
  );
  assert.ok(untouched.length > 0);
  assert.ok(
    untouched.every(({ price, bid, ask: offer }) => price === null && bid === null && offer === null),
  );

  const { questions } = (await info({ type: 'outcomeMeta' })) as {
    questions: { fallbackOutcome: number; namedOutcomes: number[] }[];
  };
  assert.ok(questions.length > 0);
  for (const { fallbackOutcome, namedOutcomes } of questions) {
    assert.equal(mids[`#${fallbackOutcome * 10}`], '0.5');
    assert.ok(!namedOutcomes.includes(fallbackOutcome));
    assert.ok(!binaries.hyperliquid.some(({ ref }) => ref.asset.endsWith(`-${fallbackOutcome}`)));
  }
});

test('an outcome from a template reads like one that is written out', () => {
  const ladders = binaries.hyperliquid.filter(({ terms }) => terms.direction === 'above');
  const underlyings = new Set(ladders.map(({ terms }) => terms.underlying));
  assert.ok(underlyings.has('BTC') && underlyings.has('SOL'), [...underlyings].join());
  assert.ok(ladders.every(({ terms, ticker }) => (terms.strike ?? 0) > 0 && ticker.closeTime !== null));
});

test('a ladder that another source decides is distinguished by its rules alone', () => {
  const daily = binaries.kalshi.filter(({ ref }) => ref.storeKey.startsWith('kxbtcd-'));
  const pairs = daily.flatMap((one) => {
    const key = one.ref.storeKey.replace('kxbtcd-', 'kxbtcb-');
    const other = binaries.kalshi.find(({ ref }) => ref.storeKey === key);
    return other === undefined ? [] : [[one, other] as const];
  });
  assert.ok(pairs.length >= 5);
  for (const [one, other] of pairs) {
    assert.equal(other.ticker.title, one.ticker.title);
    assert.equal(other.ticker.closeTime, one.ticker.closeTime);
    assert.equal(other.terms.strike, one.terms.strike);
    assert.match(one.rules ?? '', /CF Benchmarks/);
    assert.match(other.rules ?? '', /Binance/);
  }
});
