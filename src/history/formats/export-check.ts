import { type EpochMs, epochMs } from '../../domain/index.ts';
import type { Columns, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import { readRecords } from './read-records.ts';
import type { FileFormat } from './table.ts';

export interface ExportCheck {
  /** Rows of the file. */
  readonly rows: number;
  /** Records that the store has in the window, up to the last row of the file. */
  readonly stored: number;
  /** Records of the store that are not in the file. */
  readonly missing: Difference;
  /** Records of the file that the store lacks. */
  readonly unknown: Difference;
}

export interface Difference {
  readonly count: number;
  /** Time of the first difference, epoch ms; null without any. */
  readonly firstMs: EpochMs | null;
  readonly lastMs: EpochMs | null;
}

export interface ExportCheckOptions {
  readonly file: string;
  readonly format: FileFormat;
  /** Window of the export. Without a start, records before the first row of the file are not looked for. */
  readonly window: Window;
}

/**
 * Compares an exported file with the store, record by record, up to the last row of the file: records added
 * behind it came later.
 *
 * @throws {ExportedFileError} on a file that is no export.
 */
export async function checkExport(
  history: Pick<RecordReader, 'scan'>,
  key: SeriesKey,
  { file, format, window }: ExportCheckOptions,
): Promise<ExportCheck> {
  const rows = new Records(readRecords(file, format));
  const missing = new Tally();
  const unknown = new Tally();
  let stored = 0;
  let hasRow = await rows.next();
  const fromMs = window.fromMs ?? (hasRow ? epochMs(rows.t) : undefined);
  const records = new Records(history.scan(key, { ...window, ...(fromMs === undefined ? {} : { fromMs }) }));
  try {
    let hasRecord = hasRow && (await records.next());
    while (hasRow) {
      if (hasRecord && rows.isEqual(records)) {
        stored++;
        hasRow = await rows.next();
        if (hasRow) hasRecord = await records.next();
      } else if (hasRecord && records.t <= rows.t) {
        stored++;
        missing.add(records.t);
        hasRecord = await records.next();
      } else {
        unknown.add(rows.t);
        hasRow = await rows.next();
      }
    }
  } finally {
    await records.close();
    await rows.close();
  }
  return { rows: rows.count, stored, missing, unknown };
}

class Tally implements Difference {
  count = 0;
  firstMs: EpochMs | null = null;
  lastMs: EpochMs | null = null;

  add(t: number): void {
    this.count++;
    this.firstMs ??= epochMs(t);
    this.lastMs = epochMs(t);
  }
}

/** One record after the other, from pages. */
class Records {
  readonly #pages: AsyncGenerator<Columns>;
  #page: Columns | null = null;
  #at = -1;
  count = 0;

  constructor(pages: AsyncGenerator<Columns>) {
    this.#pages = pages;
  }

  get t(): number {
    return this.#page?.t[this.#at] ?? Number.NaN;
  }

  /** @returns Whether there is one. */
  async next(): Promise<boolean> {
    this.#at++;
    while (this.#page === null || this.#at >= this.#page.length) {
      const { done, value } = await this.#pages.next();
      if (done === true) return false;
      this.#page = value;
      this.#at = 0;
    }
    this.count++;
    return true;
  }

  isEqual(other: Records): boolean {
    const [a, i, b, j] = [this.#page, this.#at, other.#page, other.#at];
    if (a === null || b === null) return false;
    return a.t[i] === b.t[j] && isSame(a.p[i], b.p[j]) && isSame(a.v[i], b.v[j]) && a.s[i] === b.s[j];
  }

  async close(): Promise<void> {
    await this.#pages.return(undefined);
  }
}

/** NaN stands for a volume that is not known; text has no -0. */
function isSame(a: number | undefined, b: number | undefined): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}
