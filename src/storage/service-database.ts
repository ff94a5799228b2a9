import type { Operation } from './operation.ts';
import type { Statements } from './statements.ts';
import { UnavailableError } from './unavailable-error.ts';

/**
 * The service database on any engine. Each store (ledger, keys, reports, ...) has a contract in the folder of its
 * callers, operations on its row methods, and an engine that implements these methods.
 */
export interface ServiceDatabase {
  /**
   * Runs an operation in a transaction. Resolves after the commit.
   *
   * @throws {StorageUnavailableError} when it was not stored, or may not have been.
   */
  transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result>;
}

/** Reads of the schema from an engine's own catalogue. */
export interface SchemaReads {
  listTriggers(table: string): readonly string[];
  /** Counts the unique indexes other than the primary key. */
  countUniqueIndexes(table: string): number;
}

/** A service database that this process opened, on whichever engine. */
export interface OpenServiceDatabase extends ServiceDatabase {
  /**
   * Builds queries on committed rows. They are written for immediate answers. An engine that answers later runs them
   * again with the answers so far.
   *
   * @param build Builds the queries over statements. Their methods return promises and only read.
   */
  buildQueries<Queries extends object>(build: (statements: Statements) => Queries): Queries;
  /** Runs work on one snapshot of the database, which later writes do not change. */
  readSnapshot<Queries extends object, Result>(
    build: (statements: Statements, schema: SchemaReads) => Queries,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result>;
  /** Folder for data that no backup of the database restores; null in tests: such data are not kept. */
  readonly dataDir: string | null;
  /**
   * Adds a listener of keys that another process changed, by their hashes. The calls are hints, and some may be missed.
   *
   * @returns A function that removes the listener.
   */
  followKeys(onChanged: (hash: string) => void): () => void;
  /**
   * Reads the tag, which all processes of an installation share and no other installation has. Data on shared servers
   * are named after it.
   */
  readTag(): Promise<string>;
  /** Names of the migrations that this start ran. */
  readonly migrated: readonly string[];
  /** Returns the number of calls that wait for a commit. */
  waiting(): number;
  /** Failed commits of groups, newest first, limited in number. */
  readonly failures: readonly DatabaseFailure[];
  /** Closes the database after all waiting calls are stored. */
  close(): Promise<void>;
}

/** Failure of a group that was not committed, or may not have been. */
export interface DatabaseFailure {
  /** Time of the failure, by the monotonic clock in ms. */
  readonly at: number;
  readonly message: string;
  /**
   * Session of the server that held the lock for which the group waited; null: there was another reason, or it is
   * unknown.
   */
  readonly lockHolder: string | null;
}

const MAX_FAILURES_KEPT = 100;

/** Adds a failure to a list of the newest ones. */
export function addFailure(failures: DatabaseFailure[], failure: DatabaseFailure): void {
  failures.unshift(failure);
  failures.length = Math.min(failures.length, MAX_FAILURES_KEPT);
}

/**
 * Error of a database that accepts no writes, or of too many waiting calls. Nothing of the call was stored, unless
 * `isUnknown` says that the answer of its commit was lost.
 */
export class StorageUnavailableError extends UnavailableError {
  override readonly name = 'StorageUnavailableError';
}

/** Error of a file that is damaged, newer, or not of this service. It was not changed. */
export class StorageFormatError extends Error {
  override readonly name: string = 'StorageFormatError';
}

/** Error of a database without a schema, or with an older one: the process that migrates it has not started. */
export class SchemaBehindError extends StorageFormatError {}

/** Error of a data directory that another process has open for writing. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}
