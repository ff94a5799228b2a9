import { randomBase62 } from '../accounts/random.ts';
import type { SqliteLedger } from '../billing/sqlite/sqlite-ledger.ts';
import type { Bot } from '../bot/bot.ts';
import { SqliteControls } from '../bot/control/sqlite-controls.ts';
import { createLiveVenues, createMockExecution, type ExecutionVenue } from '../bot/execution/index.ts';
import { findVenueName } from '../bot/market-names.ts';
import { SqliteOrders } from '../bot/orders/sqlite/sqlite-orders.ts';
import { TradeDesk } from '../bot/trade/trade-desk.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import {
  type AssetRef,
  type Clock,
  cryptoRandom,
  type MicroUsd,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { AssetFinder, BookReader } from '../feed/readers.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Log } from '../log.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import type { SqliteServiceDatabase } from '../storage/sqlite/sqlite-service-database.ts';
import { type KeyEncryptionKey, parseKeyEncryptionKeys } from '../vault/key-encryption-key.ts';
import { SqliteVaultStore } from '../vault/sqlite/sqlite-vault-store.ts';
import { Vault } from '../vault/vault.ts';
import { USER_AGENT } from '../version.ts';

export interface BotOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly assets: AssetFinder;
  readonly books: BookReader;
  /** What the first fill of an order costs; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly clock: Clock;
  readonly log: Log;
}

const ORDER_ID_LENGTH = 20;
const HANDLE_SECRET_BYTES = 32;
/** Orders whose end is not known are asked for this often. */
const RESOLVE_EVERY_MS = 10 * SECOND_MS;
const CLOSE_EVERY_MS = 10 * SECOND_MS;
const MAX_ORDERS_PER_ROUND = 1_000;

/**
 * Builds what trades for bots, with the orders of an earlier run brought to their end first: nothing new is placed
 * while an old order may still stand.
 *
 * @param lifecycle Receives how its work stops.
 */
export async function openBot(options: BotOptions, lifecycle: AsyncDisposableStack): Promise<Bot> {
  const { config, secrets, database, ledger, feed, history, feeMicroUsd, clock, log } = options;
  const vault = await openVault(secrets, database, clock, log);
  const controls = new SqliteControls(database, clock);
  await controls.startWith(config.botGlobalKill);
  const orders = new SqliteOrders({ database, ledger, clock });
  const venues = config.botExecMode === 'live' ? liveVenues(options) : mockVenues(options);
  const desk = new TradeDesk({
    mode: config.botExecMode,
    orders,
    venues,
    vault,
    feeMicroUsd,
    maxSlippageBps: config.botMaxSlippageBps,
    newOrderId: () => `ord_${randomBase62(ORDER_ID_LENGTH, cryptoRandom)}`,
    isHalted: (botId) => controls.isHalted(botId),
    onSettled: () => undefined,
  });

  /** One that cannot be asked for (its credential does not open, say) holds up no other, and not the start. */
  const resolveOpen = async (updatedBefore: number) => {
    for (const order of await orders.open(MAX_ORDERS_PER_ROUND)) {
      if (order.updatedAt >= updatedBefore) continue;
      await desk
        .resolve(order)
        .catch((error) =>
          log.error({ err: error, orderId: order.orderId }, 'an order could not be resolved'),
        );
    }
  };
  await resolveOpen(Number.POSITIVE_INFINITY);
  const tasks = [
    new PeriodicTask({
      everyMs: RESOLVE_EVERY_MS,
      run: () => resolveOpen(clock() - RESOLVE_EVERY_MS),
      onError: (error) => log.error({ err: error }, 'open orders could not be read'),
    }),
    new PeriodicTask({
      everyMs: CLOSE_EVERY_MS,
      run: () => closeResolved(orders, history),
      onError: (error) => log.error({ err: error }, 'positions could not be closed'),
    }),
  ];
  lifecycle.defer(async () => {
    await Promise.all(tasks.map((task) => task.stop()));
  });
  for (const task of tasks) task.start();

  return {
    mode: config.botExecMode,
    isExecutionAllowed: config.botExecMode === 'mock' || config.botLiveExecution,
    engineLoop: false,
    feeMicroUsd,
    desk,
    orders,
    controls,
    vault,
    venues,
    handleSecret: await controls.handleSecret(cryptoRandom(HANDLE_SECRET_BYTES)),
    venueAssetOf: (ref) => findVenueName(feed, ref),
    isGloballyHalted: () => controls.isGloballyHalted(),
  };
}

/** A wrong key closes the vault and stops nothing else. */
async function openVault(
  { vaultKeys }: Secrets,
  database: SqliteServiceDatabase,
  clock: Clock,
  log: Log,
): Promise<Vault> {
  const keys = vaultKeys === null ? [] : readKeys(vaultKeys);
  const vault = await Vault.start({
    store: new SqliteVaultStore(database),
    keys,
    clock,
    random: cryptoRandom,
  });
  if (vaultKeys !== null && vault.closedBecause !== null) {
    log.error(`the credential vault stays closed: ${vault.closedBecause}`);
  }
  return vault;
}

function readKeys(text: string): readonly KeyEncryptionKey[] {
  try {
    return parseKeyEncryptionKeys(text);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError([`CROSSTAPE_VAULT_KEK: ${error.message}`]);
    throw error;
  }
}

function liveVenues({ config, clock }: BotOptions): ReadonlyMap<VenueId, ExecutionVenue> {
  const venues = new Map<VenueId, ExecutionVenue>(
    Object.entries(createLiveVenues(config, { userAgent: USER_AGENT, clock })) as [VenueId, ExecutionVenue][],
  );
  return new Map([...venues].filter(([venue]) => config.venues.includes(venue)));
}

function mockVenues({
  config,
  feed,
  assets,
  books,
  clock,
}: BotOptions): ReadonlyMap<VenueId, ExecutionVenue> {
  const markets = {
    nameOf: async (ref: AssetRef) => {
      const known = await assets.resolveIn(ref.venue, ref.asset);
      return known === null ? null : findVenueName(feed, known.ref);
    },
    book: async (ref: AssetRef, maxAgeMs: number) => {
      const newest = books.newest?.(ref.asset) ?? null;
      if (newest !== null && clock() - newest.receivedAt <= maxAgeMs) return newest;
      return books.book(ref).catch((error: unknown) => {
        if (error instanceof UpstreamError) return null;
        throw error;
      });
    },
  };
  return new Map(
    config.venues.map((venue) => [
      venue,
      createMockExecution({ venue, fillRule: config.botMockFills, markets, clock }),
    ]),
  );
}

/** Positions in markets that were resolved are closed at what one share of Yes paid. */
async function closeResolved(orders: SqliteOrders, history: HistoryStore): Promise<void> {
  for (const { venue, storeKey } of await orders.openMarkets(MAX_ORDERS_PER_ROUND)) {
    const resolution = await history.resolution({ venue, storeKey });
    if (resolution === null) continue;
    const value = resolution.payout ?? { yes: 1, no: 0, void: null }[resolution.outcome];
    if (value !== null) await orders.closePositions(venue, storeKey, value);
  }
}
