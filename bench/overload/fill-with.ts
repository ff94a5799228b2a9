// Fills a store with the code of another checkout.
import path from 'node:path';
import { fillStore } from './fill.ts';

const [root, dataDir, records] = process.argv.slice(2) as [string, string, string];
const { openSqliteHistory } = await import(path.join(root, 'src/history/sqlite/index.ts'));
await fillStore(dataDir, Number(records), openSqliteHistory);
