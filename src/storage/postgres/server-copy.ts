import type { Client } from 'pg';
import { type CopySource, type CopyTarget, OWN_TABLES } from '../copy/side.ts';
import { DataDirLockedError, StorageFormatError } from '../service-database.ts';
import { quote } from '../sql/pages.ts';
import type { SqlRow, SqlValue } from '../statements.ts';
import { connect, endQuietly, exchange } from './connection.ts';
import { createPostgresSide } from './copy-side.ts';
import { readDatabaseIdentity } from './database-identity.ts';
import { migrate, readVersion, requireUsableServer } from './schema/migrate.ts';
import { START_LIMIT } from './server.ts';
import { lockWork } from './session-lock.ts';

/** The server's side of a copy. No service may use it meanwhile. */
export interface ServerCopy {
  /** Reads the `kind` of a {@link DatabaseIdentity}. */
  readKind(): Promise<string | null>;
  /**
   * Makes the database a target that is marked as unfinished.
   *
   * @param target.kind Kind of the data, as {@link DatabaseIdentity.kind}.
   * @param target.again Whether to remove the rows of an unfinished copy.
   * @throws {StorageFormatError} when it has other content, or data of the other kind.
   */
  begin(target: { readonly kind: string | null; readonly again: boolean }): Promise<void>;
  /**
   * Makes the database a source, migrated to the schema of this version.
   *
   * @throws {StorageFormatError} when it has no data of this service, or an unfinished copy.
   */
  requireFinished(): Promise<void>;
  /** Runs work in one transaction, which stores all of it or nothing. */
  fill<Result>(work: (target: CopyTarget) => Promise<Result>): Promise<Result>;
  /** Reads the source in one snapshot. */
  read<Result>(work: (source: CopySource) => Promise<Result>): Promise<Result>;
  /** Marks the copy as compared, so that services may use it. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database of a server for a copy without changing it. It may have no tables, or those of an older version.
 *
 * @throws {DataDirLockedError} while a process of a service uses the database.
 * @throws {StorageFormatError} when it has tables of something else, or of a newer version.
 */
export async function openServerCopy(url: string): Promise<ServerCopy> {
  await using opening = new AsyncDisposableStack();
  for (const work of ['feed', 'bot'] as const) {
    opening.adopt(await lockWork(url, work, () => undefined), (lock) => lock.release());
  }
  await requireUsableServer(url);
  const client = opening.adopt(await connect(url), (opened) => endQuietly(opened));
  const isEmpty = (await readVersion(client)) === 0;
  if (!isEmpty) await requireNoProcess(client);
  return new Copy({ url, client, isEmpty }, opening.move());
}

/**
 * Requires that no process of a service runs. Processes that only answer the API hold no lock, but report every few
 * seconds.
 */
async function requireNoProcess(client: Client): Promise<void> {
  // Versions without separate roles did not have this table.
  const [has] = await exchange(
    client,
    [{ sql: "SELECT to_regclass('role_status') IS NOT NULL AS there", values: [] }],
    START_LIMIT,
  );
  if (Number(has?.there) !== 1) return;
  const sql = `SELECT id FROM role_status WHERE seen_at > clock_timestamp() - interval '20 s' ORDER BY id LIMIT 1`;
  const [seen] = await exchange(client, [{ sql, values: [] }], START_LIMIT);
  if (seen === undefined) return;
  throw new DataDirLockedError(
    `the process ${seen.id} used the database of CROSSTAPE_DATABASE_URL within the last 20 s: stop every process first`,
  );
}

interface OpenServer {
  readonly url: string;
  readonly client: Client;
  /** Whether the database has no tables yet. */
  readonly isEmpty: boolean;
}

class Copy implements ServerCopy {
  readonly #url: string;
  readonly #client: Client;
  readonly #isEmpty: boolean;
  readonly #lifecycle: AsyncDisposableStack;
  readonly #side: CopyTarget;

  /**
   * Copies into a server that is open and locked.
   *
   * @param lifecycle Closes the connection and releases the locks.
   */
  constructor({ url, client, isEmpty }: OpenServer, lifecycle: AsyncDisposableStack) {
    this.#url = url;
    this.#client = client;
    this.#isEmpty = isEmpty;
    this.#lifecycle = lifecycle;
    this.#side = createPostgresSide(client);
  }

