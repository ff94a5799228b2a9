/**
 * Undoes or redoes a batch in a process of its own, for tests that kill it: `change-batch.ts DIRECTORY undo|redo BATCH`. Prints
 * a line after each part and goes on when it is sent a byte.
 */
import { readSync, writeSync } from 'node:fs';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

const [dataDir = '', doing, id = ''] = process.argv.slice(2);
const history = await openSqliteHistory({ dataDir });
const onProgress = (done: number, total: number) => {
  writeSync(1, `${done} of ${total}\n`);
  readSync(0, Buffer.alloc(1));
};
await (doing === 'undo' ? history.undoBatch(id, onProgress) : history.redoBatch(id, onProgress));
await history.close();
