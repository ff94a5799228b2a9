/** The last comparison of a source, and the base that the next one begins from. */
export interface SourceRow {
  readonly source: string;
  /** Time of the base, epoch ms. */
  readonly baseAt: number;
  readonly basePosition: number;
  /** Balance of the base as decimal text. */
  readonly baseBalance: string;
  /** Time of the last comparison, epoch ms; the same as of the base where nothing was compared since. */
  readonly lastAt: number;
  readonly lastPosition: number;
  readonly lastBalance: string;
}

/** Rows of sources within a transaction. */
export interface SourceRows {
  find(source: string): SourceRow | null;
  /** Stores a comparison in place of the one of the same source. */
  put(row: SourceRow): void;
}

/** Rows of sources that are committed. */
export interface SourceQueries {
  find(source: string): Promise<SourceRow | null>;
  list(): Promise<readonly SourceRow[]>;
  /** Sums micro-USD that came into the ledger from an account, less what left it there. */
  sumReceived(account: string): Promise<number>;
  /** Transfers of an account after a time, each with the payment that it belongs to. */
  listMovements(account: string, scope: string, after: number): Promise<readonly Movement[]>;
}

/** A movement of money between a provider and the ledger. */
export interface Movement {
  /** Id of the payment; null: none. */
  readonly paymentId: string | null;
  /** Amount in micro-USD; negative: the money left. */
  readonly amount: number;
}
