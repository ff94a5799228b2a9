/** Stored form of a decision. */
export interface DecisionRow {
  /** Time, epoch ms. */
  readonly t: number;
  /** Every other member, as JSON. */
  readonly decision: string;
}

/** Rows within a transaction. */
export interface DecisionRows {
  insert(botId: string, row: DecisionRow): void;
  /** Removes all of a bot but the newest `count`. */
  keepNewest(botId: string, count: number): void;
}

/** Rows that are committed. */
export interface DecisionQueries {
  /** Lists rows, newest first. */
  listNewest(botId: string, limit: number): Promise<readonly DecisionRow[]>;
}
