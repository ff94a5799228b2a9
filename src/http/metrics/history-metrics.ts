import { Gauge, type Registry } from 'prom-client';
import type { ShippingStatus } from '../../health/shipping-anomalies.ts';
import type { HistoryReader, StoreStats } from '../../history/history-store.ts';
import { HistoryUnavailableError } from '../../history/unavailable.ts';

export interface HistoryMetricsOptions {
  readonly history: HistoryReader;
  /** Status of shipping records to the history server; null: not known. Absent: the history is a file. */
  readonly shipping?: () => ShippingStatus | null;
}

/** Metrics of the stored history and its way to the server that keeps it. While that is away its gauges have no value. */
export function addHistoryMetrics(registry: Registry, { history, shipping }: HistoryMetricsOptions): void {
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      name: `crosstape_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  const ofStats = (name: string, help: string, read: (stats: StoreStats) => number) =>
    gauge(name, help, async () => {
      const stats = await readStats(history);
      return stats === null ? null : read(stats);
    });

  ofStats('history_series', 'Recorded series.', ({ series }) => series);
  ofStats('history_observations', 'Stored observations.', ({ observations }) => observations);
  ofStats('history_bytes', 'Bytes that they take.', ({ totalBytes }) => totalBytes);
  ofStats('history_commits_total', 'Commits since the start.', ({ commits }) => commits);
  ofStats(
    'history_corrupt_blocks',
    'Blocks that cannot be read.',
    ({ corruptBlocks }) => corruptBlocks.length,
  );

  if (shipping === undefined) return;
  const ofShipping = (name: string, help: string, read: (status: ShippingStatus) => number) =>
    gauge(name, help, () => {
      const status = shipping();
      return status === null ? null : read(status);
    });
  ofShipping('history_up', '0: the server that keeps the records gives no answer.', ({ isTapeUp }) =>
    Number(isTapeUp),
  );
  ofShipping('outbox_rows', 'Records that are stored and not readable yet.', ({ outboxRows }) => outboxRows);
  ofShipping('outbox_bytes', 'Bytes that they take.', ({ outboxBytes }) => outboxBytes);
  ofShipping('ship_lag_seconds', 'Age of the oldest of them.', ({ shipLagMs }) => shipLagMs / 1_000);
}

async function readStats(history: HistoryReader): Promise<StoreStats | null> {
  try {
    return await history.stats();
  } catch (error) {
    if (error instanceof HistoryUnavailableError) return null;
    throw error;
  }
}
