import { type EpochMs, epochMs } from '../../domain/index.ts';
import type { Columns, RecordReader } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import { readRecords } from './read-records.ts';
import type { FileFormat } from './table.ts';

export interface ExportCheck {
  /** Number of rows of the file. */
  readonly rows: number;
  /** Number of records that the store has in the window, up to the last row of the file. */
  readonly stored: number;
  /** Records of the store that the file lacks. */
  readonly missing: Difference;
  /** Records of the file that the store lacks. */
  readonly unknown: Difference;
}

export interface Difference {
  readonly count: number;
  /** Time of the first differing record, epoch ms; null when there is none. */
  readonly firstMs: EpochMs | null;
  readonly lastMs: EpochMs | null;
}

export interface ExportCheckOptions {
  readonly file: string;
  readonly format: FileFormat;
  /** Window of the export. If it has no start, the store is compared from the first row of the file on. */
  readonly window: Window;
}

/**
 * Compares an exported file with the store, record by record, up to the last row of the file: later records may have
 * been added after the export.
 *
 * @throws {ExportedFileError} when the file is not an export.
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

/** Reads pages of columns record by record. */
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

  /** Advances to the next record. @returns False when there is none. */
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

/**
 * Compares prices or volumes of a file and the store. NaN equals NaN (an unknown volume), and 0 equals -0, which a text
 * file does not preserve.
 */
function isSame(a: number | undefined, b: number | undefined): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}
