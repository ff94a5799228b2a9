import type { Operation } from './operation.ts';
import type { Statements } from './statements.ts';
import { UnavailableError } from './unavailable-error.ts';

/**
 * The service database, whichever engine keeps it. Each store (ledger, keys, reports, ...) has a contract of its own
 * beside its callers, operations over its row methods, and an engine that implements these methods.
 */
export interface ServiceDatabase {
  /**
   * Runs an operation in a transaction. Resolves after the commit.
   *
   * @throws {StorageUnavailableError} when it was not stored, or it is unknown whether it was.
   */
  transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result>;
}

/** Reads of an engine's own description of its schema. */
export interface SchemaReads {
  listTriggers(table: string): readonly string[];
  /** Counts the unique indexes beside the primary key. */
  countUniqueIndexes(table: string): number;
}

/** A service database that this process opened, on whichever engine. */
export interface OpenServiceDatabase extends ServiceDatabase {
  /**
   * Queries on committed rows. They are written for answers at once; an engine that answers later runs them again
   * with the answers so far.
   *
   * @param build Makes the queries over statements. Their methods answer with promises and only read.
   */
  buildQueries<Queries extends object>(build: (statements: Statements) => Queries): Queries;
  /** Reads one state of the database, which writers leave alone until the work is done. */
  readSnapshot<Queries extends object, Result>(
    build: (statements: Statements, schema: SchemaReads) => Queries,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result>;
  /** The folder for what no backup of the database brings back; null in tests: nothing is kept. */
  readonly dataDir: string | null;
  /**
   * Hears of keys whose record another process changed, by their hashes. A hint: some may be missed.
   *
   * @returns How to stop.
   */
  followKeys(onChanged: (hash: string) => void): () => void;
  /**
   * Reads a text that is the same for all processes of an installation, and for no other: the data that it keeps on
   * shared servers is named after it.
   */
  readTag(): Promise<string>;
  /** Names of the migrations that this start ran. */
  readonly migrated: readonly string[];
  /** Calls that wait for a commit. */
  waiting(): number;
  /** Times when a group could not be committed, newest first; bounded. */
  readonly failures: readonly DatabaseFailure[];
  /** Ends after everything that waits is stored. */
  close(): Promise<void>;
}

/** A group that was not committed, or of which it is unknown. */
export interface DatabaseFailure {
  /** Time of the entry, monotonic ms. */
  readonly at: number;
  readonly message: string;
  /** The session of the server that had the lock for which it waited; null: that was not the reason, or it is unknown. */
  readonly lockHolder: string | null;
}

const MAX_FAILURES_KEPT = 100;

/** Adds a failure to a list of the newest ones, newest first. */
export function addFailure(failures: DatabaseFailure[], failure: DatabaseFailure): void {
  failures.unshift(failure);
  failures.length = Math.min(failures.length, MAX_FAILURES_KEPT);
}

/**
 * The database takes no writes, or more calls wait for it than it can take. Nothing of the call was stored, unless
 * `isUnknown` says that the answer of its commit was lost.
 */
export class StorageUnavailableError extends UnavailableError {
  override readonly name = 'StorageUnavailableError';
}

/** The file was written by something else, by a newer version, or its content is damaged. Nothing was touched. */
export class StorageFormatError extends Error {
  override readonly name: string = 'StorageFormatError';
}

/** The database has no schema yet, or an older one: the process that keeps it up to date has not started. */
export class SchemaBehindError extends StorageFormatError {}

/** Thrown where another process has the data directory open for writing. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}
