/**
 * Error of a store that could not do its work: the server is unavailable, the disk is full, writes are closed. Nothing
 * of the call was stored, unless `isUnknown` says that the answer of its commit was lost.
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

/** Whether a failed call may have been stored. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof UnavailableError && error.isUnknown;
}
