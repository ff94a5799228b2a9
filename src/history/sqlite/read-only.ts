import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EpochMs, Gap, Observation, VenueId } from '../../domain/index.ts';
import type {
  AggregateOptions,
  Buckets,
  HistoryReader,
  Page,
  ReadOptions,
  ResolutionPage,
  ResolutionQuery,
  SeriesEntry,
  SeriesKey,
  StoredResolution,
  StoreStats,
  Window,
} from '../history-store.ts';
import { Blocks } from './blocks.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { GapTable, ResolutionTable } from './events.ts';
import { JournalMirror } from './journal-mirror.ts';
import { aggregateWindow, lastRecord, readPage, recordsOf } from './reads.ts';
import { newSeries, type Series } from './series.ts';
import { type SeriesRow, seriesOf } from './series-index.ts';
import { entryOf, sizeOf } from './sqlite-history.ts';

/**
 * The reading half of the embedded engine, beside its writer.
 *
 * The tails that the writer keeps in memory are the journal's rows, so a read transaction sees every
 * acknowledged record. Each call is one such transaction: it sees one moment, and holds no snapshot when it
 * returns, so that the write-ahead log does not grow behind a reader.
 */
export class ReadOnlyHistory implements HistoryReader {
  readonly #db: DatabaseSync;
  readonly #file: string;
  #blocks: Blocks;
  readonly #journal: JournalMirror;
  readonly #gaps: GapTable;
  readonly #resolutions: ResolutionTable;
  readonly #byKey: StatementSync;
  readonly #byVenue: StatementSync;
  #version = -1;
  #closed = false;

  /** @throws {HistoryFormatError | DataDirLockedError} */
  constructor(dataDir: string) {
    this.#file = join(dataDir, HISTORY_FILE);
    this.#db = openDatabaseReadOnly(dataDir);
    this.#blocks = new Blocks(this.#db);
    this.#journal = new JournalMirror(this.#db);
    this.#gaps = new GapTable(this.#db);
    this.#resolutions = new ResolutionTable(this.#db);
    this.#byKey = this.#db.prepare('SELECT * FROM series WHERE venue = ? AND store_key = ?');
    this.#byVenue = this.#db.prepare(
      'SELECT * FROM series WHERE ?1 IS NULL OR venue = ?1 ORDER BY venue, store_key',
    );
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#snapshot(() => readPage(this.#blocks, this.#series(key) ?? nothing(key), options));
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.#snapshot(() => aggregateWindow(this.#blocks, this.#series(key) ?? nothing(key), options));
  }

  async last(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.#snapshot(() => lastRecord(this.#blocks, this.#series(key) ?? nothing(key), atOrBefore));
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return this.#snapshot(() => {
      const series = this.#series(key);
      return series === null || recordsOf(series) === 0 ? null : entryOf(series);
    });
  }

  async assets(venue?: VenueId): Promise<SeriesEntry[]> {
    return this.#snapshot(() => this.#all(venue).map(entryOf));
  }

  async gaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    return this.#snapshot(() => this.#gaps.overlapping(venue, window, storeKey));
  }

  async openGaps(venue: VenueId): Promise<Gap[]> {
    return this.#snapshot(() => this.#gaps.open(venue));
  }

  async resolution(key: SeriesKey): Promise<StoredResolution | null> {
    return this.#snapshot(() => this.#resolutions.find(key));
  }

  async resolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    return this.#snapshot(() => this.#resolutions.page(query));
  }

  /** `commits` counts those that this reader has noticed. */
  async stats(): Promise<StoreStats> {
    return this.#snapshot(() => {
      const stored = this.#all();
      return {
        series: stored.length,
        observations: stored.reduce((sum, series) => sum + recordsOf(series), 0),
        totalBytes: sizeOf(this.#file) + sizeOf(`${this.#file}-wal`),
        commits: this.#journal.commits,
        corruptBlocks: this.#blocks.corrupt,
      };
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#db.close();
  }

  #snapshot<T>(read: () => T): T {
    if (this.#closed) throw new Error('the history reader is closed');
    this.#db.exec('BEGIN');
    try {
      this.#journal.catchUp();
      const version = Number(this.#db.prepare('PRAGMA data_version').get()?.data_version);
      // The number of a block may be given again by a writer that was started anew.
      if (version !== this.#version) this.#blocks = new Blocks(this.#db);
      this.#version = version;
      return read();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  #series({ venue, storeKey }: SeriesKey): Series | null {
    const row = this.#byKey.get(venue, storeKey) as unknown as SeriesRow | undefined;
    return row === undefined ? null : this.#withTail(row);
  }

  #all(venue?: VenueId): Series[] {
    const rows = this.#byVenue.all(venue ?? null) as unknown as SeriesRow[];
    return rows.map((row) => this.#withTail(row)).filter((series) => recordsOf(series) > 0);
  }

  #withTail(row: SeriesRow): Series {
    const series = seriesOf(row);
    this.#journal.copyTail(series);
    return series;
  }
}

function nothing({ venue, storeKey }: SeriesKey): Series {
  return newSeries(0, venue, storeKey, '');
}
