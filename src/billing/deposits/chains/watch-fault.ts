/**
 * An answer of a node that cannot be true: it belongs to another chain, has another history, or does not fit the request.
 * Nothing of the chain is credited while it lasts.
 */
export class WatchFault extends Error {
  override readonly name = 'WatchFault';
  /** Whether a person must act; `false`: the fault may pass on its own. */
  readonly isCritical: boolean;

  constructor(message: string, { isCritical }: { readonly isCritical: boolean }) {
    super(message);
    this.isCritical = isCritical;
  }
}

/** Creates a fault that an operator has to look at at once: another chain, another history, another token. */
export const createCriticalFault = (message: string) => new WatchFault(message, { isCritical: true });

/** A node lags, or two nodes differ for the moment. */
export const createPassingFault = (message: string) => new WatchFault(message, { isCritical: false });
