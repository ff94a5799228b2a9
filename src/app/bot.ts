import assert from 'node:assert/strict';
import type { KeyRecord } from '../accounts/keys.ts';
import { randomBase62 } from '../accounts/random.ts';
import type { SqliteLedger } from '../billing/sqlite/sqlite-ledger.ts';
import type { Bot } from '../bot/bot.ts';
import type { ControlStore } from '../bot/control/control.ts';
import { KillSwitch } from '../bot/control/kill-switch.ts';
import { controlQueries } from '../bot/control/sqlite/controls.ts';
import { StoredControls } from '../bot/control/stored-controls.ts';
import { CredentialChecks } from '../bot/credential-checks/credential-checks.ts';
import { checkQueries } from '../bot/credential-checks/sqlite/checks.ts';
import { StoredChecks } from '../bot/credential-checks/stored-checks.ts';
import type { MarketSignal } from '../bot/engine/decision.ts';
import type { DecisionStore } from '../bot/engine/decision-store.ts';
import { Engine } from '../bot/engine/engine.ts';
import { decisionQueries } from '../bot/engine/sqlite/decisions.ts';
import { StoredDecisions } from '../bot/engine/stored-decisions.ts';
import { createLiveVenues, createMockExecution, type ExecutionVenue } from '../bot/execution/index.ts';
import { makeHandle } from '../bot/leaderboard/handle.ts';
import { findVenueName } from '../bot/market-names.ts';
import type { OpenMarket } from '../bot/orders/order-store.ts';
import { SqliteOrderReview } from '../bot/orders/sqlite/sqlite-order-review.ts';
import { SqliteOrders } from '../bot/orders/sqlite/sqlite-orders.ts';
import { closeEndedPositions, type MarketEnd } from '../bot/positions/position-closer.ts';
import { FillTape } from '../bot/tape/fill-tape.ts';
import { OrderResolver } from '../bot/trade/order-resolver.ts';
import { TradeDesk } from '../bot/trade/trade-desk.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import {
  type AssetRef,
  type Clock,
  cryptoRandom,
  findTakerRate,
  type MicroUsd,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { Feed, ResolvedAsset } from '../feed/feed.ts';
import type { AssetFinder, BookReader } from '../feed/readers.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Log } from '../log.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import type { SqliteServiceDatabase } from '../storage/sqlite/sqlite-service-database.ts';
import { type KeyEncryptionKey, parseKeyEncryptionKeys } from '../vault/key-encryption-key.ts';
import { vaultQueries } from '../vault/sqlite/vault.ts';
import { StoredVault } from '../vault/stored-vault.ts';
import { Vault } from '../vault/vault.ts';
import { PUBLISHED_FEES } from '../venues/registry.ts';
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
  /** What the bundle of an asset says; null: nobody lists or records it. */
  readonly findSignal: (asset: string) => Promise<MarketSignal | null>;
  /** The newest live key of a bot. */
  readonly findBotKey: (botId: string) => Promise<KeyRecord | null>;
  /** What the first fill of an order costs; 0 while billing is off. */
  readonly feeMicroUsd: MicroUsd;
  readonly clock: Clock;
  readonly log: Log;
}

const ORDER_ID_LENGTH = 20;
const HANDLE_SECRET_BYTES = 32;
/** How often it is looked whether an order is to be asked for; each has a rhythm of its own. */
const RESOLVE_EVERY_MS = SECOND_MS;
/** A start waits this long for the ends of earlier orders; afterwards they are asked for beside the new ones. */
const MAX_START_RESOLVE_MS = 15 * SECOND_MS;
const CLOSE_EVERY_MS = 10 * SECOND_MS;
/** A credential that was just stored is looked at so soon. */
const CHECK_CREDENTIALS_EVERY_MS = 2 * SECOND_MS;
/** How often it is looked what was not decided in this minute yet. */
const ENGINE_EVERY_MS = 5 * SECOND_MS;

/**
 * Builds what trades for bots, with the orders of an earlier run brought to their end first: nothing new is placed
 * while an old order may still stand.
 *
 * @param lifecycle Receives how its work stops.
 */
