/** Stored form of a dispute. */
export interface DisputeRow {
  /** Unique key of the pair by `formatPairKey`. */
  readonly pair: string;
  /** Time in epoch ms at which the dispute began. */
  readonly since: number;
  /** Distance between the prices, as a fraction. */
  readonly gap: number;
}

/** Writes of dispute rows within a transaction. */
export interface DisputeRows {
  /** Replaces the row of the same pair. */
  put(row: DisputeRow): void;
  remove(pair: string): void;
}

/** Reads of committed dispute rows. */
export interface DisputeQueries {
  listAll(): Promise<readonly DisputeRow[]>;
}
