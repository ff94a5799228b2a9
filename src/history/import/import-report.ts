/** A row that was left out, or is odd. Lines are counted from 1, the header included. */
export interface ReportedRow {
  readonly line: number;
  readonly reason: string;
}

export interface ImportResult {
  /** Reason why the whole file was refused; null when it was not. */
  readonly refusal: string | null;
  /** Number of rows after the header, good and bad, without empty lines. */
  readonly rowsRead: number;
  readonly stored: number;
  /** Number of rows that an earlier import has stored already. */
  readonly skipped: number;
  /** The first bad rows, which were not stored; at most {@link MAX_REPORTED_ROWS}. */
  readonly bad: readonly ReportedRow[];
  /** Number of all bad rows, beyond the listed ones. */
  readonly badCount: number;
  /** The first odd rows, which were stored; at most {@link MAX_REPORTED_ROWS}. */
  readonly odd: readonly ReportedRow[];
  readonly oddCount: number;
  /** Times of the first and the last good row, epoch ms; null when there is none. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** Number of records that the store had in that span before the import. */
  readonly overlap: number;
  /** Id of the batch that holds the rows; null when there is none. */
  readonly batch: string | null;
}

/** Maximum number of listed rows of each kind, to bound memory for any file; further ones are only counted. */
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

  /** Forgets all findings, since the file is read again from its beginning. */
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
