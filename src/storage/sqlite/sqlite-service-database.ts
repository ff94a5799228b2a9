import type { DatabaseSync } from 'node:sqlite';
import { CallQueue, DEFAULT_QUEUE_LIMITS, type QueueLimits } from '../call-queue.ts';
import type { CallResult, CommitFaults } from '../call-result.ts';
import type { Operation } from '../operation.ts';
import type { ProcedureModule } from '../procedure.ts';
import {
  addFailure,
  type DatabaseFailure,
  type OpenServiceDatabase,
  type SchemaReads,
  StorageFormatError,
} from '../service-database.ts';
import type { Statements } from '../statements.ts';
import type { CachedRowsModule } from './cached-rows.ts';
import { readDirectoryTag } from './directory-tag.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { closeWriter, openReader, openWriter, readPragma } from './open.ts';
import { readSchema } from './schema-reads.ts';
import { SqliteStatements } from './statements.ts';
import { openThreadLink, type WriterLink } from './thread-link.ts';

/** Largest file that is checked completely at every start. `ledger audit` checks larger ones on request. */
const MAX_CHECKED_AT_START_BYTES = 64 * 1024 * 1024;

export interface ServiceDatabaseOptions {
  /** Data directory; null: in memory, for tests. */
  readonly dataDir: string | null;
  /** Procedures that may be called. */
  readonly procedures: readonly ProcedureModule[];
  /** Rows that a group keeps in memory. Absent: none. */
  readonly cachedRows?: CachedRowsModule;
  /**
   * Whether to write in a separate thread, so that a slow disk never blocks the event loop. Otherwise calls run in this
   * thread: for commands, tests and simulations.
   */
  readonly thread?: boolean;
  readonly limits?: Partial<QueueLimits>;
  readonly faults?: CommitFaults;
}

/**
 * The service database on SQLite: one writing connection behind a queue that commits calls in groups, and one reading
 * connection that sees committed rows. A writer that ended unexpectedly is replaced within a moment.
 */
export interface SqliteServiceDatabase extends OpenServiceDatabase {
  /** Statements on committed data, which must not be used for writes. */
  readonly reads: SqliteStatements;
  /** The connection of `reads`. */
  readonly reader: DatabaseSync;
}

/**
 * Opens the service database of a file.
 *
 * @throws {StorageFormatError} when the file is newer, damaged, or something else. It is not changed.
 */
export async function openServiceDatabase(options: ServiceDatabaseOptions): Promise<SqliteServiceDatabase> {
  const db = openWriter(options.dataDir);
  let migrated: string[];
  try {
    requireSound(db);
    migrated = migrate(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const isThreaded = options.thread === true && options.dataDir !== null;
  if (!isThreaded) return new Host(options, migrated, db, inProcess(options, db));
  db.close();
  const { procedures, cachedRows = null } = options;
  const link = await openThreadLink({ procedures, cachedRows, dataDir: options.dataDir as string });
  return new Host(options, migrated, null, link);
}

class Host implements SqliteServiceDatabase {
  readonly reads: SqliteStatements;
  readonly reader: DatabaseSync;
  readonly migrated: readonly string[];
  readonly dataDir: string | null;
  readonly failures: DatabaseFailure[] = [];
  readonly #queue: CallQueue;
  readonly #link: WriterLink;
  readonly #ownsReader: boolean;
  #closing: Promise<void> | null = null;

  constructor(
    { dataDir, limits }: ServiceDatabaseOptions,
    migrated: readonly string[],
    shared: DatabaseSync | null,
    link: WriterLink,
  ) {
    this.dataDir = dataDir;
    this.migrated = migrated;
    this.reader = shared ?? openReader(dataDir as string);
    this.#ownsReader = shared === null;
    this.reads = new SqliteStatements(this.reader);
    this.#link = link;
    this.#queue = new CallQueue((group, calls) => link.send(group, calls), {
      ...DEFAULT_QUEUE_LIMITS,
      ...limits,
    });
    link.connect({
      deliver: (group, results) => {
        this.#note(results);
        this.#queue.deliver(group, results);
      },
      fail: (error) => {
        this.#addFailure(error.message);
        this.#queue.fail(error);
      },
      recover: () => this.#queue.recover(),
    });
  }

  transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.#queue.transact(operation, argument);
  }

  buildQueries<Queries extends object>(build: (statements: Statements) => Queries): Queries {
    return build(this.reads);
  }

  async readSnapshot<Queries extends object, Result>(
    build: (statements: Statements, schema: SchemaReads) => Queries,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    const read = (statements: Statements) => work(build(statements, readSchema(statements)));
    if (this.dataDir === null) return await read(this.reads);
    // A separate connection reads one snapshot from the first row to the last.
    const db = openReader(this.dataDir);
    try {
      db.exec('BEGIN');
      return await read(new SqliteStatements(db));
    } finally {
      db.close();
    }
  }

  /** Does nothing, because only this process writes the file. */
  followKeys(): () => void {
    return () => undefined;
  }

  readTag(): Promise<string> {
    return readDirectoryTag(this.dataDir);
  }

  waiting(): number {
    return this.#queue.waiting;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.close();
    if (this.#ownsReader) this.reader.close();
    await this.#link.close();
  }

  #note(results: readonly CallResult[]): void {
    const failed = results.find((result) => !result.ok && result.isStorage);
    if (failed !== undefined && !failed.ok) this.#addFailure(failed.message);
  }

  #addFailure(message: string): void {
    addFailure(this.failures, { at: performance.now(), message, lockHolder: null });
  }
}

function inProcess({ procedures, ...options }: ServiceDatabaseOptions, db: DatabaseSync): WriterLink {
  const { cachedRows, faults } = options;
  const writer = new GroupCommit(db, {
    procedures: procedures.flatMap(({ list }) => list),
    cachedRows,
    faults,
  });
  let deliver: (group: number, results: readonly CallResult[]) => void = () => {};
  return {
    connect: (events) => {
      deliver = events.deliver;
    },
    send: (group, calls) => {
      // Cloning fails here for the same values as between threads.
      const results = structuredClone(writer.run(structuredClone(calls)));
      queueMicrotask(() => deliver(group, results));
    },
    close: async () => closeWriter(db),
  };
}

function requireSound(db: DatabaseSync): void {
  const bytes = Number(readPragma(db, 'page_count')) * Number(readPragma(db, 'page_size'));
  if (bytes > MAX_CHECKED_AT_START_BYTES) return;
  let found: unknown;
  try {
    found = readPragma(db, 'quick_check(1)');
  } catch (error) {
    throw new StorageFormatError(`the service database is damaged: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (found !== 'ok') throw new StorageFormatError(`the service database is damaged: ${String(found)}`);
}
