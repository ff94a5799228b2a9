/** A row that was left out, or is odd. Lines count from 1, the header included. */
export interface ReportedRow {
  readonly line: number;
  readonly reason: string;
}

export interface ImportResult {
  /** Why nothing was stored; null when rows were, or were known, or there were none. */
  readonly refusal: string | null;
  /** Rows after the header, good and bad; empty lines do not count. */
  readonly rowsRead: number;
  readonly stored: number;
  /** Rows that an earlier import had stored already. */
  readonly skipped: number;
  /** The first bad rows, at most {@link MAX_REPORTED_ROWS}. */
  readonly bad: readonly ReportedRow[];
  /** Number of all bad rows. */
  readonly badCount: number;
  /** The first odd rows, at most {@link MAX_REPORTED_ROWS}. They are stored. */
  readonly odd: readonly ReportedRow[];
  readonly oddCount: number;
  /** First and last time of the good rows; null without any. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** Records that the store had in that span. */
  readonly overlap: number;
  /** The batch that holds the rows; null when there is none. */
  readonly batch: string | null;
}

/** Number of rows above which rows are counted, not listed: memory stays bounded for any file. */
const MAX_REPORTED_ROWS = 1_000;

/** Collects findings about the rows of a file. */
export class ImportReport {
  readonly rowsRead: number;
  badCount = 0;
  oddCount = 0;
  #goodCount = 0;
  #bad: ReportedRow[] = [];
  #odd: ReportedRow[] = [];
  #span: { fromMs: number; toMs: number } | null = null;

  constructor(rowsRead: number) {
    this.rowsRead = rowsRead;
  }

  addBad(line: number, reason: string): void {
    this.badCount++;
    if (this.#bad.length < MAX_REPORTED_ROWS) this.#bad.push({ line, reason });
  }

  addOdd(line: number, reason: string): void {
    this.oddCount++;
    if (this.#odd.length < MAX_REPORTED_ROWS) this.#odd.push({ line, reason });
  }

  addGood(t: number): void {
    this.#goodCount++;
    this.#span ??= { fromMs: t, toMs: t };
    if (t < this.#span.fromMs) this.#span.fromMs = t;
    if (t > this.#span.toMs) this.#span.toMs = t;
  }

  /** The file is read once more from its beginning. */
  restart(): void {
    this.badCount = 0;
    this.oddCount = 0;
    this.#goodCount = 0;
    this.#bad = [];
    this.#odd = [];
  }

  result({
    refusal = null,
    overlap = 0,
    stored = 0,
    skipped = 0,
    batch = null,
  }: Partial<Pick<ImportResult, 'refusal' | 'overlap' | 'stored' | 'skipped' | 'batch'>>): ImportResult {
    const isAllBad = this.badCount > 0 && this.#goodCount === 0;
    return {
      refusal: refusal ?? (isAllBad ? 'every row is bad' : null),
      rowsRead: this.rowsRead,
      stored,
      skipped,
      bad: this.#bad,
      badCount: this.badCount,
      odd: this.#odd,
      oddCount: this.oddCount,
      span: this.#span,
      overlap,
      batch,
    };
  }
}
