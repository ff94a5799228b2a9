import path from 'node:path';
import type { AlertConfig } from '../alerts/rule.ts';
import type { Config } from '../config/config.ts';
import { isPart } from '../config/roles.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Clock, SECOND_MS, type VenueId, wallClock } from '../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../history/contract/history-store.ts';
import type { ImportBatches } from '../history/contract/import-batches.ts';
import { HistoryFormatError } from '../history/sqlite/index.ts';
import type { Log } from '../log.ts';
import type { Redis } from '../storage/redis/redis.ts';
import { DataDirLockedError, type OpenServiceDatabase } from '../storage/service-database.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import type { Accounts } from './accounts/accounts.ts';
import { buildAccounts } from './accounts/build-accounts.ts';
import { readChainSettings } from './accounts/chain-settings.ts';
import { startFlushing } from './accounts/flushing.ts';
import { openLimits, Sharers } from './accounts/limits.ts';
import { requireAlerts } from './alerts/read-alerts.ts';
import { ADDRESSES_FILE } from './backups/files.ts';
import { openParts, type PartsOptions } from './parts.ts';
import { keepUpstreamsPublic } from './private-upstreams.ts';
import { openHistoryReader } from './stores/history.ts';
import { openWhenThere, type Patience } from './stores/open-when-there.ts';
import { openConfiguredRedis } from './stores/redis.ts';
import { openConfiguredDatabase } from './stores/service-database.ts';

/** Longest time that a process waits for the first snapshot of the feed which it follows. */
const WAIT_FOR_FEED_MS = 60 * SECOND_MS;

/** Parts that every role needs. */
export interface Foundation {
  readonly clock: Clock;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly history: HistoryReader;
  /** The history as a writable store; null in a process that only reads it. */
  readonly store: (HistoryStore & ImportBatches) | null;
  /** Adapters of the venues that this process reads; empty when it reads none. */
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly database: OpenServiceDatabase;
  /** Connection to Redis, through which several processes share state beside the database; null without Redis. */
  readonly redis: Redis | null;
  /** Number of processes that share the limits of requests. */
  readonly sharers: Sharers;
  readonly accounts: Accounts;
  /** The operator's alerts at the start; empty in a process that does not evaluate them. */
  readonly alertConfig: AlertConfig;
}

export interface FoundationOptions extends PartsOptions {
  readonly log: Log;
}

/** Parts that are opened first: the stores, and the adapters of a process that reads venues. */
type Stores = Pick<Foundation, 'history' | 'store' | 'adapters' | 'database'>;

/**
 * Opens the stores that the role of the process needs. A process without the feed reads the history beside its writer
 * and has no adapter.
 *
 * @param lifecycle Receives the stop of each part.
 * @throws {ConfigError} when a configured store cannot be used.
 */
export async function openFoundation(
  options: FoundationOptions,
  lifecycle: AsyncDisposableStack,
): Promise<Foundation> {
  const { config, secrets, log, clock = wallClock, random = Math.random } = options;
  const chainSettings = readChainSettings(config);
  const alertConfig = requireAlerts(config);
  const isPublic = keepUpstreamsPublic(config);
  // The look-up runs while the stores are opened. Its refusal is thrown below.
  isPublic.catch(() => undefined);
  const now = () => performance.now();
  const isRecorder = isPart(config.role, 'feed');
  const stores = await (isRecorder ? openAsRecorder(options, lifecycle) : openBeside(options, lifecycle));
  const { database } = stores;
  const redis = await openConfiguredRedis(secrets.redisUrl, database, log, lifecycle);
  const sharers = new Sharers();
  const limits = await openLimits(
    { database, clock, now, redis, processes: () => sharers.count() },
    lifecycle,
  );
  const accounts = buildAccounts({
    config,
    secrets,
    database,
    clock,
    now,
    log,
    chainSettings,
    limits,
    addressFile: path.join(config.database.dataDir, ADDRESSES_FILE),
  });
  startFlushing({ ...accounts, log }, lifecycle);
  lifecycle.defer(database.followKeys((hash) => accounts.keys.forget(hash)));
  await isPublic;
  return { ...stores, config, secrets, log, clock, random, now, redis, sharers, accounts, alertConfig };
}

/** Opens the stores of the only process that writes the history. */
async function openAsRecorder(options: FoundationOptions, lifecycle: AsyncDisposableStack): Promise<Stores> {
  // The database opens in its own thread while this thread reads the journal of the history.
  const openingDatabase = openServiceDatabase(options, lifecycle);
  // Errors of the database are thrown after the history has opened.
  openingDatabase.catch(() => undefined);
  // The leases of a history on servers are rows of the service database, which must be open first.
  if (options.secrets.historyUrl !== null) await openingDatabase;
  const onHistoryFailure = (error: unknown) =>
    options.log.error({ err: error }, 'the history could not be shipped');
  const { history, adapters } = await openParts({ ...options, onHistoryFailure }).catch(async (error) => {
    // The database must have finished opening before it can be closed.
    await openingDatabase.catch(() => undefined);
    throw error;
  });
  lifecycle.adopt(history, (store) => store.close());
  void finishImports(history, options.log);
  return { history, store: history, adapters, database: await openingDatabase };
}

/** Opens the stores of all other processes. Waits for the writer of the history, which also migrates the database. */
async function openBeside(options: FoundationOptions, lifecycle: AsyncDisposableStack): Promise<Stores> {
  const { config, secrets, startNotice } = options;
  const place = { ...secrets, dataDir: config.history.dataDir };
  const wait = { withinMs: WAIT_FOR_FEED_MS, onWait: (what: string) => startNotice?.waitFor(what) };
  try {
    const database = await openServiceDatabase({ ...options, wait }, lifecycle);
    const history = await openWhenThere(() => openHistoryReader(place), {
      ...wait,
      mayCome: (error) => error instanceof HistoryFormatError || error instanceof DataDirLockedError,
    });
    lifecycle.adopt(history, (reader) => reader.close());
    return { history, store: null, adapters: new Map(), database };
  } finally {
    await startNotice?.end();
  }
}

function openServiceDatabase(
  { config, secrets, log, wait = null }: FoundationOptions & { readonly wait?: Patience | null },
  lifecycle: AsyncDisposableStack,
): Promise<OpenServiceDatabase> {
  return openConfiguredDatabase(
    {
      dataDir: config.database.dataDir,
      url: secrets.databaseUrl,
      user: config.role,
      wait,
      onLost: (error) => {
        log.fatal({ err: error }, 'the database belongs to another process now');
        process.exitCode = 3;
        process.kill(process.pid, 'SIGTERM');
      },
      onWarning: (warning) => log.warn(`CROSSTAPE_DATABASE_URL: ${warning}`),
    },
    lifecycle,
  );
}

/** Finishes undoing an interrupted import while the start continues. */
async function finishImports(history: ImportBatches, log: Log): Promise<void> {
  try {
    const batches = await history.resumeBatches();
    if (batches.length > 0) log.info({ batches }, 'imports that were being undone are finished');
  } catch (error) {
    log.error({ err: error }, 'an import that was being undone is finished with the next start');
  }
}
