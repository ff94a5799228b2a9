import { readHistoryPosition } from '../../history/sqlite/history-facts.ts';
import type { RegisterSource } from '../../search/sqlite/ended-file.ts';
import type { HistoryPlace } from '../stores/history.ts';

/** Finds the history of the register; null while there is none, or one without an id. */
export function findSource({ historyUrl, databaseUrl, dataDir }: HistoryPlace): RegisterSource | null {
  if (historyUrl !== null && databaseUrl !== null) {
    const { host, pathname } = new URL(databaseUrl);
    // The tables of a server state no position.
    return { store: `${host}${pathname}`, position: 0 };
  }
  const found = readHistoryPosition(dataDir);
  if (found === null || found.storeId === null) return null;
  return { store: found.storeId, position: found.position };
}
