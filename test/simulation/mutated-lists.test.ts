import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { epochMs, UpstreamError, type VenuePoll } from '../../src/domain/index.ts';
import { Intake } from '../../src/upstream/intake.ts';
import { listCompleteQuestions, QuestionRosters } from '../../src/venues/hyperliquid/complete-questions.ts';
import { normaliseOutcomeMeta } from '../../src/venues/hyperliquid/normalise-outcomes.ts';
import { normalisePerps } from '../../src/venues/hyperliquid/normalise-perps.ts';
import { findMispaired } from '../../src/venues/hyperliquid/pairs.ts';
import * as hyperliquid from '../../src/venues/hyperliquid/wire.ts';
import { normaliseMarket as normaliseKalshi } from '../../src/venues/kalshi/normalise.ts';
import * as kalshi from '../../src/venues/kalshi/wire.ts';
import { normaliseMarket as normaliseLimitless } from '../../src/venues/limitless/normalise.ts';
import type { LimitlessMarket } from '../../src/venues/limitless/wire.ts';
import * as limitless from '../../src/venues/limitless/wire.ts';
import { createPolymarketAdapter } from '../../src/venues/polymarket/adapter.ts';
import { normaliseMarket, readIdentity } from '../../src/venues/polymarket/normalise.ts';
import { contradictsItself } from '../../src/venues/polymarket/quote.ts';
import * as polymarket from '../../src/venues/polymarket/wire.ts';
import { rounds } from '../support/long-tests.ts';
import { fixture } from '../support/loopback-venues/hyperliquid.ts';
import { bench, cleanUp, healthy, signal } from '../support/loopback-venues/hyperliquid-adapter.ts';
import { loopbackVenue } from '../support/loopback-venues/polymarket.ts';
import { mutateRows, seeded } from '../support/mutations.ts';
import { describedMarket } from '../support/polymarket-fixtures.ts';

// Long form alone: `src/venues/mutated-lists.test.ts` changes lists without a second source.

/**
 * Lists of venues with one change each, beside a second source without any: a price that is recorded is the price that
 * the unchanged list gives, or there is none.
 *
 * What cannot be told from a real move, and is not made here: a number replaced by another one that is possible, which the
 * feed holds back when it is far away; coins exchanged whose prices are within a fifth of each other; a name that becomes another possible one, which is a new asset; a market of
 * Polymarket that is turned when it is seen for the first time ever, and one whose price is near 0.5.
 */
const MUTATIONS = rounds(20, 200);
const READINGS = rounds(2_000, 20_000);
const firstSeed = Number(process.env.MUTATION_SEED ?? 1);

after(cleanUp);

type Row = Record<string, unknown>;
const [{ universe: FIXTURE_UNIVERSE }, FIXTURE_CONTEXTS] = fixture('metaAndAssetCtxs-main') as [
  { universe: Row[] },
  Row[],
];
/** Ten coins whose prices lie apart. */
const COINS = [...Array(10).keys()].map((n) => ({ name: `COIN${n}`, price: 3 ** n }));
const UNIVERSE: Row[] = COINS.map(({ name }) => ({ ...FIXTURE_UNIVERSE[0], name }));
const CONTEXTS: Row[] = COINS.map(({ price }) => ({
  ...FIXTURE_CONTEXTS[0],
  markPx: String(price),
  midPx: String(price * 1.0001),
  oraclePx: String(price),
}));
const MIDS = {
  ...(fixture('allMids') as object),
  ...Object.fromEntries(COINS.map(({ name, price }) => [name, String(price * 1.0002)])),
};

const toPrices = (poll: VenuePoll) => new Map(poll.markets.map(({ ref, price }) => [ref.asset, price]));

function assertSamePrices(found: VenuePoll, expected: ReadonlyMap<string, number | null>, why: string): void {
  for (const [asset, price] of toPrices(found)) {
    if (price !== null && expected.has(asset)) assert.equal(price, expected.get(asset), `${why}: ${asset}`);
  }
}

