import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SimAccount, UNIT } from '../../simulator/trading/account.ts';
import { Exchange } from '../../simulator/trading/exchange.ts';
import type { SimMarket } from '../../simulator/trading/sim-market.ts';
import { createMockExecution, type OrderTicket } from '../../src/bot/execution/index.ts';
import { splitMoney } from '../../src/bot/orders/money-moved.ts';
import { buildKalshiAsset, epochMs } from '../../src/domain/index.ts';
import { LEG_BUILDERS, type SimLeg } from './order-legs.ts';

const RUNS = Number(process.env.CROSSTAPE_ORDER_COST_RUNS ?? 300);
/** More than any order of these tests moves. */
const PLENTY_USD = 1_000_000_000;
const BOT = { botId: 'bot', clientOrderId: 'one', ref: buildKalshiAsset('T-1') };

/** Prices that nobody else tries: next to the ends of the scale, between ticks, in the middle. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map((mill) => mill / 1_000),
  fc.constantFrom(0.001, 0.0015, 0.005, 0.0099, 0.02, 0.5, 0.985, 0.9901, 0.995, 0.999),
);
const dollars = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.constantFrom(0.01, 1, 1.01, 10, 12, 0.999999, 1_000_000),
);
/** What the account holds before: nothing, crumbs, about as much as an order, far more. */
const shares = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 1_000_000),
  fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
  fc.constant(5_000_000),
);
const order = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  sizeUsd: dollars,
  markPrice: price,
  maxSlippageBps: fc.constantFrom(0, 10, 100, 1_000, 10_000),
});
/** How far the book lies from the mark, in Yes terms; what is beyond the limit is not taken. */
const offset = fc.oneof(
  fc.constant(0),
  // As far as a limit gives way, so that orders fill at the worst price that they allow.
  fc.integer({ min: -30, max: 30 }).map((mill) => mill / 1_000),
  fc.integer({ min: -300, max: 300 }).map((mill) => mill / 1_000),
);
const depth = fc.constantFrom(0.01, 3, 1_000, 100_000_000);

/** A market with everything on one price, the same for buyers and sellers. */
function buildMarket(yesPrice: number, size: number): SimMarket {
  const levels = [{ price: Math.min(0.999, Math.max(0.001, Number(yesPrice.toFixed(4)))), size }];
  return {
    kind: 'binary',
    name: 'T-1',
    maxLeverage: 1,
    isOpen: () => true,
    ladder: () => ({ bids: levels, asks: levels }),
    generation: () => 0,
    payout: () => null,
  };
}

function buildExchange(nets: boolean): Exchange {
  return new Exchange({
    now: () => 0,
    priceTime: () => 0,
    holdMs: () => 0,
    failsOnChain: () => false,
    nets,
    keepsShares: false,
  });
}

for (const [venue, { nets, ticks, buildLegs }] of Object.entries(LEG_BUILDERS)) {
  test(`no order at ${venue} takes more than sizeUsd out of an account`, () => {
    fc.assert(
      fc.property(
        order,
        fc.constantFrom(...ticks),
        shares,
        shares,
        offset,
        depth,
        (terms, tick, yes, no, away, size) => {
          const market = buildMarket(terms.markPrice + away, size);
          const exchange = buildExchange(nets);
          const account = new SimAccount('a', PLENTY_USD);
          // A venue that nets holds one of the two.
          account.tradeShares(market, 'yes', Math.round(yes * UNIT), 0);
          if (!nets || yes === 0) account.tradeShares(market, 'no', Math.round(no * UNIT), 0);
          const held = account.position(market);
          const legs = buildLegs({ ...BOT, ...terms }, { yes: held.yes / UNIT, no: held.no / UNIT }, tick);
          let [spent, sold] = [0, 0];
          for (const leg of legs) {
            const before = { cash: account.cash, shares: held[leg.leg] };
            exchange.place(toRequest(leg, account, market));
            const moved = before.cash - account.cash;
            if (moved > 0) spent += moved;
            if (leg.side === 'sell') sold += before.shares - held[leg.leg];
          }
          const bound = Math.round(terms.sizeUsd * UNIT);
          const label = () => JSON.stringify({ terms, tick, yes, no, away, size, legs, spent, sold });
          // One millionth for each fill, by which the account rounds.
          assert.ok(spent <= bound + legs.length, label());
          const mark = terms.side === 'sell' ? terms.markPrice : 1 - terms.markPrice;
          assert.ok(sold * mark <= bound + 1, `sold more than it says: ${label()}`);
        },
      ),
      { numRuns: RUNS },
    );
  });
}

const toRequest = (leg: SimLeg, account: SimAccount, market: SimMarket) =>
  ({ ...leg, account, market, tif: 'ioc', clientId: null, fee: () => 0 }) as const;

for (const fillRule of ['mark', 'book'] as const) {
  test(`no mock order by the ${fillRule} takes more than sizeUsd out of an account`, async () => {
    const position = fc.oneof(
      shares,
      shares.map((held) => -held),
    );
    await fc.assert(
      fc.asyncProperty(order, position, offset, depth, async (terms, open, away, size) => {
        const { bids, asks } = buildMarket(terms.markPrice + away, size).ladder(0);
        const t = epochMs(0);
        const venue = createMockExecution({
          venue: 'kalshi',
          fillRule,
          clock: () => t,
          markets: {
            find: () => ({ name: 'T-1', isOpen: true, price: null }),
            book: async () => ({ asset: 'kalshi-t-1', bids, asks, venueTime: null, receivedAt: t }),
            findRate: () => ({ kind: 'unknown', reason: 'none in tests' }),
          },
        });
        const ticket: OrderTicket = { ...BOT, ...terms, position: open.toFixed(6) };
        const signal = new AbortController().signal;
        const preparation = await venue.prepare(ticket, {}, signal);
        if (preparation.status === 'rejected') return;
        let [cost, fills] = [0, 0];
        for (const prepared of preparation.legs) {
          if (prepared === undefined) continue;
          const sent = await venue.send(prepared, {}, { signal, mayStillSend: async () => true });
          if (sent.status !== 'filled') continue;
          fills += sent.fills.length;
          for (const fill of sent.fills) cost += splitMoney(prepared, fill, '0').costMicroUsd;
        }
        const label = () => JSON.stringify({ terms, open, away, size, cost });
        assert.ok(cost <= Math.round(terms.sizeUsd * UNIT) + fills, label());
      }),
      { numRuns: RUNS },
    );
  });
}
