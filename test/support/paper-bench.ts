import { createMockExecution, type ExecutionVenue } from '../../src/bot/execution/index.ts';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import type { OrderStore } from '../../src/bot/orders/order-store.ts';
import type { TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import {
  type AssetRef,
  type Book,
  buildKalshiAsset,
  type Clock,
  cryptoRandom,
  microUsd,
  type TakerRate,
  type VenueId,
} from '../../src/domain/index.ts';
import { Vault } from '../../src/vault/vault.ts';
import { openMemoryVault } from './memory/vault.ts';

/** Offers of the venues of a paper bench; a test changes them. */
export interface PaperWorld {
  book: Pick<Book, 'bids' | 'asks'>;
  rate: TakerRate;
}

export const PAPER_MARKET = buildKalshiAsset('T-1');
export const NO_FEE: TakerRate = { kind: 'notional', rate: 0 };

export interface PaperOrder extends Partial<Omit<TradeRequest, 'clientOrderId'>> {
  readonly botId?: string;
}

export interface PaperBench {
  /** Places one order of 10 USD, unless it says otherwise. @returns The order as it is stored. */
  trade(clientOrderId: string, order?: PaperOrder): Promise<BotOrder>;
}

/** Trades on paper, from books, over stores of orders: one process of the service. */
export async function openPaperBench(
  orders: OrderStore,
  { world, clock, owner }: { readonly world: PaperWorld; readonly clock: Clock; readonly owner: string },
): Promise<PaperBench> {
  const markets = {
    find: ({ asset }: AssetRef) => ({ name: asset, isOpen: true, price: null }),
    book: async ({ asset }: AssetRef) => {
      return { asset, ...world.book, venueTime: null, receivedAt: clock() };
    },
    findRate: () => world.rate,
  };
  const common = { fillRule: 'book', markets, clock, listTaken: orders.listTaken.bind(orders) } as const;
  const venues = new Map<VenueId, ExecutionVenue>(
    (['kalshi', 'polymarket', 'limitless', 'hyperliquid'] as const).map((venue) => [
      venue,
      createMockExecution({ ...common, venue }),
    ]),
  );
  const process = Buffer.from(cryptoRandom(6)).toString('hex');
  let ids = 0;
  const trading = new TradeService({
    mode: 'mock',
    orders,
    venues,
    feeMicroUsd: microUsd(0),
    maxSlippageBps: 1_000,
    vault: await Vault.start({ store: openMemoryVault(), keys: [], clock, random: cryptoRandom }),
    newOrderId: () => `ord_${process}_${++ids}`,
    killSwitch: { read: async () => 'clear' as const },
    onUpdate: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  return {
    trade: async (clientOrderId, { botId = 'bot_1', ref = PAPER_MARKET, ...changes } = {}) => {
      const outcome = await trading.trade(
        { botId, owner },
        {
          clientOrderId,
          source: 'trade',
          ref,
          venueAsset: ref.asset,
          side: 'buy',
          sizeUsd: 10,
          markPrice: 0.5,
          ...changes,
        },
      );
      if (outcome.status !== 'done') throw new Error(`${clientOrderId} was ${outcome.status}`);
      return outcome.order;
    },
  };
}
