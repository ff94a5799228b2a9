/** The last comparison of a source, and the base from which the next one starts. */
export interface SourceRow {
  readonly source: string;
  /** Time of the base, epoch ms. */
  readonly baseAt: number;
  readonly basePosition: number;
  /** Balance of the base as decimal text. */
  readonly baseBalance: string;
  /** Time of the last comparison, epoch ms; equal to `baseAt` if the source was not compared since. */
  readonly lastAt: number;
  readonly lastPosition: number;
  readonly lastBalance: string;
}

/** Rows of sources within a transaction. */
export interface SourceRows {
  find(source: string): SourceRow | null;
  /** Stores a comparison. It replaces the row of the same source. */
  put(row: SourceRow): void;
}

/** Rows of sources that are committed. */
export interface SourceQueries {
  find(source: string): Promise<SourceRow | null>;
  list(): Promise<readonly SourceRow[]>;
  /** Sums the micro-USD that the ledger received from an account, less the micro-USD that it paid to the account. */
  sumReceived(account: string): Promise<number>;
  /** Lists the transfers of an account after a time, each with the id of its payment. */
  listMovements(account: string, scope: string, after: number): Promise<readonly Movement[]>;
}

/** A movement of money between a provider and the ledger. */
export interface Movement {
  /** Id of the payment; null: the movement belongs to no payment. */
  readonly paymentId: string | null;
  /** Amount in micro-USD; negative: the money left the ledger. */
  readonly amount: number;
}
