import type { ImportBatch } from '../../contract/import-batches.ts';
import { FileDamage } from '../damage.ts';
import { openDatabaseReadOnly } from '../database.ts';
import { BatchTable } from './batch-table.ts';
import { listBatches } from './sqlite-batches.ts';

/** Lists the batches of a history file, with or without a running writer. */
export function readBatches(dataDir: string): ImportBatch[] {
  const db = openDatabaseReadOnly(dataDir);
  try {
    return listBatches(new BatchTable(db, new FileDamage(db)));
  } finally {
    db.close();
  }
}
