/** Progress of records on their way to the servers that keep the history. */
export interface ShippingProgress {
  /** Records that are acknowledged, and cannot be read yet. */
  readonly outboxRows: number;
  /** Bytes that the records take until they are shipped. */
  readonly outboxBytes: number;
  /** Age of the oldest waiting record, ms; 0 without one. */
  readonly shipLagMs: number;
  /** Whether the server of the records answers. */
  readonly isTapeUp: boolean;
}

/** A history whose records are acknowledged before they can be read. */
export interface ShippedHistory {
  /** @throws {HistoryUnavailableError} when the number of waiting records is not known. */
  readShipping(): Promise<ShippingProgress>;
}
