import { UNIT } from '../../simulator/trading/account.ts';
import type { OrderRequest } from '../../simulator/trading/sim-order.ts';
import { buildOrder as buildHyperliquid } from '../../src/bot/execution/hyperliquid/build-order.ts';
import type { OrderTicket } from '../../src/bot/execution/index.ts';
import { buildOrder as buildKalshi } from '../../src/bot/execution/kalshi/build-order.ts';
import { buildOrder as buildLimitless } from '../../src/bot/execution/limitless/build-order.ts';
import { toDecimal } from '../../src/bot/execution/live/decimal.ts';
import type { SellableShares } from '../../src/bot/execution/live/leg.ts';
import { buildOrder as buildPolymarket } from '../../src/bot/execution/polymarket/build-order.ts';

/** One order as its simulated venue reads it off the wire. */
export type SimLeg = Pick<OrderRequest, 'leg' | 'side' | 'price' | 'size' | 'budget'>;

interface LegBuilder {
  /** Whether Yes and No cancel each other out at once. */
  readonly nets: boolean;
  readonly ticks: readonly string[];
  /** Builds the legs of an order; empty when the order is refused before it is sent. */
  buildLegs(
    ticket: OrderTicket,
    held: { readonly yes: number; readonly no: number },
    tick: string,
  ): readonly SimLeg[];
}

const read = ({ yes, no }: { readonly yes: number; readonly no: number }): SellableShares => ({
  yes: toDecimal(yes),
  no: toDecimal(no),
});
const units = (text: string | number) => Math.round(Number(text) * UNIT);

/** Builders of orders in binaries for each venue, in the terms of the simulated exchange. */
export const LEG_BUILDERS: Readonly<Record<string, LegBuilder>> = {
  hyperliquid: {
    nets: false,
    ticks: ['0.00001'],
    buildLegs: (ticket, held) => {
      const market = { kind: 'outcome', outcome: 1, yesSide: 0, isOpen: true } as const;
      const built = buildHyperliquid(ticket, market, { ...read(held), coins: toDecimal(0) });
      if (built.status === 'rejected') return [];
      return built.legs.map(({ leg, isBuy, price, size }) => ({
        leg: leg ?? 'yes',
        side: isBuy ? 'buy' : 'sell',
        price: Number(price),
        size: units(size),
      }));
    },
  },
  polymarket: {
    nets: false,
    ticks: ['0.1', '0.01', '0.005', '0.001', '0.0001'],
    buildLegs: (ticket, held, tick) => {
      const market = {
        slug: 'm',
        yesToken: '1',
        noToken: '2',
        isOpen: true,
        isNegRisk: false,
        tick: Number(tick),
        minShares: 5,
        feeRate: 0,
        feeExponent: 1,
      };
      const built = buildPolymarket(ticket, market, read(held));
      if (built.status === 'rejected') return [];
      return built.legs.map(({ leg, side, makerAmount, takerAmount }) => {
        const [maker, taker] = [Number(makerAmount), Number(takerAmount)];
        const quotient = side === 0 ? maker / taker : taker / maker;
        const price = Math.round(quotient / Number(tick)) * Number(tick);
        return side === 0
          ? { leg, side: 'buy', price, size: taker, budget: maker }
          : { leg, side: 'sell', price, size: maker };
      });
    },
  },
  kalshi: {
    nets: true,
    ticks: ['0.01', '0.001'],
    buildLegs: (ticket, held, tick) => {
      const ranges = [{ start: toDecimal(0), end: toDecimal(1), step: toDecimal(tick) }];
      const market = { ticker: 'T-1', isOpen: true, ranges, isFractional: false };
      const built = buildKalshi(ticket, market, read(held));
      if (built.status === 'rejected') return [];
      // The venue nets, so that selling Yes is buying No at one minus the price.
      const isBid = built.side === 'bid';
      const yesPrice = Number(built.price);
      const price = Number((isBid ? yesPrice : 1 - yesPrice).toFixed(4));
      return [{ leg: isBid ? 'yes' : 'no', side: 'buy', price, size: units(built.count) }];
    },
  },
  limitless: {
    nets: false,
    ticks: ['0.001'],
    buildLegs: (ticket, held) => {
      const market = {
        slug: 'm',
        isOpen: true,
        isPool: false,
        yesToken: '1',
        noToken: '2',
        exchange: '0x',
        fee: { kind: 'profile' } as const,
      };
      const built = buildLimitless(ticket, market, read(held));
      if (built.status === 'rejected') return [];
      return built.legs.map(({ leg, side, price, makerAmount, takerAmount }) => ({
        leg,
        side: side === 0 ? 'buy' : 'sell',
        price,
        size: side === 0 ? takerAmount : makerAmount,
      }));
    },
  },
};
