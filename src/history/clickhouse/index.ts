import { HistoryPool } from '../postgres/history-pool.ts';
import { migrateHistory, requireFinishedCopy, requireHistory } from '../postgres/schema.ts';
import { ClickhouseHistory, type ClickhouseHistoryOptions } from './clickhouse-history.ts';
import { ServerHistoryReader } from './server-history-reader.ts';
import { openTape, openWritableTape } from './table.ts';
import { checkTape } from './table-upkeep.ts';

/** Where a history is that servers keep. */
export interface HistoryUrls {
  /** `http://user:password@host:port/database` of ClickHouse; never logged. */
  readonly historyUrl: string;
  /** `postgres://…` of the service database; never logged. */
  readonly databaseUrl: string;
}

/**
 * Opens a history for writing: makes its tables where they are missing, and tries the features that the engine relies
 * on.
 *
 * @throws {StorageFormatError} when a server, its version or its tables are not usable.
 * @throws {StorageUnavailableError} when a server does not answer.
 */
export async function openClickhouseHistory(
  { historyUrl, databaseUrl }: HistoryUrls,
  options: Omit<ClickhouseHistoryOptions, 'tape' | 'pool'>,
): Promise<ClickhouseHistory> {
  await migrateHistory(databaseUrl);
  await requireFinishedCopy(databaseUrl);
  const tape = await openWritableTape(historyUrl);
  const pool = await HistoryPool.open(databaseUrl);
  return new ClickhouseHistory({ ...options, tape, pool });
}

/** The result of a server's check of its own checksums. */
export interface TapeCheck {
  readonly isSound: boolean;
  readonly series: number;
  readonly records: number;
}

/** Has the server read all of its records. @throws as {@link openClickhouseReader} */
export async function verifyClickhouse({ historyUrl, databaseUrl }: HistoryUrls): Promise<TapeCheck> {
  const reader = await openClickhouseReader({ historyUrl, databaseUrl });
  const tape = await openTape(historyUrl);
  try {
    const { series, observations } = await reader.readStats();
    return { isSound: await checkTape(tape), series, records: observations };
  } finally {
    await tape.close();
    await reader.close();
  }
}

/**
 * Waits for acknowledged records. @returns Records that are not in the tape yet. @throws as {@link
 * openClickhouseReader}
 */
export async function waitForTape(urls: HistoryUrls): Promise<number> {
  const reader = await openClickhouseReader(urls);
  try {
    return await reader.countPending();
  } finally {
    await reader.close();
  }
}

/** Opens it for reading, beside the process that writes it. Records that are not in the tape yet are not seen. */
export async function openClickhouseReader({
  historyUrl,
  databaseUrl,
}: HistoryUrls): Promise<ServerHistoryReader> {
  await requireHistory(databaseUrl);
  const tape = await openTape(historyUrl);
  return new ServerHistoryReader({ tape, pool: await HistoryPool.open(databaseUrl) });
}
