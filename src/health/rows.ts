/** Stored form of a report of stale prices. */
export interface StaleReportRow {
  /** Time of the report, in epoch ms. Unique. */
  readonly ts: number;
  /** Ages as JSON. */
  readonly ages: string;
}

/** Access to the stored reports within a transaction. */
export interface StaleReportRows {
  /** Stores a report. Replaces a report with the same time. */
  put(row: StaleReportRow): void;
  /** Deletes every report before a time, which is exclusive. */
  removeBefore(ts: number): void;
}

/** Queries of committed reports. */
export interface StaleReportQueries {
  /** Lists the reports since a time, which is inclusive, oldest first. */
  listSince(sinceMs: number): Promise<readonly StaleReportRow[]>;
  findNewest(): Promise<StaleReportRow | null>;
}
