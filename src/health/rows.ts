/** Stored form of a report. */
export interface StaleReportRow {
  /** Time of the report, epoch ms; unique. */
  readonly ts: number;
  /** JSON. */
  readonly ages: string;
}

/** Rows within a transaction. */
export interface StaleReportRows {
  /** Replaces the report of the same time. */
  put(row: StaleReportRow): void;
  /** Removes every report before a time; the time itself stays. */
  removeBefore(ts: number): void;
}

/** Rows that are committed. */
export interface StaleReportQueries {
  /** Lists rows, oldest first; `sinceMs` is inclusive. */
  listSince(sinceMs: number): Promise<readonly StaleReportRow[]>;
  findNewest(): Promise<StaleReportRow | null>;
}
