/**
 * What is stored could not be brought to the form of this version. Steps that were taken stay, and the failed one left
 * nothing.
 */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';

  /**
   * @param what The store.
   * @param step The step that failed, as the change log of the store names it.
   */
  constructor(what: string, step: string, cause: unknown) {
    super(`upgrading ${what} failed at the step ${step}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
