import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { SqliteServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { openTestDatabase } from './service-database.ts';

/** A service database in a directory of its own, which can be closed and opened again as a restart does. */
export async function openSqliteEngine<Part>(
  t: TestContext,
  thread: boolean,
  build: (database: SqliteServiceDatabase) => Part,
): Promise<{ readonly part: Part; reopen(): Promise<Part> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-engine-'));
  let database = await openTestDatabase({ dataDir, thread });
  t.after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    part: build(database),
    reopen: async () => {
      await database.close();
      database = await openTestDatabase({ dataDir, thread });
      return build(database);
    },
  };
}
