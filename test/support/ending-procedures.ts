import { procedure, procedureModule } from '../../src/storage/procedure.ts';

export const addTime = procedure('ending.add', (tx, ts: number): null => {
  tx.get('INSERT INTO stale_report (ts, ages) VALUES (?, ?)').run(ts, '{}');
  return null;
});

/** Ends the thread that it runs in, in the middle of a transaction, as running out of memory would. */
export const endThread = procedure('ending.endThread', (tx, ts: number): null => {
  addTime.run(tx, ts);
  process.exit(1);
});

export const procedures = procedureModule(import.meta.url, [addTime, endThread]);