  async readKind(): Promise<string | null> {
    return (await readDatabaseIdentity(this.#client)).kind;
  }

  async begin({ kind, again }: { readonly kind: string | null; readonly again: boolean }): Promise<void> {
    // The target is checked before the schema changes, and again with the schema of this version.
    if (!this.#isEmpty) await this.#requireTarget(kind, again);
    await migrate(this.#url);
    const { tables, marked } = await this.#requireTarget(kind, again);
    await this.#runWithin('BEGIN', async () => {
      await this.#run('ALTER TABLE transfer DISABLE TRIGGER transfer_no_truncate');
      await this.#run(`TRUNCATE ${tables.map(quote).join(', ')}`);
      await this.#run('ALTER TABLE transfer ENABLE TRIGGER transfer_no_truncate');
      await this.#run('UPDATE installation SET unfinished_since = ?, kind = ?', [Date.now(), kind ?? marked]);
    });
  }

  /** Checks the target. @throws {StorageFormatError} when the database cannot be a target. */
  async #requireTarget(
    kind: string | null,
    again: boolean,
  ): Promise<{ readonly tables: readonly string[]; readonly marked: string | null }> {
    const { unfinishedSince, kind: marked } = await readDatabaseIdentity(this.#client);
    const tables = (await this.#side.listTables()).map(({ name }) => name);
    if (await this.#holdsRows(tables)) {
      if (unfinishedSince === null)
        throw new StorageFormatError('the database holds accounts or money already: name an empty database');
      if (!again) {
        throw new StorageFormatError('a copy into the database was not finished: --again starts over');
      }
    } else if (unfinishedSince === null && marked !== null && kind !== null && marked !== kind) {
      throw new StorageFormatError(
        `the database is for ${marked} data, and the data directory has ${kind} data: name another database`,
      );
    }
    return { tables, marked };
  }

  fill<Result>(work: (target: CopyTarget) => Promise<Result>): Promise<Result> {
    return this.#runWithin('BEGIN; SELECT 1 FROM ledger_head FOR UPDATE', async () => {
      const result = await work(this.#side);
      await this.#run(NUMBERING);
      return result;
    });
  }

  async requireFinished(): Promise<void> {
    if (this.#isEmpty)
      throw new StorageFormatError('the database holds nothing of this service: name another source');
    const { unfinishedSince } = await readDatabaseIdentity(this.#client);
    if (unfinishedSince !== null)
      throw new StorageFormatError('a copy into the database was not finished: name another source');
    await migrate(this.#url);
  }

  read<Result>(work: (source: CopySource) => Promise<Result>): Promise<Result> {
    return this.#runWithin('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', () => work(this.#side));
  }

  async finish(): Promise<void> {
    await this.#run('UPDATE installation SET unfinished_since = NULL');
  }

  async close(): Promise<void> {
    await this.#lifecycle.disposeAsync();
  }

  async #holdsRows(tables: readonly string[]): Promise<boolean> {
    const held = tables.map((name) => `EXISTS (SELECT 1 FROM ${quote(name)})`);
    const [row] = await this.#run(`SELECT ${held.join(' OR ')} AS "holdsRows"`);
    return row?.holdsRows === 1;
  }

  async #runWithin<Result>(begin: string, work: () => Promise<Result>): Promise<Result> {
    await this.#run(`${begin}; ${LIMITS}`);
    try {
      const result = await work();
      await this.#run('COMMIT');
      return result;
    } catch (error) {
      // The failure of the rollback is ignored: the thrown error says more, and the transaction ends with its
      // connection.
      await this.#run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  #run(sql: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    return exchange(this.#client, [{ sql, values }]);
  }
}

/** Removes the time limits of a copy, which the user's sessions may have. Not every server version has each of them. */
const LIMITS = `SELECT set_config(name, value, true) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('transaction_timeout', '0'), ('lock_timeout', '5s'), ('synchronous_commit', 'on'),
    ('idle_in_transaction_session_timeout', '10min')) AS limits (name, value) USING (name)`;

/** Sets the sequences of tables behind the copied numbers. */
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
