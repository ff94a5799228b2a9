/**
 * Undoes a batch in a process of its own, for tests that kill it: `undo-batch.ts DIRECTORY BATCH`. Prints a line after each part
 * and goes on when it is sent a byte.
 */
import { readSync, writeSync } from 'node:fs';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

const [dataDir = '', id = ''] = process.argv.slice(2);
const history = await openSqliteHistory({ dataDir });
await history.undoBatch(id, (done, total) => {
  writeSync(1, `${done} of ${total}\n`);
  readSync(0, Buffer.alloc(1));
});
await history.close();
