import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { ProcedureModule } from '../../src/storage/procedure.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { PROCEDURES_AND_STEPS } from './ledger-steps.ts';
import { isLong } from './long-tests.ts';
import { openSqliteDatabase } from './service-database.ts';

/** An engine of the service database, as suites use it. */
export interface TestEngine {
  /** Name of the engine in the suites. */
  readonly name: string;
  /** Opens a database of the test's own, which can be closed and opened again as a restart does. */
  open<Part>(
    t: TestContext,
    build: (database: OpenServiceDatabase) => Part,
    procedures?: readonly ProcedureModule[],
  ): Promise<{ readonly part: Part; reopen(): Promise<Part> }>;
}

function sqliteEngine(name: string, thread: boolean): TestEngine {
  return {
    name,
    open: async (t, build, procedures = PROCEDURES_AND_STEPS) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-engine-'));
      let database = await openSqliteDatabase({ dataDir, thread, procedures });
      t.after(async () => {
        await database.close();
        await rm(dataDir, { recursive: true, force: true });
      });
      return {
        part: build(database),
        reopen: async () => {
          await database.close();
          database = await openSqliteDatabase({ dataDir, thread, procedures });
          return build(database);
        },
      };
    },
  };
}

/**
 * The engine that is there wherever the tests run, within the test's thread, which copies calls and results as between
 * threads; in the long form of the tests also as the service has it. The thread itself is tested in `sqlite-service-database.test.ts`, and by every test
 * that starts a service.
 */
export const SQLITE_ENGINES: readonly TestEngine[] = [
  sqliteEngine('SQLite', false),
  ...(isLong ? [sqliteEngine('SQLite with a writing thread', true)] : []),
];
