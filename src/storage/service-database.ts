import type { Operation } from './operation.ts';

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

/** The database took no write, or more wait for it than it can take: nothing of the call was stored. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** The file was written by something else, by a newer version, or its content is damaged. Nothing was touched. */
export class StorageFormatError extends Error {
  override readonly name = 'StorageFormatError';
}

/** Another process has the data directory open for writing. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}
