/**
 * Error of stored data that could not be migrated to this version. Finished migrations remain, and the failed one
 * changed nothing.
 */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  /** Whether the store is on a database server, which backups do not include. */
  readonly isOnServer: boolean;

  /**
   * Names the store and the step, with the cause.
   *
   * @param what Name of the store.
   * @param step Failed migration, as the change log of the store names it.
   */
  constructor(what: string, step: string, cause: unknown, isOnServer = false) {
    super(`upgrading ${what} failed at the step ${step}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.isOnServer = isOnServer;
  }
}
