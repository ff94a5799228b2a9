import type { ShippingStatus } from '../../health/anomalies/shipping-anomalies.ts';
import type { HistoryReader, StoreStats } from '../../history/contract/history-store.ts';
import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import type { Gauges } from './gauges.ts';

export interface HistoryMetricsOptions {
  readonly history: HistoryReader;
  /** Status of sending records to the history server; null: not known. Absent: the history is a file. */
  readonly shipping?: () => ShippingStatus | null;
}

/**
 * Adds metrics of the stored history, and of sending records to the history server. The gauges have no value while that
 * server is away.
 */
export function addHistoryMetrics(gauges: Gauges, { history, shipping }: HistoryMetricsOptions): void {
  const addStat = (name: string, help: string, read: (stats: StoreStats) => number) =>
    gauges.add(name, help, async () => {
      const stats = await readStats(history);
      return stats === null ? null : read(stats);
    });
  addStat('history_series', 'Recorded series.', ({ series }) => series);
  addStat('history_observations', 'Stored observations.', ({ observations }) => observations);
  addStat('history_bytes', 'Size of the stored observations in bytes.', ({ totalBytes }) => totalBytes);
  addStat('history_commits_total', 'Commits to the history since the start.', ({ commits }) => commits);
  addStat(
    'history_corrupt_blocks',
    'Blocks of the history that cannot be read.',
    ({ corruptBlocks }) => corruptBlocks.length,
  );

  if (shipping === undefined) return;
  const addShipping = (name: string, help: string, read: (status: ShippingStatus) => number) =>
    gauges.add(name, help, () => {
      const status = shipping();
      return status === null ? null : read(status);
    });
  addShipping('history_up', '1 while the history server answers, 0 otherwise.', ({ isTapeUp }) =>
    Number(isTapeUp),
  );
  addShipping(
    'outbox_rows',
    'Records that are stored but not yet readable in the history.',
    ({ outboxRows }) => outboxRows,
  );
  addShipping('outbox_bytes', 'Size of the outbox in bytes.', ({ outboxBytes }) => outboxBytes);
  addShipping(
    'ship_lag_seconds',
    'Age of the oldest record in the outbox.',
    ({ shipLagMs }) => shipLagMs / 1_000,
  );
}

async function readStats(history: HistoryReader): Promise<StoreStats | null> {
  try {
    return await history.readStats();
  } catch (error) {
    if (error instanceof HistoryUnavailableError) return null;
    throw error;
  }
}