export async function openBot(options: BotOptions, lifecycle: AsyncDisposableStack): Promise<Bot> {
  const { config, secrets, database, ledger, feed, history, feeMicroUsd, clock, log } = options;
  const vault = await openVault(secrets, database, clock, log);
  const controls = new StoredControls(database, controlQueries(database.reads), clock);
  await controls.startWith(config.bot.globalKill);
  const killSwitch = new KillSwitch({
    controls,
    onFault: (error) => log.error({ err: error }, 'the kill switch could not be read: no order is sent'),
  });
  const orders = new SqliteOrders({ database, ledger, clock });
  const venues = config.bot.execMode === 'live' ? liveVenues(options) : mockVenues(options);
  const handleSecret = await controls.handleSecret(cryptoRandom(HANDLE_SECRET_BYTES));
  const tape = new FillTape({
    orders,
    mode: config.bot.execMode,
    makeHandle: (botId) => makeHandle(botId, handleSecret),
    onError: (error) => log.error({ err: error }, 'new fills could not be read'),
  });
  lifecycle.adopt(tape, (running) => running.close());
  const credentials = new CredentialChecks({
    store: new StoredChecks(database, checkQueries(database.reads)),
    vault,
    venues: config.bot.execMode === 'live' ? venues : new Map(),
    clock,
    onFault: (error) => log.error({ err: error }, 'a credential could not be looked at'),
  });
  await credentials.start();
  const desk = new TradeDesk({
    mode: config.bot.execMode,
    orders,
    venues,
    vault,
    credentials,
    feeMicroUsd,
    maxSlippageBps: config.bot.maxSlippageBps,
    newOrderId: () => `ord_${randomBase62(ORDER_ID_LENGTH, cryptoRandom)}`,
    killSwitch,
    onSettled: () => tape.wake(),
    onFault: (error, orderId) => log.error({ err: error, orderId }, 'an order met a fault of the service'),
  });

  const resolver = new OrderResolver({
    orders,
    desk,
    killSwitch,
    now: () => performance.now(),
    onError: (error, orderId) => log.error({ err: error, orderId }, 'an order could not be resolved'),
  });
  await resolver.resolveAll(MAX_START_RESOLVE_MS);
  const decisions = new StoredDecisions(database, decisionQueries(database.reads));
  const engine = openEngine(options, { orders, controls, killSwitch, desk, vault, decisions });
  let unsettled: readonly OpenMarket[] = [];
  const tasks = [
    new PeriodicTask({
      everyMs: RESOLVE_EVERY_MS,
      run: () => resolver.round(),
      onError: (error) => log.error({ err: error }, 'open orders could not be read'),
    }),
    new PeriodicTask({
      everyMs: CLOSE_EVERY_MS,
      run: async () => {
        unsettled = await closeEndedPositions({
          orders,
          findEnd: (market) => findEnd(history, market),
          onFault: (error, market) => log.error({ err: error, market }, 'a market could not be settled'),
        });
      },
      onError: (error) => log.error({ err: error }, 'positions could not be closed'),
    }),
    new PeriodicTask({
      everyMs: CHECK_CREDENTIALS_EVERY_MS,
      run: () => credentials.round(),
      onError: (error) => log.error({ err: error }, 'credentials could not be looked at'),
    }),
    ...(engine === null
      ? []
      : [
          new PeriodicTask({
            everyMs: ENGINE_EVERY_MS,
            run: () => engine.round(),
            onError: (error) => log.error({ err: error }, 'the engine could not read its bots'),
          }),
        ]),
  ];
  lifecycle.defer(async () => {
    await Promise.all(tasks.map((task) => task.stop()));
    await resolver.stop();
  });
  for (const task of tasks) task.start();

  return {
    mode: config.bot.execMode,
    fills: config.bot.execMode === 'live' ? 'live' : config.bot.mockFills,
    isExecutionAllowed: config.bot.execMode === 'mock' || config.bot.liveExecution,
    engine,
    decisions,
    feeMicroUsd,
    desk,
    orders,
    review: new SqliteOrderReview({ database, ledger, clock }),
    controls,
    killSwitch,
    vault,
    credentials,
    venues,
    tape,
    handleSecret,
    getVenueAsset: (ref) => findVenueName(feed, ref),
    findings: async () => ({
      blockedVenues: [...venues.values()]
        .filter((venue) => venue.counters().blocked)
        .map(({ venue }) => venue),
      refusedCredentials: await credentials.refused(),
      unsettledMarkets: [...Map.groupBy(unsettled, ({ venue }) => venue)].map(([venue, { length }]) => ({
        venue,
        count: length,
      })),
    }),
  };
}

