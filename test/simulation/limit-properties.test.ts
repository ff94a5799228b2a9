import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KillSwitch } from '../../src/bot/control/kill-switch.ts';
import type { ExecutionVenue } from '../../src/bot/execution/index.ts';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  cryptoRandom,
  epochMs,
  microUsd,
  type VenueId,
} from '../../src/domain/index.ts';
import { Vault } from '../../src/vault/vault.ts';
import { openMemoryOrderStores } from '../support/memory/order-stores.ts';
import { openMemoryVault } from '../support/memory/vault.ts';
import { LimitMarket } from './limit-market.ts';

/** `CROSSTAPE_LIMIT_RUNS=100000` for the long form. */
const RUNS = Number(process.env.CROSSTAPE_LIMIT_RUNS ?? 60);
const TRADER = { botId: 'bot_1', owner: 'owner_1' };
const REFS: readonly AssetRef[] = [
  buildPerpAsset('BTC'),
  buildOutcomeAsset('Argentina', 378),
  buildPolymarketAsset('rain'),
  buildKalshiAsset('RAIN'),
  buildLimitlessAsset('rain'),
];
/** Sums are rounded to the micro-dollar. */
const ROUNDING_USD = 0.001;

/** One thing that happens. */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      place: fc.nat(REFS.length - 1),
      side: fc.constantFrom('buy' as const, 'sell' as const, null),
      usd: fc.double({ min: 0.5, max: 120, noNaN: true }),
      inShares: fc.boolean(),
      price: fc.integer({ min: 1, max: 999 }),
      treatment: fc.record({
        filledFrac: fc.constantFrom(0, 0.3, 0.7, 1, 1),
        isLost: fc.boolean(),
        rests: fc.boolean(),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      after: fc.constantFrom('reserve', 'submit', 'send'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('by_hand' as const),
      place: fc.nat(REFS.length - 1),
      yes: fc.nat(80),
      no: fc.nat(80),
    }),
  },
);

const scenario = fc.record({
  maxExposureUsd: fc.integer({ min: 0, max: 300 }),
  maxAssetUsd: fc.option(fc.integer({ min: 0, max: 150 })),
  /** Orders that are placed at the same time. */
  width: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
});

class CrashError extends Error {}

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a scenario, and fails at the first moment at which more is at risk than a limit allows. */
async function play({ maxExposureUsd, maxAssetUsd, width, steps }: Scenario): Promise<void> {
  const now = epochMs(1_763_700_000_000);
  const { orders, controls } = openMemoryOrderStores(() => now);
  await controls.change(TRADER.botId, { maxExposureUsd, maxAssetUsd });
  const markets = new Map<VenueId, LimitMarket>();
  const check = () => {
    let all = 0;
    for (const { venue, storeKey } of REFS) {
      const risk = Number(markets.get(venue)?.findRisk(storeKey) ?? 0);
      all += risk;
      assert.ok(
        risk <= (maxAssetUsd ?? Number.POSITIVE_INFINITY) + ROUNDING_USD,
        `${storeKey} has ${risk} at risk`,
      );
    }
    assert.ok(all <= maxExposureUsd + ROUNDING_USD, `${all} of ${maxExposureUsd} are at risk`);
  };
  for (const { venue } of REFS) if (!markets.has(venue)) markets.set(venue, new LimitMarket(venue, check));
  let crashAfter: string | null = null;
  const crashIf = (where: string) => {
    if (crashAfter !== where) return;
    crashAfter = null;
    throw new CrashError();
  };
  const { reserve, submit } = orders;
  Object.assign(orders, {
    reserve: async (...args: Parameters<typeof reserve>) => {
      const outcome = await reserve.apply(orders, args);
      crashIf('reserve');
      return outcome;
    },
    submit: async (...args: Parameters<typeof submit>) => {
      const outcome = await submit.apply(orders, args);
      crashIf('submit');
      return outcome;
    },
  });
  const venues = new Map<VenueId, ExecutionVenue>(
    [...markets].map(([venue, market]) => [
      venue,
      Object.assign(Object.create(market), {
        venue,
        ...bind(market),
        send: async (...args: Parameters<LimitMarket['send']>) => {
          const outcome = await market.send(...args);
          crashIf('send');
          return outcome;
        },
      }) as ExecutionVenue,
    ]),
  );
  let ids = 0;
  const vault = await Vault.start({
    store: openMemoryVault(),
    keys: [],
    clock: () => now,
    random: cryptoRandom,
  });
  const start = () =>
    new TradeService({
      mode: 'mock',
      orders,
      venues,
      vault,
      feeMicroUsd: microUsd(0),
      maxSlippageBps: 100,
      newOrderId: () => `ord_${++ids}`,
      killSwitch: new KillSwitch({ controls, onFault: () => undefined }),
      onUpdate: () => undefined,
      onFault: () => undefined,
    });
  let trading = start();
  const look = async () => {
    for (const open of await orders.listOpen(100)) await trading.resolve(open as BotOrder);
  };
  const run = async (one: (typeof steps)[number], id: number): Promise<void> => {
    if (one.kind === 'look') return look();
    if (one.kind === 'crash') {
      crashAfter = one.after;
      return;
    }
    const ref = REFS[one.place]!;
    const market = markets.get(ref.venue)!;
    if (one.kind === 'by_hand') {
      market.addByHand(ref.storeKey, one.yes, ref.kind === 'hl-perp' ? 0 : one.no);
      return;
    }
    market.next = one.treatment;
    const markPrice = ref.kind === 'hl-perp' ? one.price : one.price / 1_000;
    const size = one.inShares ? { sizeUsd: null, sizeShares: one.usd } : { sizeUsd: one.usd };
    await trading.trade(TRADER, {
      clientOrderId: `c${id}`,
      source: 'trade',
      ref,
      venueAsset: ref.asset,
      side: one.side,
      markPrice,
      ...(one.side === null ? { sizeUsd: null } : size),
    });
  };
  for (let i = 0; i < steps.length; i += width) {
    const results = await Promise.allSettled(steps.slice(i, i + width).map((one, j) => run(one, i + j)));
    for (const result of results) {
      if (result.status !== 'rejected') continue;
      if (!(result.reason instanceof CrashError)) throw result.reason;
      trading = start();
    }
  }
  for (let looks = 0; looks < 4; looks++) await look();
  assert.deepEqual(await orders.listPending(TRADER.botId, 'mock'), [], 'nothing stays reserved');
}

/** Methods of a class as members of their own. */
const bind = (market: LimitMarket) => ({
  checkCredential: () => market.checkCredential(),
  prepare: (ticket: Parameters<LimitMarket['prepare']>[0]) => market.prepare(ticket),
  lookUp: (...args: Parameters<LimitMarket['lookUp']>) => market.lookUp(...args),
  cancel: (...args: Parameters<LimitMarket['cancel']>) => market.cancel(...args),
  getCounters: () => market.getCounters(),
});

test(`${RUNS} random histories of orders: no limit is passed, not for a moment`, async () => {
  await fc.assert(fc.asyncProperty(scenario, play), { numRuns: RUNS });
});
