import type { StoredLedger } from '../../src/billing/ledger/stored-ledger.ts';
import { createMockExecution, type ExecutionVenue } from '../../src/bot/execution/index.ts';
import type { OrderStore } from '../../src/bot/orders/order-store.ts';
import type { TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import { buildPerpAsset, cryptoRandom, microUsd, wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { prepareVaultQueries } from '../../src/vault/sql/vault.ts';
import { Vault } from '../../src/vault/vault.ts';
import { VaultStore } from '../../src/vault/vault-store.ts';
import { openTestOrders } from '../support/test-orders.ts';

export const TRADER = { botId: 'bot_1', owner: 'owner_1' };
export const FEE = microUsd(10_000);

/**
 * Opens a trade service over the mock venue with the given ids of orders, as a start of the service builds it.
 *
 * @param path `steps`: each step is stored before the next, as it is for a venue outside.
 */
export async function openTrading(
  database: OpenServiceDatabase,
  ledger: StoredLedger,
  newOrderId: () => string,
  path: 'steps' | 'at once' = 'steps',
): Promise<{ readonly trading: TradeService; readonly orders: OrderStore; readonly venue: ExecutionVenue }> {
  const orders = openTestOrders({ database, ledger, clock: wallClock });
  const vault = await Vault.start({
    store: new VaultStore(database, database.buildQueries(prepareVaultQueries)),
    keys: [],
    clock: wallClock,
    random: cryptoRandom,
  });
  const markets = {
    find: () => ({ name: 'T-1', isOpen: true, price: null }),
    book: async () => null,
    findRate: () => ({ kind: 'unknown', reason: 'none in tests' }) as const,
  };
  const venue = createMockExecution({ venue: 'hyperliquid', fillRule: 'mark', markets, clock: wallClock });
  Object.assign(venue, { isLocal: path === 'at once' });
  const trading = new TradeService({
    mode: 'mock',
    orders,
    venues: new Map([['hyperliquid', venue]]),
    vault,
    feeMicroUsd: FEE,
    maxSlippageBps: 100,
    newOrderId,
    killSwitch: { read: async () => 'clear' },
    onUpdate: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  return { trading, orders, venue };
}

/** Builds a trade that fills, or one that the venue refuses as too small. */
export function buildRequest(clientOrderId: string, fills: boolean): TradeRequest {
  return {
    clientOrderId,
    source: 'trade',
    ref: buildPerpAsset('T-1'),
    venueAsset: 'T-1',
    side: clientOrderId.length % 2 === 0 ? 'buy' : 'sell',
    sizeUsd: fills ? 10 : 0.5,
    markPrice: 0.5,
  };
}