/** null: switched off, or no order of it could be placed. */
function openEngine(
  { config, feed, clock, log, findSignal, findBotKey }: BotOptions,
  parts: {
    readonly orders: SqliteOrders;
    readonly controls: ControlStore;
    readonly killSwitch: KillSwitch;
    readonly desk: TradeDesk;
    readonly vault: Vault;
    readonly decisions: DecisionStore;
  },
): Engine | null {
  const { engine, execMode, liveExecution } = config.bot;
  if (!engine) return null;
  if (execMode === 'live' && (!liveExecution || parts.vault.closedBecause !== null)) {
    log.warn(
      'CROSSTAPE_BOT_ENGINE is on and no live order can be placed: the engine stays off until live execution is on and the vault opens',
    );
    return null;
  }
  return new Engine({
    ...parts,
    mode: execMode,
    findSignal,
    findTrader: findBotKey,
    getVenueAsset: (ref) => findVenueName(feed, ref),
    clock,
    onError: (error, botId) => log.error({ err: error, botId }, 'the engine could not decide for a bot'),
  });
}

/** A wrong key closes the vault and stops nothing else. */
export async function openVault(
  { vaultKeys }: Pick<Secrets, 'vaultKeys'>,
  database: SqliteServiceDatabase,
  clock: Clock,
  log: Log,
): Promise<Vault> {
  const keys = vaultKeys === null ? [] : readKeys(vaultKeys);
  const vault = await Vault.start({
    store: new StoredVault(database, vaultQueries(database.reads)),
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
  const { gammaUrl } = config.feed.adapters.polymarket.addresses;
  assert(gammaUrl !== undefined);
  const venues = new Map<VenueId, ExecutionVenue>(
    Object.entries(
      createLiveVenues(
        { ...config.bot.live, polymarketGammaUrl: gammaUrl },
        { userAgent: USER_AGENT, clock },
      ),
    ) as [VenueId, ExecutionVenue][],
  );
  return new Map([...venues].filter(([venue]) => config.feed.venues.includes(venue)));
}

function mockVenues({
  config,
  feed,
  assets,
  books,
  history,
  clock,
}: BotOptions): ReadonlyMap<VenueId, ExecutionVenue> {
  const markets = {
    find: async (ref: AssetRef) => {
      const known = await assets.resolveIn(ref.venue, ref.asset);
      if (known === null) return null;
      return {
        name: findVenueName(feed, known.ref),
        isOpen: await isTrading(known, history, clock()),
        price: known.state?.price ?? null,
      };
    },
    book: async (ref: AssetRef, maxAgeMs: number) => {
      const newest = books.newest?.(ref.asset) ?? null;
      if (newest !== null && clock() - newest.receivedAt <= maxAgeMs) return newest;
      return books.book(ref).catch((error: unknown) => {
        if (error instanceof UpstreamError) return null;
        throw error;
      });
    },
    findRate: ({ kind, asset }: AssetRef) => {
      const state = feed.find(asset);
      const market = state?.kind === 'binary' ? state : null;
      return findTakerRate(PUBLISHED_FEES, {
        kind,
        asset,
        category: market?.ticker.category ?? null,
        marketRate: market?.takerFeeRate ?? null,
      });
    },
  };
  return new Map(
    config.feed.venues.map((venue) => [
      venue,
      createMockExecution({ venue, fillRule: config.bot.mockFills, markets, clock }),
    ]),
  );
}

/** Whether a market has neither ended nor been resolved, as far as it is known here. */
async function isTrading(
  { ref, state }: ResolvedAsset,
  history: HistoryStore,
  now: number,
): Promise<boolean> {
  if (state === null) return (await history.resolution(ref)) === null;
  if (state.kind === 'perp') return true;
  const { status, closeTime } = state.ticker;
  return status !== 'closed' && status !== 'resolved' && (closeTime === null || closeTime > now);
}

/** What one share of Yes paid, as the recorded resolution says. */
async function findEnd(history: HistoryStore, { venue, storeKey }: OpenMarket): Promise<MarketEnd | null> {
  const resolution = await history.resolution({ venue, storeKey });
  if (resolution === null) return null;
  const { outcome, payout } = resolution;
  // Void without a payout: the venue paid everybody back.
  return { value: payout ?? { yes: 1, no: 0, void: null }[outcome] };
}
