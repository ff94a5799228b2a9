import { ClickhouseHistory, type ClickhouseHistoryOptions } from './clickhouse-history.ts';
import { HistoryPool } from './postgres/history-pool.ts';
import { migrateHistory, requireFinishedCopy, requireHistory } from './postgres/schema.ts';
import { ServerHistoryReader } from './server-history-reader.ts';
import { openRecords, openWritableRecords } from './table.ts';
import { checkRecords } from './table-upkeep.ts';

/** Addresses of the two servers that keep a history. */
export interface HistoryUrls {
  /** ClickHouse, `http://user:password@host:port/database`; never logged. */
  readonly historyUrl: string;
  /** Service database of PostgreSQL, `postgres://…`; never logged. */
  readonly databaseUrl: string;
}

/**
 * Opens a history for writing: creates missing tables, and probes the features that the engine relies on.
 *
 * @throws {StorageFormatError} when a server, its version or its tables are not usable.
 * @throws {StorageUnavailableError} when a server does not answer.
 */
export async function openClickhouseHistory(
  { historyUrl, databaseUrl }: HistoryUrls,
  options: Omit<ClickhouseHistoryOptions, 'records' | 'pool'>,
): Promise<ClickhouseHistory> {
  await migrateHistory(databaseUrl);
  await requireFinishedCopy(databaseUrl);
  const records = await openWritableRecords(historyUrl);
  const pool = await HistoryPool.open(databaseUrl);
  return new ClickhouseHistory({ ...options, records, pool });
}

/** Result of ClickHouse's check of the checksums of its table. */
export interface RecordCheck {
  readonly isSound: boolean;
  readonly series: number;
  readonly records: number;
}

/** Makes ClickHouse read and check all records. @throws the errors of {@link openClickhouseReader} */
export async function verifyClickhouse({ historyUrl, databaseUrl }: HistoryUrls): Promise<RecordCheck> {
  const reader = await openClickhouseReader({ historyUrl, databaseUrl });
  const records = await openRecords(historyUrl);
  try {
    const { series, observations } = await reader.readStats();
    return { isSound: await checkRecords(records), series, records: observations };
  } finally {
    await records.close();
    await reader.close();
  }
}

/**
 * Waits until acknowledged records are shipped. @returns Number of records that are still not in the table. @throws the
 * errors of {@link openClickhouseReader}
 */
export async function waitForShipping(urls: HistoryUrls): Promise<number> {
  const reader = await openClickhouseReader(urls);
  try {
    return await reader.countPending();
  } finally {
    await reader.close();
  }
}

/** Opens a history for reading, beside the process that writes it. Records not in the table yet are not read. */
export async function openClickhouseReader({
  historyUrl,
  databaseUrl,
}: HistoryUrls): Promise<ServerHistoryReader> {
  await requireHistory(databaseUrl);
  const records = await openRecords(historyUrl);
  return new ServerHistoryReader({ records, pool: await HistoryPool.open(databaseUrl) });
}
