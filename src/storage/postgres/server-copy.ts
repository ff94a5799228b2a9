import { type CopySource, type CopyTarget, OWN_TABLES } from '../copy/side.ts';
import { StorageFormatError } from '../service-database.ts';
import { quote } from '../sqlite/pages.ts';
import { connect, exchange } from './connection.ts';
import { postgresSide } from './copy-side.ts';
import { readInstallation } from './installation.ts';
import { migrate } from './schema/migrate.ts';
import { lockWork } from './session-lock.ts';

/** The server's side of a copy, which no service uses meanwhile. */
export interface ServerCopy {
  /** @throws {StorageFormatError} when it holds something that is no unfinished copy, or that may not be removed. */
  requireEmpty(again: boolean): Promise<void>;
  /** @throws {StorageFormatError} when a copy into it was not finished. */
  requireFinished(): Promise<void>;
  /** Stores all or nothing, and marks the database as unfinished. */
  fill<Result>(work: (target: CopyTarget) => Promise<Result>): Promise<Result>;
  /** On one state of it. */
  read<Result>(work: (source: CopySource) => Promise<Result>): Promise<Result>;
  /** Everything was compared: services may use it. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** @throws {DataDirLockedError} while a service has the database. */
export async function openServerCopy(url: string): Promise<ServerCopy> {
  await migrate(url);
  const lock = await lockWork(url, 'service', () => undefined);
  const client = await connect(url);
  const run = (sql: string) => exchange(client, [{ sql, values: [] }]);
  const side = postgresSide(client);
  const within = async <Result>(begin: string, work: () => Promise<Result>): Promise<Result> => {
    await run(begin);
    try {
      const result = await work();
      await run('COMMIT');
      return result;
    } catch (error) {
      await run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
  return {
    requireEmpty: async (again) => {
      const { unfinishedSince } = await readInstallation(client);
      const tables = (await side.listTables()).map(({ name }) => name);
      let rows = 0;
      for (const name of tables)
        rows += Number((await run(`SELECT COUNT(*) AS count FROM ${quote(name)}`))[0]?.count);
      if (rows === 0) return;
      if (unfinishedSince === null)
        throw new StorageFormatError('the database holds accounts or money already');
      if (!again) {
        throw new StorageFormatError('a copy into the database was not finished: --again begins anew');
      }
      await within('BEGIN', async () => {
        await run('ALTER TABLE transfer DISABLE TRIGGER transfer_no_truncate');
        await run(`TRUNCATE ${tables.map(quote).join(', ')}`);
        await run('ALTER TABLE transfer ENABLE TRIGGER transfer_no_truncate');
      });
    },
    fill: async (work) => {
      await run(`UPDATE installation SET unfinished_since = ${Date.now()}`);
      return within('BEGIN; SELECT 1 FROM ledger_head FOR UPDATE', async () => {
        const result = await work(side);
        await run(NUMBERING);
        return result;
      });
    },
    requireFinished: async () => {
      const { unfinishedSince } = await readInstallation(client);
      if (unfinishedSince !== null)
        throw new StorageFormatError('a copy into the database was not finished: it is no source');
    },
    read: (work) => within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', () => work(side)),
    finish: async () => {
      await run('UPDATE installation SET unfinished_since = NULL');
    },
    close: async () => {
      await client.end();
      await lock.release();
    },
  };
}

/** The tables' own counters go on where the copied numbers end. */
const NUMBERING = `DO $$
  DECLARE counted record; highest bigint;
  BEGIN
    FOR counted IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name NOT IN (${[...OWN_TABLES].map((name) => `'${name}'`).join(', ')})
    LOOP
      EXECUTE format('SELECT MAX(%I) FROM %I', counted.column_name, counted.table_name) INTO highest;
      PERFORM setval(pg_get_serial_sequence(quote_ident(counted.table_name), counted.column_name),
        COALESCE(highest, 1), highest IS NOT NULL);
    END LOOP;
  END $$`;
