import { randomUUID } from 'node:crypto';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { type Clock, RECORDERS, SECOND_MS } from '../../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../../history/contract/history-store.ts';
import type { ImportBatches } from '../../history/contract/import-batches.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../history/sqlite/index.ts';
import { StorageFormatError, StorageUnavailableError } from '../../storage/service-database.ts';
import { requireReadableDatabase } from '../../storage/sqlite/open.ts';
import { openWhenThere } from './open-when-there.ts';

/** Limits of the wait for a server, because servers on one machine start in any order. */
const WAIT_FOR_SERVER = {
  withinMs: 10 * SECOND_MS,
  onWait: () => undefined,
  mayCome: (error: unknown) => error instanceof StorageUnavailableError,
  what: 'the server of CROSSTAPE_HISTORY_URL',
};

/** Location of a history: servers, or a file in a data directory. */
export type HistoryPlace = Pick<Secrets, 'historyUrl' | 'databaseUrl'> & { readonly dataDir: string };

export interface HistoryOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Receives errors of background work. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Opens the configured history for writing. On servers this process records a venue while it holds the venue's lease.
 * Leases are in the service database, which must be open first.
 *
 * @throws {ConfigError} when a server, its version or its tables cannot be used.
 */
export async function openConfiguredHistory({
  config,
  secrets,
  clock,
  onFailure = () => undefined,
}: HistoryOptions): Promise<HistoryStore & ImportBatches> {
  const { historyUrl, databaseUrl } = secrets;
  if (historyUrl === null || databaseUrl === null) {
    const { dataDir } = config.history;
    // Both files are checked first, so that neither is migrated when this version cannot read the other.
    if (databaseUrl === null) requireReadableDatabase(dataDir);
    return openSqliteHistory({ dataDir, clock });
  }
  return addName(async () => {
    // Database drivers are loaded only when a server is configured.
    const { openClickhouseHistory } = await import('../../history/clickhouse/index.ts');
    const { holdVenues } = await import('../../history/clickhouse/postgres/venue-leases.ts');
    const leases = holdVenues(databaseUrl, RECORDERS, randomUUID());
    try {
      return await openWhenThere(
        () =>
          openClickhouseHistory(
            { historyUrl, databaseUrl },
            { leadership: leases, onFailure, maxOutboxBytes: getMaxOutboxBytes(config) },
          ),
        WAIT_FOR_SERVER,
      );
    } catch (error) {
      await leases.release();
      throw error;
    }
  });
}

/**
 * Opens a history for reading, in any thread or process, while another one may record.
 *
 * @throws {ConfigError}
 */
export async function openHistoryReader({
  historyUrl,
  databaseUrl,
  dataDir,
}: HistoryPlace): Promise<HistoryReader> {
  if (historyUrl === null || databaseUrl === null) return openReadOnlyHistory({ dataDir });
  return addName(async () => {
    const { openClickhouseReader } = await import('../../history/clickhouse/index.ts');
    return openClickhouseReader({ historyUrl, databaseUrl });
  });
}

/**
 * Waits until the records of other processes up to now can be read.
 *
 * @returns Number of acknowledged records that still cannot be read.
 * @throws {ConfigError} when a server cannot be used.
 */
export async function countUnreadable({ historyUrl, databaseUrl }: HistoryPlace): Promise<number> {
  if (historyUrl === null || databaseUrl === null) return 0;
  return addName(async () => {
    const { waitForShipping } = await import('../../history/clickhouse/index.ts');
    return waitForShipping({ historyUrl, databaseUrl });
  });
}

/** Verifies the records on ClickHouse in place. @throws {ConfigError} */
export async function verifyHistoryServer(place: {
  readonly historyUrl: string;
  readonly databaseUrl: string;
}): Promise<{ readonly isSound: boolean; readonly series: number; readonly records: number }> {
  return addName(async () => {
    const { verifyClickhouse } = await import('../../history/clickhouse/index.ts');
    return verifyClickhouse(place);
  });
}

/** Returns the statements that create the table on a cluster. */
export async function describeHistoryCluster(cluster: string, quorum: number): Promise<string> {
  const { describeCluster } = await import('../../history/clickhouse/cluster-tables.ts');
  return describeCluster({ cluster, quorum });
}

/** Returns the maximum size of the records that may wait for ClickHouse, in bytes. */
export function getMaxOutboxBytes({ feed }: Config): number {
  return feed.outboxMaxMb * 1_000_000;
}

async function addName<Result>(open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StorageFormatError || error instanceof StorageUnavailableError) {
      throw new ConfigError([`CROSSTAPE_HISTORY_URL: ${error.message}`]);
    }
    throw error;
  }
}
