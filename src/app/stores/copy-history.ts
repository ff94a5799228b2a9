import { ConfigError } from '../../config/config.ts';
import { type Clock, MINUTE_MS, wallClock } from '../../domain/index.ts';
import type { CopiedMonth, HistoryCopy } from '../../history/clickhouse/copy/copy-history.ts';
import type { HistoryUrls } from '../../history/clickhouse/index.ts';
import { lockHistory, openCopySource } from '../../history/sqlite/index.ts';
import {
  DataDirLockedError,
  StorageFormatError,
  StorageUnavailableError,
} from '../../storage/service-database.ts';

/** Time within which a recording service stores everything that it received before. */
const SETTLED_MS = MINUTE_MS;

export interface CopyHistoryOptions extends HistoryUrls {
  /** Directory with the history file. */
  readonly dataDir: string;
  /** Kind of the directory's data, `real` or `simulated`; null: not recorded. */
  readonly kind: string | null;
  /** Whether to remove an earlier copy first. */
  readonly again: boolean;
  readonly onMonth: (month: CopiedMonth) => void;
  readonly clock?: Clock;
}

export interface HistoryCopyReport extends HistoryCopy {
  /**
   * Time after which records are not copied, because a service is recording to the file; null: all records are copied.
   */
  readonly untilMs: number | null;
}

/**
 * Copies the history of a data directory into ClickHouse and PostgreSQL, even while a service records to the file. The
 * file does not change. Without a running service, none may start to record meanwhile.
 *
 * @throws {ConfigError} when a server cannot be used, or contains other data.
 * @throws {CopyMismatchError} when the two differ afterwards.
 * @throws {DataDirLockedError} while another process copies into the same database.
 */
export async function copyHistoryToServers({
  dataDir,
  kind,
  clock = wallClock,
  historyUrl,
  databaseUrl,
  ...options
}: CopyHistoryOptions): Promise<HistoryCopyReport> {
  const { lockHistoryCopy } = await import('../../storage/postgres/history-copy.ts');
  const { copyHistory } = await import('../../history/clickhouse/copy/copy-history.ts');
  using writerLock = lockUnlessRecorded(dataDir);
  try {
    const lock = await lockHistoryCopy(databaseUrl, kind);
    try {
      const { source, id } = await openCopySource(dataDir);
      try {
        const nowMs = clock();
        const untilMs = writerLock.isHeld ? null : nowMs - SETTLED_MS;
        const copied = await copyHistory(
          { historyUrl, databaseUrl },
          { ...options, source, sourceId: id, untilMs, nowMs },
        );
        return { ...copied, untilMs };
      } finally {
        await source.close();
      }
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof StorageFormatError || error instanceof StorageUnavailableError) {
      throw new ConfigError([error.message]);
    }
    throw error;
  }
}

function lockUnlessRecorded(dataDir: string): Disposable & { readonly isHeld: boolean } {
  try {
    const lock = lockHistory(dataDir);
    return { isHeld: true, [Symbol.dispose]: () => lock[Symbol.dispose]() };
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    return { isHeld: false, [Symbol.dispose]: () => undefined };
  }
}