/** A poll, or null when it failed as a poll may. */
async function tryPoll(poll: () => Promise<VenuePoll>): Promise<VenuePoll | null> {
  try {
    return await poll();
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

describe('Hyperliquid', () => {
  const lists = () => ({
    universe: structuredClone(UNIVERSE),
    contexts: structuredClone(CONTEXTS),
    meta: fixture('outcomeMeta') as { outcomes: unknown[]; questions: unknown[] },
  });
  const open = async () => {
    const served = lists();
    const { adapter, pass } = await bench({
      answer: (query) => {
        if (query.type === 'perpDexs') return { json: [null] };
        if (query.type === 'allMids') return { json: MIDS };
        if (query.type === 'outcomeMeta') return { json: served.meta };
        if (query.type === 'metaAndAssetCtxs')
          return { json: [{ universe: served.universe }, served.contexts] };
        return healthy(query);
      },
    });
    return { served, adapter, pass };
  };

  for (const name of ['universe', 'contexts', 'outcomes', 'questions'] as const) {
    test(`${name}: a recorded price is that of the unchanged list, seed ${firstSeed}`, async () => {
      for (let seed = firstSeed; seed < firstSeed + MUTATIONS; seed++) {
        const { served, adapter, pass } = await open();
        const isFirst = seed % 2 === 0 && (name === 'universe' || name === 'contexts');
        const expected = isFirst ? await priceUnchanged() : toPrices(await adapter.poll(signal));
        const rows = name === 'universe' || name === 'contexts' ? served[name] : served.meta[name];
        const what = mutateRows(rows as unknown[], seeded(seed));
        pass(61_000);
        const poll = await tryPoll(() => adapter.poll(signal));
        if (poll !== null) assertSamePrices(poll, expected, `seed ${seed}, ${name}: ${what}`);
        await cleanUp();
      }
    });
  }

  let unchanged: ReadonlyMap<string, number | null> | null = null;
  async function priceUnchanged() {
    unchanged ??= toPrices(await (await open()).adapter.poll(signal));
    return unchanged;
  }

  test('no changed list throws', () => {
    const intake = new Intake();
    const rosters = new QuestionRosters();
    const mids = new Map(Object.entries(MIDS).map(([coin, mid]) => [coin, Number(mid)]));
    for (let seed = firstSeed; seed < firstSeed + READINGS / 2; seed++) {
      const random = seeded(seed);
      const { universe, contexts } = lists();
      mutateRows(universe, random);
      mutateRows(contexts, random);
      const assets = intake.readRowsInPlace(universe, hyperliquid.perpMeta);
      const states = intake.readRowsInPlace(contexts, hyperliquid.perpContext);
      const mispaired = findMispaired(assets, states, mids);
      normalisePerps(assets, states, { fromRest: true, findVolumeCounter: () => null, mispaired });
    }
    for (let seed = firstSeed; seed < firstSeed + READINGS / 10; seed++) {
      const random = seeded(seed);
      const { meta } = lists();
      mutateRows(meta.outcomes, random);
      mutateRows(meta.questions, random);
      const outcomes = intake.readRows(meta.outcomes, hyperliquid.outcomeRow);
      const questions = intake.readRows(meta.questions, hyperliquid.questionRow);
      rosters.note(questions);
      listCompleteQuestions(normaliseOutcomeMeta({ outcomes, questions }, new Map()), new Map(), rosters);
    }
    assert.ok(intake.refusals > 0);
  });
});

describe('Polymarket', () => {
  const PRICES = [0.07, 0.2, 0.31, 0.68, 0.83, 0.95];
  const list = () =>
    PRICES.map((price, n) =>
      describedMarket({
        id: String(n + 1),
        slug: `m-${n}`,
        conditionId: `0x${String(n + 1).padStart(64, '0')}`,
        clobTokenIds: `["1000${n}", "2000${n}"]`,
        outcomePrices: `["${price}", "${1 - price}"]`,
        bestBid: price - 0.01,
        bestAsk: price + 0.01,
        spread: 0.02,
        lastTradePrice: price,
        orderPriceMinTickSize: 0.01,
      }),
    ) as unknown[];

  test(`markets: a recorded price is that of the unchanged list, seed ${firstSeed}`, async (t) => {
    let served = list();
    const venue = await loopbackVenue(t, ({ pathname }) => {
      const condition = Number(/^\/clob-markets\/0x0*(\d+)$/.exec(pathname)?.[1] ?? 0) - 1;
      if (pathname === '/markets/keyset') return { body: { markets: served } };
      if (condition < 0) return null;
      const t = [
        { t: `1000${condition}`, o: 'Yes' },
        { t: `2000${condition}`, o: 'No' },
      ];
      return { body: { t } };
    });
    for (let seed = firstSeed; seed < firstSeed + MUTATIONS; seed++) {
      let now = Date.parse('2026-11-01T00:30:00Z');
      const adapter = createPolymarketAdapter({
        maxMarkets: 100,
        pollMs: 30_000,
        streams: false,
        userAgent: 'crosstape-test',
        retries: 0,
        gammaUrl: venue.url,
        clobUrl: venue.url,
        dataUrl: venue.url,
        wsUrl: venue.wsUrl,
        clock: () => epochMs(now),
        random: () => 0,
      });
      served = list();
      const expected = toPrices(await adapter.poll(signal));
      const what = mutateRows(served, seeded(seed));
      for (let polls = 0; polls < 2; polls++) {
        now += 30_000;
        const poll = await tryPoll(() => adapter.poll(signal));
        if (poll !== null) assertSamePrices(poll, expected, `seed ${seed}: ${what}`);
      }
      await adapter.close();
    }
  });

  test('no changed row throws', () => {
    const intake = new Intake();
    const now = epochMs(Date.parse('2026-11-01T00:30:00Z'));
    for (let seed = firstSeed; seed < firstSeed + READINGS / 2; seed++) {
      const rows = list();
      mutateRows(rows, seeded(seed));
      for (const market of intake.readRows(rows, polymarket.gammaMarket)) {
        const identity = readIdentity(market);
        if ('reason' in identity) continue;
        contradictsItself(normaliseMarket(market, identity, now).quote);
      }
    }
    assert.ok(intake.refusals > 0);
  });
});

describe('rows of Kalshi and Limitless', () => {
  const now = epochMs(Date.parse('2026-07-01T00:00:00Z'));
  const repeat = (rows: readonly Row[], member: string): Row[] =>
    Array.from({ length: 10 }, (_, i) =>
      structuredClone({
        ...rows[i % rows.length],
        [member]: `${String(rows[i % rows.length]?.[member])}-${i}`,
      }),
    );
  const read = (venue: string, name: string) =>
    JSON.parse(
      readFileSync(
        path.join(import.meta.dirname, '../../src/venues', venue, 'fixtures', `${name}.json`),
        'utf8',
      ),
    );
  const kalshiRows = ['market-one', 'market-no-ask', 'market-no-bid', 'market-wide'].map((name) => {
    const body = read('kalshi', name) as Row;
    return (body.market ?? body) as Row;
  });
  const limitlessRows = (read('limitless', 'markets-active-rows') as Row[]).filter(
    (row) => !Array.isArray(row.markets),
  );

  test('no changed row throws', () => {
    for (const [rows, member, toState] of [
      [
        kalshiRows,
        'ticker',
        (row: unknown, intake: Intake) =>
          intake.acceptsRow(kalshi.marketRow, row, null) && normaliseKalshi(row, null, { now }),
      ],
      [
        limitlessRows,
        'slug',
        (row: unknown, intake: Intake) => {
          const isRead =
            (row as Row | null)?.tradeType === 'amm'
              ? intake.acceptsRow(limitless.poolMarketRow, row, null)
              : intake.acceptsRow(limitless.bookMarketRow, row, null);
          const context = { group: null, streamed: null, now };
          return isRead && normaliseLimitless(row as LimitlessMarket, context);
        },
      ],
    ] as const) {
      const intake = new Intake();
      let states = 0;
      for (let seed = firstSeed; seed < firstSeed + READINGS / 2; seed++) {
        const changed: unknown[] = repeat(rows, member);
        mutateRows(changed, seeded(seed));
        for (const row of changed.slice(0, 3)) if (toState(row, intake) !== false) states++;
      }
      assert.ok(intake.refusals > 0 && states > READINGS / 4, String(states));
    }
  });
});
