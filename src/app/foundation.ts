import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { ImportBatches } from '../history/import-batches.ts';
import type { Log } from '../log.ts';
import type { Redis } from '../storage/redis/redis.ts';
import type { OpenServiceDatabase } from '../storage/service-database.ts';
import { type Accounts, buildAccounts, startAccountWork } from './accounts.ts';
import { readChainSettings } from './chains.ts';
import { openParts, type Parts, type PartsOptions } from './parts.ts';
import { keepUpstreamsPublic } from './private-upstreams.ts';
import { startReconciliation } from './reconciliation.ts';
import { openConfiguredRedis } from './redis.ts';
import { openConfiguredDatabase } from './service-database.ts';

/** What every role stands on. */
export interface Foundation extends Parts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Monotonic ms. */
  readonly now: () => number;
  readonly database: OpenServiceDatabase;
  /** What several processes share beside the database; null: nothing. */
  readonly redis: Redis | null;
  readonly accounts: Accounts;
}

/**
 * Opens the stores and builds accounts and venue adapters.
 *
 * @param lifecycle Receives how each part stops.
 */
export async function openFoundation(
  options: PartsOptions & { readonly log: Log },
  lifecycle: AsyncDisposableStack,
): Promise<Foundation> {
  const { config, secrets, log } = options;
  const chainSettings = readChainSettings(config);
  const isPublic = keepUpstreamsPublic(config);
  // Looked up beside the stores; a refusal is thrown below.
  isPublic.catch(() => undefined);
  // The thread of the service database begins while the journal of the history is read, which keeps this one busy.
  const openingDatabase = openConfiguredDatabase(
    {
      dataDir: config.database.dataDir,
      url: secrets.databaseUrl,
      isService: true,
      onLost: (error) => {
        log.fatal({ err: error }, 'the database belongs to another process now');
        process.exitCode = 3;
        process.kill(process.pid, 'SIGTERM');
      },
      onWarning: (warning) => log.warn(`CROSSTAPE_DATABASE_URL: ${warning}`),
    },
    lifecycle,
  );
  // The upgrade of an old history takes minutes; what is wrong with the database is thrown after it.
  openingDatabase.catch(() => undefined);
  // The leases of a history on servers are rows of the service database.
  if (secrets.historyUrl !== null) await openingDatabase;
  const onHistoryFailure = (error: unknown) => log.error({ err: error }, 'the history could not be shipped');
  const parts = await openParts({ ...options, onHistoryFailure }).catch(async (error) => {
    // What is not open yet could not be closed.
    await openingDatabase.catch(() => undefined);
    throw error;
  });
  lifecycle.adopt(parts.history, (store) => store.close());
  void finishImports(parts.history, log);
  const database = await openingDatabase;
  const redis = await openConfiguredRedis(secrets.redisUrl, database, lifecycle);
  const { clock } = parts;
  const now = () => performance.now();
  const accounts = buildAccounts({ config, secrets, database, clock, now, log, chainSettings });
  await startAccountWork({ ...accounts, log, lifecycle });
  lifecycle.defer(database.followKeys((hash) => accounts.keys.forget(hash)));
  await isPublic;
  lifecycle.adopt(accounts.chains, (chains) => chains.stop());
  startReconciliation({ ...accounts, config, secrets, clock, log, lifecycle });
  return { ...parts, config, secrets, log, now, database, redis, accounts };
}

/** Finishes undoing or redoing an import that a kill has interrupted, beside the start. */
async function finishImports(history: ImportBatches, log: Log): Promise<void> {
  try {
    const batches = await history.resumeBatches();
    if (batches.length > 0) log.info({ batches }, 'imports that were being undone or redone are finished');
  } catch (error) {
    log.error({ err: error }, 'an import that was being undone or redone is finished with the next start');
  }
}
