/**
 * Error: a node gave an answer that cannot be true: it is on another chain, has another history, or answers another
 * request. No transfer of the chain is credited while the fault lasts.
 */
export class WatchFaultError extends Error {
  override readonly name = 'WatchFaultError';
  /** Whether a person must act; false: the fault may end by itself. */
  readonly isCritical: boolean;

  constructor(message: string, { isCritical }: { readonly isCritical: boolean }) {
    super(message);
    this.isCritical = isCritical;
  }
}

/** Creates a fault that the operator has to look at immediately: another chain, another history, another token. */
export const createCriticalFault = (message: string) => new WatchFaultError(message, { isCritical: true });

/** Creates a fault that may end by itself: a node lags, or two nodes differ for a moment. */
export const createPassingFault = (message: string) => new WatchFaultError(message, { isCritical: false });
