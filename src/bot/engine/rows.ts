/** Stored form of a decision. */
export interface DecisionRow {
  /** Time, epoch ms. */
  readonly t: number;
  /** Every other member, as JSON. */
  readonly decision: string;
}

/** Rows of decisions within a transaction. */
export interface DecisionRows {
  insert(botId: string, row: DecisionRow): void;
  /** Removes all decisions of a bot except the newest `count`. */
  keepNewest(botId: string, count: number): void;
}

/** Reads of committed decisions. */
export interface DecisionQueries {
  /** Lists a bot's decisions, newest first. */
  listNewest(botId: string, limit: number): Promise<readonly DecisionRow[]>;
}
