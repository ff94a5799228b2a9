import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { FileDamage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { JournalMirror } from './journal/journal-mirror.ts';
import { listLost } from './journal/journal-table.ts';
import { LongSnapshot, type SnapshotLimits } from './long-snapshot.ts';
import { Pieces } from './pieces/pieces.ts';
import { ForwardReader } from './reading/forward-reader.ts';
import type { SeriesState } from './series/series.ts';

/** Interval at which a reader that waits for its consumer checks whether its snapshot is due for renewal. */
const CHECK_EVERY_MS = 1_000;

/**
 * Reads one window forward beside the writer, on a connection of its own with a {@link LongSnapshot}. All pages within
 * a snapshot see one state; after a renewal the scan continues behind the last page.
 */
export class SnapshotScan {
  readonly #key: SeriesKey;
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  readonly #snapshot: LongSnapshot;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #journal: JournalMirror;
  #series: SeriesState | null;
  readonly #reader: ForwardReader | null;
  readonly #timer: NodeJS.Timeout;

  /**
   * Opens a connection of its own.
   *
   * @param damage Notes damaged rows.
   * @throws {HistoryFormatError} when this version cannot read the file.
   */
  constructor(
    dataDir: string,
    damage: FileDamage,
    { key, window, limits = {} }: ScanTarget & { readonly limits?: SnapshotLimits },
  ) {
    this.#key = key;
    this.#damage = damage;
    this.#db = openDatabaseReadOnly(dataDir);
    this.#snapshot = new LongSnapshot(this.#db, join(dataDir, HISTORY_FILE), limits);
    this.#pieces = new Pieces(this.#db, damage);
    this.#catalogue = new Catalogue(this.#db, damage);
    this.#journal = new JournalMirror(this.#db);
    this.#series = this.#find();
    this.#reader = this.#series === null ? null : new ForwardReader(this.#pieces, this.#series, window);
    // A consumer may pause for minutes between two pages, and a pipe that nobody reads pauses forever.
    this.#timer = setInterval(() => this.#renewIfDue(), CHECK_EVERY_MS).unref();
  }

  /** Reads the next page. @returns Null behind the last record. */
  read(limit: number): Columns | null {
    this.#renewIfDue();
    if (this.#series === null || this.#reader === null) return null;
    return this.#reader.read(this.#pieces, this.#series, limit);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#db.close();
  }

  #renewIfDue(): void {
    if (!this.#snapshot.renewIfDue()) return;
    // Cached rows and lists belong to the old snapshot.
    this.#catalogue.forget();
    if (this.#series !== null) this.#pieces.drop(this.#series);
    this.#series = this.#find();
  }

  #find(): SeriesState | null {
    for (const damaged of this.#journal.catchUp()) {
      for (const lost of listLost(damaged, (id) => this.#catalogue.findById(id))) {
        this.#damage.note(lost.place, lost);
      }
    }
    const series = this.#catalogue.find(this.#key);
    if (series !== null) series.tail = this.#journal.getTail(series);
    return series;
  }
}

export interface ScanTarget {
  readonly key: SeriesKey;
  readonly window: Window;
}
