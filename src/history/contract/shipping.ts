/** Progress of records on their way to the servers that keep the history. */
export interface ShippingProgress {
  /** Number of records that are acknowledged and cannot be read yet. */
  readonly outboxRows: number;
  /** Bytes that these records take until they are shipped. */
  readonly outboxBytes: number;
  /** Age of the oldest waiting record, ms; 0 without one. */
  readonly shipLagMs: number;
  /** Whether the server that keeps the records (ClickHouse) answers. */
  readonly isTapeUp: boolean;
}

/** A history whose records are acknowledged before they can be read. */
export interface ShippedHistory {
  /** Reads the progress of shipping. @throws {HistoryUnavailableError} when the outbox cannot be read. */
  readShipping(): Promise<ShippingProgress>;
}
