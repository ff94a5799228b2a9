import { generateBase62 } from '../../accounts/random.ts';
import type { Bot } from '../../bot/bot.ts';
import { ControlStore } from '../../bot/control/control-store.ts';
import { KillSwitch } from '../../bot/control/kill-switch.ts';
import { prepareControlQueries } from '../../bot/control/sql/controls.ts';
import { CheckStore } from '../../bot/credential-checks/check-store.ts';
import { CredentialChecks } from '../../bot/credential-checks/credential-checks.ts';
import { prepareCheckQueries } from '../../bot/credential-checks/sql/checks.ts';
import { DecisionStore } from '../../bot/engine/decision-store.ts';
import { prepareDecisionQueries } from '../../bot/engine/sql/decisions.ts';
import { AccountReadings } from '../../bot/holdings/account-readings.ts';
import { HoldingStore } from '../../bot/holdings/holding-store.ts';
import { prepareHoldingQueries } from '../../bot/holdings/sql/holdings.ts';
import { Journal } from '../../bot/journal/journal.ts';
import { prepareJournalQueries } from '../../bot/journal/sql/journal.ts';
import { makeHandle } from '../../bot/leaderboard/handle.ts';
import { findVenueName } from '../../bot/market-names.ts';
import { OrderReview } from '../../bot/orders/order-review.ts';
import { prepareOrderQueries } from '../../bot/orders/sql/order-queries.ts';
import { StoredOrders } from '../../bot/orders/stored-orders.ts';
import { FillTape } from '../../bot/tape/fill-tape.ts';
import { OrderResolver } from '../../bot/trade/order-resolver.ts';
import { PaperComparison } from '../../bot/trade/paper-comparison.ts';
import { TradeService } from '../../bot/trade/trade-service.ts';
import { cryptoRandom, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { TradingFindings } from '../../health/anomalies/trading-anomalies.ts';
import type { Log } from '../../log.ts';
import type { Vault } from '../../vault/vault.ts';
import { nameProcess } from '../process-name.ts';
import { openEngine, openExitWatch, readCeilings } from './engine.ts';
import type { BotOptions } from './options.ts';
import { findListedPrice, openQuotes } from './quotes.ts';
import { openVault } from './vault.ts';
import { openBotVenues, openPaperMarkets } from './venues.ts';
import { findEnd, startBotWork } from './work.ts';

const ORDER_ID_LENGTH = 20;
const HANDLE_SECRET_BYTES = 32;
/**
 * Longest time that a start waits for the final states of earlier orders. After that they are read while new orders are
 * placed.
 */
const MAX_START_RESOLVE_MS = 15 * SECOND_MS;

/** Time after which an order without a known outcome is an anomaly of its venue. */
const UNCONFIRMED_AFTER_MS = MINUTE_MS;

/** The bot of a running process, with the findings for the health checks. */
export interface RunningBot extends Bot {
  readFindings(): Promise<TradingFindings>;
}

/**
 * Builds the trading of bots, and resolves the orders of an earlier run first: no order is placed while an earlier one
 * may still be open.
 *
 * @param lifecycle Receives the stop of the trading.
 */
export async function openBot(options: BotOptions, lifecycle: AsyncDisposableStack): Promise<RunningBot> {
  const { config, secrets, database, feed, feeMicroUsd, clock, log } = options;
  const vault = await openVault(secrets, database, clock, log, { process: nameProcess(config), lifecycle });
  await noteUnreadable(vault, log);
  const controls = await openControls(options);
  const killSwitch = openKillSwitch(controls, log);
  const { orders, review } = openOrders(options, controls);
  const venues = await openBotVenues(options, orders);
  const handleSecret = await controls.keepHandleSecret(cryptoRandom(HANDLE_SECRET_BYTES));
  const tape = openTape(options, { orders, handleSecret }, lifecycle);
  const credentials = await openCredentials(options, { vault, venues });
  const holdings = new HoldingStore(database, database.buildQueries(prepareHoldingQueries));
  const readings = openReadings(options, { holdings, vault, venues });
  const trading = openTrading(options, { orders, venues, vault, credentials, killSwitch, tape, readings });
  const resolver = await endEarlierOrders(options, { orders, trading, killSwitch });
  const decisions = new DecisionStore(database, database.buildQueries(prepareDecisionQueries));
  const hasLots = config.bot.execMode === 'live' || config.bot.mockFills === 'book';
  const findQuote = openQuotes(options.feed, hasLots);
  const exitWatch = openExitWatch(options, { controls, trading }, findQuote);
  const engine = openEngine(options, { orders, controls, killSwitch, trading, vault, decisions }, findQuote);
  const parts = { orders, resolver, credentials, engine, exitWatch, readings };
  const { listUnsettled } = startBotWork(options, parts, lifecycle);
  const { execMode, liveExecution, mockFills } = config.bot;
  return {
    mode: execMode,
    fills: execMode === 'live' ? 'live' : mockFills,
    isExecutionAllowed: execMode === 'mock' || liveExecution,
    engine,
    decisions,
    feeMicroUsd,
    trading,
    orders,
    review,
    controls,
    killSwitch,
    vault,
    credentials,
    venues,
    tape,
    handleSecret,
    exitWatch,
    clock,
    holdings,
    readings,
    journal: new Journal(database.buildQueries(prepareJournalQueries), clock),
    findQuote,
    findEnd: (market) => findEnd(options.history, market),
    ceilings: readCeilings(config),
    getVenueAsset: (ref) => findVenueName(feed, ref),
    readFindings: async () => ({
      blockedVenues: [...venues.values()]
        .filter((venue) => venue.getCounters().blocked)
        .map(({ venue }) => venue),
      refusedRows: [...venues.values()].flatMap((venue) => {
        const { refusedRows: count, lastRefusedRow: last } = venue.getCounters();
        return count === 0 ? [] : [{ venue: venue.venue, count, last }];
      }),
      refusedCredentials: await credentials.countRefused(),
      unsettledMarkets: [...Map.groupBy(listUnsettled(), ({ venue }) => venue)].map(
        ([venue, { length }]) => ({ venue, count: length }),
      ),
      unconfirmedOrders: await orders.countUnconfirmed(config.bot.execMode, UNCONFIRMED_AFTER_MS),
      unpricedPositions: exitWatch.listBlind(),
      mismatchedPositions: await holdings.countMismatches(),
    }),
  };
}

/** Counts and logs the credentials that the configured keys cannot open. They need a person. */
async function noteUnreadable(vault: Vault, log: Log): Promise<void> {
  const count = await vault.noteUnreadable();
  if (count > 0) {
    log.warn(`${count} stored credentials do not open with the configured keys: see 'crosstape review list'`);
  }
}

/** Opens the settings and switches of bots. The first start sets the global switch. */
async function openControls({ config, database, clock }: BotOptions): Promise<ControlStore> {
  const controls = new ControlStore(database, database.buildQueries(prepareControlQueries), clock);
  await controls.startWith(config.bot.globalKill);
  return controls;
}

function openKillSwitch(controls: ControlStore, log: Log): KillSwitch {
  return new KillSwitch({
    controls,
    onFault: (error) => log.error({ err: error }, 'the kill switch could not be read: no order is sent'),
  });
}

function openOrders(
  { config, database, ledger, clock }: BotOptions,
  controls: ControlStore,
): Pick<Bot, 'orders' | 'review'> {
  const queries = database.buildQueries(prepareOrderQueries);
  return {
    orders: new StoredOrders({
      database,
      ledger,
      controls,
      queries,
      clock,
      ceilings: readCeilings(config),
    }),
    review: new OrderReview({ ledger, queries, clock }),
  };
}

function openTape(
  { config, log }: BotOptions,
  { orders, handleSecret }: Pick<Bot, 'orders' | 'handleSecret'>,
  lifecycle: AsyncDisposableStack,
): FillTape {
  const tape = new FillTape({
    orders,
    mode: config.bot.execMode,
    makeHandle: (botId) => makeHandle(botId, handleSecret),
    onError: (error) => log.error({ err: error }, 'new fills could not be read'),
  });
  return lifecycle.adopt(tape, (running) => running.close());
}

/** Opens the checks of credentials, and marks all credentials as due for a check. Mock venues have none. */
async function openCredentials(
  { config, database, clock, log }: BotOptions,
  { vault, venues }: Pick<Bot, 'vault' | 'venues'>,
): Promise<CredentialChecks> {
  const credentials = new CredentialChecks({
    store: new CheckStore(database, database.buildQueries(prepareCheckQueries)),
    vault,
    venues: config.bot.execMode === 'live' ? venues : new Map(),
    clock,
    onFault: (error) => log.error({ err: error }, 'a credential could not be looked at'),
  });
  await credentials.start();
  return credentials;
}

/** Opens the readings of accounts at live venues. Mock trading has none. */
function openReadings(
  { config, clock, history, log }: BotOptions,
  { holdings, ...parts }: Pick<Bot, 'holdings' | 'vault' | 'venues'>,
): AccountReadings {
  return new AccountReadings({
    vault: parts.vault,
    venues: config.bot.execMode === 'live' ? parts.venues : new Map(),
    store: holdings,
    findEnd: (market) => findEnd(history, market),
    clock,
    onFault: (error) => log.error({ err: error }, 'an account could not be read'),
  });
}

function openTrading(
  { config, feed, books, clock, feeMicroUsd, log }: BotOptions,
  {
    tape,
    readings,
    ...parts
  }: Pick<Bot, 'orders' | 'venues' | 'vault' | 'credentials' | 'killSwitch' | 'tape' | 'readings'>,
): TradeService {
  const paper = new PaperComparison({
    clock,
    orders: parts.orders,
    markets: openPaperMarkets({ feed, books, clock }),
    onFault: (error) => log.error({ err: error }, 'a live order could not be filled on paper'),
  });
  return new TradeService({
    ...parts,
    paper,
    mode: config.bot.execMode,
    feeMicroUsd,
    maxSlippageBps: config.bot.maxSlippageBps,
    findPrice: (ref) => findListedPrice(feed, ref),
    newOrderId: () => `ord_${generateBase62(ORDER_ID_LENGTH, cryptoRandom)}`,
    onUpdate: ({ order, newFills }) => {
      tape.wake();
      if (newFills.length > 0) readings.noteFill(order);
    },
    onFault: (error, orderId) => log.error({ err: error, orderId }, 'an order met a fault of the service'),
  });
}

/** Resolves the orders of an earlier run, for at most {@link MAX_START_RESOLVE_MS}. */
async function endEarlierOrders(
  { clock, log }: BotOptions,
  parts: Pick<Bot, 'orders' | 'trading' | 'killSwitch'>,
): Promise<OrderResolver> {
  const resolver = new OrderResolver({
    ...parts,
    now: () => performance.now(),
    clock,
    onError: (error, orderId) => log.error({ err: error, orderId }, 'an order could not be resolved'),
  });
  await resolver.resolveAll(MAX_START_RESOLVE_MS);
  return resolver;
}
