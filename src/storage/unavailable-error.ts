/**
 * A store did not do what it was called for: the server is away, the disk is full, writes are closed. Nothing of the call was
 * stored, unless `isUnknown` says that the answer of its commit was lost.
 */
export abstract class UnavailableError extends Error {
  readonly isUnknown: boolean;

  constructor(
    message: string,
    { isUnknown = false, ...options }: ErrorOptions & { isUnknown?: boolean } = {},
  ) {
    super(message, options);
    this.isUnknown = isUnknown;
  }
}

/** Whether a call that failed may have been stored all the same. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof UnavailableError && error.isUnknown;
}
