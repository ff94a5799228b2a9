import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { ImportBatches } from '../../src/history/contract/import-batches.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

/**
 * Opens the history of a test: the embedded engine's in a directory of its own, or, where CROSSTAPE_TEST_HISTORY_ENGINE is `clickhouse`,
 * that of the servers which CROSSTAPE_TEST_HISTORY_URL and CROSSTAPE_TEST_SERVERS name.
 */
export async function openTestHistory(dataDir: string): Promise<HistoryStore & ImportBatches> {
  if (process.env.CROSSTAPE_TEST_HISTORY_ENGINE !== 'clickhouse') return openSqliteHistory({ dataDir });
  const { openServerHistory } = await import('../servers/history-stand.ts');
  return openServerHistory();
}
