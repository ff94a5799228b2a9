import type { Feed } from '../../feed/feed.ts';
import type { TapeStatusReader } from '../../feed/tape-status.ts';
import type { SilenceStats } from '../../feed/watchdog/silence.ts';
import type { CorruptBlock } from '../../history/contract/corrupt-block.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { InstallationFindings } from '../processes/installation-status.ts';
import { findAnomalies } from './anomalies.ts';
import type { Anomaly } from './anomaly.ts';
import type { MoneyFindings } from './money-anomalies.ts';
import type { ShippingStatus } from './shipping-anomalies.ts';
import type { TradingFindings } from './trading-anomalies.ts';

const MAX_DATABASE_WAIT_MS = 1_000;

/** Sources of the anomalies of an installation. */
export interface AnomalySources {
  /** Reader of the recording of books and trades. */
  readonly tapeStatus: TapeStatusReader;
  /** Reads findings about the ledger. Absent: the service keeps no ledger. */
  readonly readMoneyFindings?: () => Promise<MoneyFindings>;
  /** Reads findings about trading. Absent: the service does not trade. */
  readonly readTradingFindings?: () => Promise<TradingFindings>;
  /** Whether the Redis server that counts for all processes answers. Absent: this process counts alone. */
  readonly isRedisUp?: () => boolean;
  /** Returns the status of sending records to the history server; null: not known. Absent: the history is a file. */
  readonly shipping?: () => ShippingStatus | null;
  /** The other processes of the installation. Absent: this process is the whole installation. */
  readonly installation?: { findings(): InstallationFindings | null };
  readonly feed: Feed;
  readonly history: HistoryReader;
  /** Returns the streams that are or were silent. */
  readonly silences: () => Pick<SilenceStats, 'ongoing'>;
  /** Reads the space on the disk of the data directory; null: the file system does not state it. */
  readonly readDiskSpace: () => Promise<DiskSpace | null>;
}

/** Reads the current anomalies of the installation. A server that does not answer is an anomaly of its own. */
export async function readAnomalies(sources: AnomalySources): Promise<Anomaly[]> {
  const [corruptBlocks, disk, money, trading, tape] = await Promise.all([
    listCorruptBlocks(sources.history),
    sources.readDiskSpace(),
    askDatabase(sources.readMoneyFindings),
    askDatabase(sources.readTradingFindings),
    sources.tapeStatus.read().catch(() => null),
  ]);
  return findAnomalies({
    feed: sources.feed,
    silences: sources.silences().ongoing,
    corruptBlocks,
    disk,
    money: money.found,
    trading: trading.found,
    isDatabaseAway: money.isAway || trading.isAway,
    isRedisAway: sources.isRedisUp?.() === false,
    shipping: sources.shipping?.() ?? null,
    tape: tape?.anomalies ?? [],
    installation: sources.installation?.findings() ?? null,
  });
}

/** Lists damaged blocks. Empty while the history server is unavailable, which is an anomaly of its own. */
async function listCorruptBlocks(history: HistoryReader): Promise<readonly CorruptBlock[]> {
  try {
    return (await history.readStats()).corruptBlocks;
  } catch (error) {
    if (error instanceof HistoryUnavailableError) return [];
    throw error;
  }
}

/**
 * Reads from the service database. If the database is unavailable, that is an anomaly of its own and not a failure of
 * this response.
 */
async function askDatabase<Found>(
  ask: (() => Promise<Found>) | undefined,
): Promise<{ readonly found: Found | null; readonly isAway: boolean }> {
  if (ask === undefined) return { found: null, isAway: false };
  const away = { found: null, isAway: true };
  try {
    return await withDeadline(
      ask().then((found) => ({ found, isAway: false })),
      MAX_DATABASE_WAIT_MS,
      () => away,
    );
  } catch (error) {
    if (error instanceof StorageUnavailableError) return away;
    throw error;
  }
}
