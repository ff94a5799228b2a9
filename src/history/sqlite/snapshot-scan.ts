import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { Damage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { JournalMirror } from './journal/journal-mirror.ts';
import { listLost } from './journal/journal-table.ts';
import { LongSnapshot, type SnapshotLimits } from './long-snapshot.ts';
import { Pieces } from './pieces/pieces.ts';
import { ForwardReader } from './reading/forward-reader.ts';
import type { Series } from './series/series.ts';

/** How often a reader that waits for its consumer looks whether its snapshot is due. */
const CHECK_EVERY_MS = 1_000;

/**
 * Reads one window forward beside the writer, from a connection of its own that holds a {@link LongSnapshot}. Within a
 * snapshot every page is of one moment; a renewed one continues at the position behind the last page.
 */
export class SnapshotScan {
  readonly #key: SeriesKey;
  readonly #db: DatabaseSync;
  readonly #damage: Damage;
  readonly #snapshot: LongSnapshot;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #journal: JournalMirror;
  #series: Series | null;
  readonly #reader: ForwardReader | null;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param damage Notes unreadable rows.
   * @throws {HistoryFormatError}
   */
  constructor(
    dataDir: string,
    damage: Damage,
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
    // A consumer may wait for minutes between two pages, and a pipe without a reader forever.
    this.#timer = setInterval(() => this.#renewIfDue(), CHECK_EVERY_MS).unref();
  }

  /** @returns null behind the last record. */
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
    // Rows and lists that were read are of the old moment.
    this.#catalogue.forget();
    if (this.#series !== null) this.#pieces.drop(this.#series);
    this.#series = this.#find();
  }

  #find(): Series | null {
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
