import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SimAccount } from '../../simulator/trading/account.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import type { TradingVenue } from '../../src/bot/execution/index.ts';
import { AccountReadings } from '../../src/bot/holdings/account-readings.ts';
import { HoldingStore } from '../../src/bot/holdings/holding-store.ts';
import { prepareHoldingQueries } from '../../src/bot/holdings/sql/holdings.ts';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import type { MarketEnd } from '../../src/bot/positions/position-closer.ts';
import { OrderResolver } from '../../src/bot/trade/order-resolver.ts';
import type { TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import { cryptoRandom, MINUTE_MS, microUsd } from '../../src/domain/index.ts';
import { parseKeyEncryptionKeys } from '../../src/vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../src/vault/sql/vault.ts';
import { Vault } from '../../src/vault/vault.ts';
import { VaultStore } from '../../src/vault/vault-store.ts';
import type { ExecutionStand } from './execution-stand.ts';
import { openSqliteDatabase } from './service-database.ts';
import { openTestOrders } from './test-orders.ts';

export const OWNER = 'owner_1';
const KEK = Buffer.alloc(32, 9).toString('base64');

/** Bots of one owner that trade live at a simulated venue, and the readings of their account. Time moves when it is moved. */
export async function openHoldingBench(t: TestContext, stand: ExecutionStand, venue: TradingVenue) {
  const { clock } = stand;
  const database = await openSqliteDatabase({ dataDir: null });
  t.after(() => database.close());
  const ledger = openLedger(database, clock);
  const orders = openTestOrders({ database, ledger, clock });
  const vault = await Vault.start({
    store: new VaultStore(database, prepareVaultQueries(database.reads)),
    keys: parseKeyEncryptionKeys(KEK),
    clock,
    random: cryptoRandom,
  });
  const secret = await stand.register({ venue, usd: 100_000 });
  const place = { owner: OWNER, venue } as const;
  await vault.put(place, venue === 'kalshi' ? 'apiKey' : 'wallet', secret);
  const venues = new Map([[venue, stand.venues[venue]]]);
  const fail = (error: unknown) => assert.fail(error instanceof Error ? error.stack : String(error));
  const killSwitch = { read: async () => 'clear' as const };
  let numbers = 0;
  const trading = new TradeService({
    mode: 'live',
    orders,
    vault,
    feeMicroUsd: microUsd(0),
    maxSlippageBps: 500,
    venues,
    killSwitch,
    findPrice: () => null,
    newOrderId: () => `ord_${++numbers}`,
    onUpdate: () => undefined,
    onFault: fail,
  });
  let monotonic = 0;
  const resolver = new OrderResolver({
    orders,
    trading,
    killSwitch,
    now: () => monotonic,
    clock,
    onError: fail,
  });
  const store = new HoldingStore(database, prepareHoldingQueries(database.reads));
  const ends = new Map<string, MarketEnd>();
  const readings = new AccountReadings({
    store,
    vault,
    venues,
    clock,
    onFault: fail,
    findEnd: async ({ storeKey }) => ends.get(storeKey) ?? null,
  });
  const { ref } = stand.ticket(venue, 'x');

  const pass = async (ms: number) => {
    stand.advance(ms);
    monotonic += ms;
    await resolver.runRound();
    await resolver.waitUntilIdle();
  };
  const trade = async (botId: string, terms: Partial<TradeRequest>): Promise<BotOrder> => {
    const { markPrice } = stand.ticket(venue, 'x');
    const clientOrderId = `order-${++numbers}`;
    const request = { clientOrderId, source: 'trade', ref, venueAsset: ref.asset, markPrice } as const;
    const size = terms.side === null ? { sizeUsd: null } : { side: 'buy' as const, sizeUsd: 100 };
    const outcome = await trading.trade(
      { botId, owner: OWNER },
      { ...request, ...size, side: 'buy', ...terms },
    );
    assert.ok(outcome.status === 'done', outcome.status);
    return outcome.order;
  };
  return {
    orders,
    store,
    readings,
    trading,
    database,
    ref,
    place,
    ends,
    pass,
    trade,
    stand,
    /** Finds the account at the venue, whose holdings are the truth. */
    findAccount: async (): Promise<SimAccount> => {
      const reading = await readings.readMarket(place, ref);
      assert.ok(reading !== null);
      const { exchanges } = stand.simulator.trading;
      const found =
        exchanges[venue].account(reading.account) ?? exchanges[venue].account(reading.account.toLowerCase());
      assert.ok(found !== undefined);
      return found;
    },
    /** Lets a minute pass and reads the account. */
    read: async (times = 1) => {
      for (let i = 0; i < times; i++) {
        await pass(MINUTE_MS);
        assert.ok((await readings.read(place)) !== null, JSON.stringify(await store.listAccounts(OWNER)));
      }
    },
    /** Reads the stored state of an order. */
    find: async ({ botId, clientOrderId }: BotOrder): Promise<BotOrder> => {
      const order = await orders.find(botId, clientOrderId);
      assert.ok(order !== null);
      return order;
    },
    findHolding: () => store.find({ ...place, storeKey: ref.storeKey }),
    readRecord: (botId: string) => orders.readOpenSize(botId, 'live', ref),
  };
}
