import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type EpochMs, epochMs, type Recorder } from '../../domain/index.ts';
import {
  type Columns,
  type HistoryReader,
  SCAN_PAGE_RECORDS,
  type ScanOptions,
  type StoreStats,
} from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import { BarTable } from './bars/bar-table.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { FileDamage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { readSize } from './file-size.ts';
import { ForecastTable } from './forecasts/forecast-table.ts';
import { GapTable } from './gap-table.ts';
import { JournalMirror } from './journal/journal-mirror.ts';
import { listLost } from './journal/journal-table.ts';
import type { SnapshotLimits } from './long-snapshot.ts';
import { Pieces } from './pieces/pieces.ts';
import { MarkTable } from './references/mark-table.ts';
import { Register } from './register/register.ts';
import { ResolutionTable } from './resolution-table.ts';
import type { SeriesState } from './series/series.ts';
import { SettledDayTable } from './settled/settled-day-table.ts';
import { SettledTable } from './settled/settled-table.ts';
import { SnapshotScan } from './snapshot-scan.ts';
import { type ReadTables, SqliteReads } from './sqlite-reads.ts';

/** Maximum number of series that are cached until the next commit. */
const MAX_KNOWN = 256;

/**
 * Reader of the SQLite engine, beside its writer.
 *
 * The tails in the writer's memory are also rows of the journal, so a read transaction sees every acknowledged record.
 * Each call is one transaction: it sees one state, and holds no snapshot when it returns, so that the write-ahead log
 * does not grow. Only a scan has a snapshot of its own, with a limited age.
 */
export class SqliteHistoryReader extends SqliteReads implements HistoryReader {
  readonly #db: DatabaseSync;
  readonly #dataDir: string;
  readonly #file: string;
  readonly #limits: SnapshotLimits;
  readonly #damage: FileDamage;
  readonly #journal: JournalMirror;
  protected readonly tables: ReadTables;
  readonly #sums: StatementSync;
  readonly #lastMs: StatementSync;
  readonly #version: StatementSync;
  /** Series looked up since the last commit of the writer, so that the index of a long one is read only once. */
  readonly #known = new Map<string, SeriesState>();
  #seenVersion = -1;
  #closed = false;

  /**
   * Opens the file to read it.
   *
   * @param limits Limits of the age of a scan's snapshot.
   * @throws {HistoryFormatError | DataDirLockedError} when the file cannot be opened.
   */
  constructor(dataDir: string, limits: SnapshotLimits = {}) {
    super();
    this.#dataDir = dataDir;
    this.#limits = limits;
    this.#file = join(dataDir, HISTORY_FILE);
    this.#db = openDatabaseReadOnly(dataDir);
    this.#damage = new FileDamage(this.#db);
    this.#journal = new JournalMirror(this.#db);
    const gaps = new GapTable(this.#db, this.#damage);
    this.tables = {
      pieces: new Pieces(this.#db, this.#damage),
      catalogue: new Catalogue(this.#db, this.#damage),
      register: new Register(this.#db, this.#damage),
      gaps,
      gapsByTime: gaps,
      resolutions: new ResolutionTable(this.#db, this.#damage),
      forecasts: new ForecastTable(this.#db, this.#damage),
      marks: new MarkTable(this.#db, this.#damage),
      settledDays: new SettledDayTable(this.#db, this.#damage),
      settled: new SettledTable(this.#db, this.#damage),
      bars: new BarTable(this.#db, this.#damage),
    };
    this.#version = this.#db.prepare('PRAGMA data_version');
    this.#lastMs = this.#db.prepare('SELECT last_ms FROM total WHERE venue = ?');
    this.#sums = this.#db.prepare('SELECT sum(series) AS series, sum(records) AS records FROM total');
  }

  async *scan(
    key: SeriesKey,
    { pageRecords = SCAN_PAGE_RECORDS, ...window }: ScanOptions = {},
  ): AsyncGenerator<Columns> {
    if (this.#closed) throw new Error('the history reader is closed');
    const target = { key, window, limits: this.#limits };
    const scan = new SnapshotScan(this.#dataDir, this.#damage, target);
    try {
      for (let page = scan.read(pageRecords); page !== null; page = scan.read(pageRecords)) {
        if (page.length > 0) yield page;
      }
    } finally {
      scan.close();
    }
  }

  async findLastRecordedMs(venue: Recorder): Promise<EpochMs | null> {
    return this.snapshot(() => {
      let latest = Number(this.#lastMs.get(venue)?.last_ms ?? Number.NEGATIVE_INFINITY);
      for (const id of this.#journal.ids()) {
        const series = this.tables.catalogue.findById(id);
        if (series === null || series.venue !== venue) continue;
        latest = Math.max(latest, this.withTail(series).tail.lastMs);
      }
      return Number.isSafeInteger(latest) && latest > Number.MIN_SAFE_INTEGER ? epochMs(latest) : null;
    });
  }

  /** Returns statistics; `commits` counts the commits that this reader has noticed. */
  async readStats(): Promise<StoreStats> {
    return this.snapshot(() => {
      const sums = this.#sums.get();
      let observations = Number(sums?.records ?? 0);
      for (const id of this.#journal.ids()) {
        const series = this.tables.catalogue.findById(id);
        if (series !== null) observations += this.withTail(series).tail.length;
      }
      return {
        series: Number(sums?.series ?? 0),
        observations,
        totalBytes: readSize(this.#file) + readSize(`${this.#file}-wal`),
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

  protected snapshot<T>(read: () => T): T {
    if (this.#closed) throw new Error('the history reader is closed');
    this.#db.exec('BEGIN');
    try {
      this.#catchUp();
      return read();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  protected findSeries(key: SeriesKey): SeriesState | null {
    const name = `${key.venue} ${key.storeKey}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const series = this.tables.catalogue.find(key);
    if (series === null) return null;
    if (this.#known.size >= MAX_KNOWN) this.#forget();
    this.#known.set(name, this.withTail(series));
    return series;
  }

  /** Reads the journal and drops cached series if the writer has committed, since a commit may have moved any piece. */
  #catchUp(): void {
    // Reading the version begins the snapshot.
    const version = Number(this.#version.get()?.data_version);
    if (version === this.#seenVersion) return;
    for (const damaged of this.#journal.catchUp()) {
      const findSeries = (id: number) => this.tables.catalogue.findById(id);
      for (const lost of listLost(damaged, findSeries)) this.#damage.note(lost.place, lost);
    }
    this.#forget();
    this.#seenVersion = version;
  }

  #forget(): void {
    for (const series of this.#known.values()) this.tables.pieces.drop(series);
    this.#known.clear();
  }

  protected withTail(series: SeriesState): SeriesState {
    series.tail = this.#journal.getTail(series);
    return series;
  }
}
