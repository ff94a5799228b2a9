import { setTimeout as sleep } from 'node:timers/promises';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { type ExecutionVenue, TRADING_VENUES, type TradingVenue } from '../../src/bot/execution/index.ts';
import { createLiveVenues, type LiveVenueSettings } from '../../src/bot/execution/live-venues.ts';
import type { OrderStore } from '../../src/bot/orders/order-store.ts';
import type { TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import { cryptoRandom, epochMs, microUsd } from '../../src/domain/index.ts';
import { parseKeyEncryptionKeys } from '../../src/vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../src/vault/sql/vault.ts';
import { Vault } from '../../src/vault/vault.ts';
import { VaultStore } from '../../src/vault/vault-store.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import { openTestOrders } from '../support/test-orders.ts';

/**
 * Points in the life of an order, or of one of its legs, at which its process dies. The next process knows only the
 * stored rows.
 */
export const DEATHS = [
  'never',
  'after reserving',
  'after signing',
  'after storing',
  'while sending',
  'after sending',
  'while settling',
  'after settling',
] as const;
export type Death = (typeof DEATHS)[number];

/** The life of one process. */
export interface Life {
  readonly dataDir: string;
  readonly venues: LiveVenueSettings;
  /** Epoch ms, the same for the whole life. */
  readonly now: number;
  readonly kek: string;
  readonly requests: readonly TradeRequest[];
  /** Death of the process: the order and leg whose step kills it, and the number of ms into that step. */
  readonly death: {
    readonly clientOrderId: string;
    readonly at: Death;
    readonly leg: number;
    readonly afterMs: number;
  };
}

export const BOT = { botId: 'bot_1', owner: 'owner_1' };
export const FEE = microUsd(10_000);
const MAX_SLIPPAGE_BPS = 300;
const MAX_OPEN = 1_000;

/** Opens the stores and the vault as the service does. */
export async function openStores({ dataDir, now, kek }: Pick<Life, 'dataDir' | 'now' | 'kek'>) {
  const clock = () => epochMs(now);
  const database = await openSqliteDatabase({ dataDir, thread: true });
  const ledger = openLedger(database, clock);
  const orders = openTestOrders({ database, ledger, clock });
  const store = new VaultStore(database, prepareVaultQueries(database.reads));
  const vault = await Vault.start({ store, keys: parseKeyEncryptionKeys(kek), clock, random: cryptoRandom });
  return { clock, database, ledger, orders, vault };
}

/** Brings what earlier lives left to its end, then places orders at once, and dies where it is made to. */
async function live(life: Life): Promise<void> {
  const { clock, database, orders, vault } = await openStores(life);
  const { clientOrderId: doomed, at, leg: doomedLeg, afterMs } = life.death;
  const die = () => process.kill(process.pid, 'SIGKILL');
  /** Kills when the doomed order has done this step. */
  const done = (step: Death, id: string, leg = 0) => {
    if (at === step && id === doomed && leg === doomedLeg) die();
  };
  /** Kills while the doomed order is at this step. */
  const during = (step: Death, id: string, leg: number) => {
    if (at === step && id === doomed && leg === doomedLeg) void sleep(afterMs).then(die);
  };
  const clientIdByOrder = new Map<string, string>();
  /** The orders of this life by the ids of their legs at the venue. */
  const namedBy = new Map<string, string>();
  const sentLegs = new Map<string, number>();
  const dyingOrders = {
    find: (...args) => orders.find(...args),
    reserve: async (request) => {
      const outcome = await orders.reserve(request);
      if (outcome.status === 'reserved') clientIdByOrder.set(outcome.order.orderId, request.clientOrderId);
      done('after reserving', request.clientOrderId);
      return outcome;
    },
    submit: async (orderId, legs) => {
      const submitted = await orders.submit(orderId, legs);
      if (submitted.status === 'refused') return submitted;
      const { clientOrderId } = submitted.order;
      for (const { venueClientId } of legs) namedBy.set(venueClientId, clientOrderId);
      done('after storing', clientOrderId);
      return submitted;
    },
    submitLeg: async (orderId, leg) => {
      const order = await orders.submitLeg(orderId, leg);
      done('after storing', order.clientOrderId, leg);
      return order;
    },
    applyResult: async (orderId, result, leg = 0) => {
      const id = clientIdByOrder.get(orderId) ?? '';
      during('while settling', id, leg);
      const update = await orders.applyResult(orderId, result, leg);
      done('after settling', id, leg);
      return update;
    },
  } as Pick<OrderStore, 'find' | 'reserve' | 'submit' | 'submitLeg' | 'applyResult'> as OrderStore;
  const dyingVenue = (venue: ExecutionVenue): ExecutionVenue => ({
    venue: venue.venue,
    checkCredential: (...args) => venue.checkCredential(...args),
    prepare: async (ticket, ...args) => {
      const preparation = await venue.prepare(ticket, ...args);
      done('after signing', ticket.clientOrderId);
      return preparation;
    },
    send: async (order, secret, options) => {
      const id = namedBy.get(order.venueClientId) ?? '';
      const leg = sentLegs.get(id) ?? 0;
      sentLegs.set(id, leg + 1);
      during('while sending', id, leg);
      const outcome = await venue.send(order, secret, options);
      done('after sending', id, leg);
      return outcome;
    },
    lookUp: (...args) => venue.lookUp(...args),
    cancel: (...args) => venue.cancel(...args),
    getCounters: () => venue.getCounters(),
  });
  const venues = createLiveVenues(life.venues, { userAgent: 'crosstape-test', clock });
  let count = 0;
  const trading = new TradeService({
    mode: 'live',
    orders: dyingOrders,
    venues: new Map<TradingVenue, ExecutionVenue>(
      TRADING_VENUES.map((venue) => [venue, dyingVenue(venues[venue])]),
    ),
    vault,
    feeMicroUsd: FEE,
    maxSlippageBps: MAX_SLIPPAGE_BPS,
    newOrderId: () => `ord_${life.now}_${count++}`,
    killSwitch: { read: async () => 'clear' },
    onUpdate: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  for (const order of await orders.listOpen(MAX_OPEN)) await trading.resolve(order);
  await Promise.all(life.requests.map((request) => trading.trade(BOT, request)));
  await database.close();
}

if (import.meta.main) await live(JSON.parse(process.argv[2]!) as Life);
