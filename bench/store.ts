import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAppends } from './store/append.ts';
import { measureBytes } from './store/bytes.ts';
import { measureReads } from './store/reads.ts';
import { measureStart } from './store/start.ts';
import { Table } from './store/table.ts';

/** The history store against its peers, a table on the standard output. `--quick`: a tenth of the records. */
const RECORDS = process.argv.includes('--quick') ? 100_000 : 1_000_000;

const directory = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
const table = new Table();
try {
  await measureAppends(table, directory, RECORDS);
  await measureReads(table, directory, RECORDS);
  await measureBytes(table, directory);
  await measureStart(table, directory, RECORDS * 10);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
table.print();
