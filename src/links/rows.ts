/** Stored form of a dispute. */
export interface DisputeRow {
  /** Key of the pair, as `formatPairKey` makes it; unique. */
  readonly pair: string;
  /** Time of the beginning, epoch ms. */
  readonly since: number;
  /** Distance between the prices, as a fraction. */
  readonly gap: number;
}

/** Rows within a transaction. */
export interface DisputeRows {
  /** Replaces the dispute of the same pair. */
  put(row: DisputeRow): void;
  remove(pair: string): void;
}

/** Rows that are committed. */
export interface DisputeQueries {
  listAll(): Promise<readonly DisputeRow[]>;
}
