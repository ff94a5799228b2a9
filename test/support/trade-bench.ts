import assert from 'node:assert/strict';
import { KillSwitch } from '../../src/bot/control/kill-switch.ts';
import { createMockExecution, type ExecutionVenue } from '../../src/bot/execution/index.ts';
import type { TradeOutcome, TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import { buildKalshiAsset, cryptoRandom, epochMs, microUsd, type VenueId } from '../../src/domain/index.ts';
import { Vault } from '../../src/vault/vault.ts';
import { giveCredit } from './credit.ts';
import { openMemoryOrderStores } from './memory/order-stores.ts';
import { openMemoryVault } from './memory/vault.ts';

export const NOW = epochMs(1_763_700_000_000);
export const FEE = microUsd(10_000);
export const TRADER = { botId: 'bot_1', owner: 'owner_1' };
export const REQUEST: TradeRequest = {
  clientOrderId: 'one',
  source: 'trade',
  ref: buildKalshiAsset('T-1'),
  venueAsset: 'T-1',
  side: 'buy',
  sizeUsd: 10,
  markPrice: 0.5,
};

/**
 * Opens a trade service over the stores with rows in memory and the mock venue, with an owner who can pay for `fees`
 * trades.
 */
export async function openTradeBench({ fees = 100 } = {}) {
  const time = { now: NOW };
  const clock = () => time.now;
  const { ledger, orders, controls: stored } = openMemoryOrderStores(clock);
  await giveCredit(ledger, TRADER.owner, fees * FEE);
  const vault = await Vault.start({ store: openMemoryVault(), keys: [], clock, random: cryptoRandom });
  const mock = createMockExecution({
    venue: 'kalshi',
    fillRule: 'mark',
    clock,
    markets: {
      find: () => ({ name: 'T-1', isOpen: true, price: null }),
      book: async () => null,
      findRate: () => ({ kind: 'unknown', reason: 'none in tests' }) as const,
    },
  });
  let ids = 0;
  const settledFills: string[] = [];
  const faults: string[] = [];
  const halted = { now: false };
  /** Controls whose answers a test replaces. */
  const controls = { isHalted: async (_botId: string): Promise<boolean> => halted.now };
  const killSwitch = new KillSwitch({
    controls: { readHalt: async (botId) => ((await controls.isHalted(botId)) ? 'all' : 'none') },
    onFault: () => undefined,
  });
  const tradingOver = (venue: Partial<ExecutionVenue> = {}) =>
    new TradeService({
      mode: 'mock',
      orders,
      venues: new Map<VenueId, ExecutionVenue>([['kalshi', overlay(mock, venue)]]),
      vault,
      feeMicroUsd: FEE,
      maxSlippageBps: 100,
      newOrderId: () => `ord_${++ids}`,
      killSwitch,
      onUpdate: ({ newFills }) => settledFills.push(...newFills.map(({ fillId }) => fillId)),
      onFault: (error) => faults.push((error as Error).message),
    });
  const kill = (killed: boolean) => stored.change(TRADER.botId, { halt: killed ? 'all' : 'none' });
  /** Asserts that nothing is set aside, that the ledger is sound, and that this many fees were taken. */
  const assertCharged = async (trades: number) => {
    assert.deepEqual(await ledger.readBalance(TRADER.owner), {
      microUsd: (fees - trades) * FEE,
      heldMicroUsd: 0,
    });
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  };
  return {
    time,
    halted,
    controls,
    ledger,
    orders,
    mock,
    tradingOver,
    kill,
    settledFills,
    faults,
    assertCharged,
  };
}

function overlay(venue: ExecutionVenue, changes: Partial<ExecutionVenue>): ExecutionVenue {
  return {
    venue: venue.venue,
    checkCredential: (...args) => venue.checkCredential(...args),
    prepare: (...args) => venue.prepare(...args),
    send: (...args) => venue.send(...args),
    lookUp: (...args) => venue.lookUp(...args),
    cancel: (...args) => venue.cancel(...args),
    getCounters: () => venue.getCounters(),
    ...changes,
  };
}

export const toState = (outcome: TradeOutcome) =>
  outcome.status === 'done' ? outcome.order.state : outcome.status;
