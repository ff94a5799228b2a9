/**
 * Stored data could not be brought to the form of this version. Steps that were taken stay, and the failed one left
 * nothing.
 */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  /** Whether the store is on a database server, of which a backup holds nothing. */
  readonly isOnServer: boolean;

  /**
   * @param what The store.
   * @param step The step that failed, as the change log of the store names it.
   */
  constructor(what: string, step: string, cause: unknown, isOnServer = false) {
    super(`upgrading ${what} failed at the step ${step}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.isOnServer = isOnServer;
  }
}
