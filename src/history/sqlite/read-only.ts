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
import { aggregateWindow } from './aggregate.ts';
import { Catalogue } from './catalogue.ts';
import { Damage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { GapTable, ResolutionTable } from './events.ts';
import { JournalMirror } from './journal-mirror.ts';
import { lostIn } from './journal-table.ts';
import { Pieces } from './pieces.ts';
import { lastRecord, readPage, recordsOf } from './reads.ts';
import { newSeries, type Series } from './series.ts';
import { entryOf, sizeOf, VENUES_IN_ORDER } from './sqlite-history.ts';

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
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #journal: JournalMirror;
  readonly #gaps: GapTable;
  readonly #resolutions: ResolutionTable;
  readonly #catalogue: Catalogue;
  readonly #sums: StatementSync;
  #closed = false;

  /** @throws {HistoryFormatError | DataDirLockedError} */
  constructor(dataDir: string) {
    this.#file = join(dataDir, HISTORY_FILE);
    this.#db = openDatabaseReadOnly(dataDir);
    this.#damage = new Damage(this.#db);
    this.#pieces = new Pieces(this.#db, this.#damage);
    this.#journal = new JournalMirror(this.#db);
    this.#gaps = new GapTable(this.#db, this.#damage);
    this.#resolutions = new ResolutionTable(this.#db, this.#damage);
    this.#catalogue = new Catalogue(this.#db, this.#damage);
    this.#sums = this.#db.prepare('SELECT sum(series) AS series, sum(records) AS records FROM total');
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#snapshot(() => readPage(this.#pieces, this.#series(key) ?? nothing(key), options));
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.#snapshot(() => aggregateWindow(this.#pieces, this.#series(key) ?? nothing(key), options));
  }

  async last(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.#snapshot(() => lastRecord(this.#pieces, this.#series(key) ?? nothing(key), atOrBefore));
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return this.#snapshot(() => {
      const series = this.#series(key);
      return series === null || recordsOf(series) === 0 ? null : entryOf(series);
    });
  }

  async assets(venue?: VenueId): Promise<SeriesEntry[]> {
    return this.#snapshot(() => {
      const entries: SeriesEntry[] = [];
      for (const one of venue === undefined ? VENUES_IN_ORDER : [venue]) {
        for (const series of this.#catalogue.all(one)) {
          this.#journal.copyTail(series);
          if (recordsOf(series) > 0) entries.push(entryOf(series));
        }
      }
      return entries;
    });
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
      const sums = this.#sums.get();
      let observations = Number(sums?.records ?? 0);
      for (const id of this.#journal.ids()) {
        const series = this.#catalogue.byId(id);
        if (series !== null) observations += this.#withTail(series).tail.length;
      }
      return {
        series: Number(sums?.series ?? 0),
        observations,
        totalBytes: sizeOf(this.#file) + sizeOf(`${this.#file}-wal`),
        commits: this.#journal.commits,
        corruptBlocks: this.#damage.all,
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
      for (const damaged of this.#journal.catchUp()) {
        const seriesOf = (id: number) => this.#catalogue.byId(id);
        for (const lost of lostIn(damaged, seriesOf)) this.#damage.note(lost.place, lost);
      }
      return read();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  #series(key: SeriesKey): Series | null {
    const series = this.#catalogue.find(key);
    return series === null ? null : this.#withTail(series);
  }

  #withTail(series: Series): Series {
    this.#journal.copyTail(series);
    return series;
  }
}

function nothing({ venue, storeKey }: SeriesKey): Series {
  return newSeries(0, venue, storeKey, '');
}
