import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBytes } from './store/bytes.ts';
import { Table } from './store/table.ts';

/** Bytes of the recorded series alone, against ClickHouse. */
const directory = mkdtempSync(join(tmpdir(), 'crosstape-bytes-'));
const table = new Table();
try {
  await measureBytes(table, directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
table.print();
