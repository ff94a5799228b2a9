import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS } from '../../../domain/index.ts';
import { ColumnBuilder } from '../../columns.ts';
import type { Columns } from '../../history-store.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { Totals } from '../catalogue/totals.ts';
import { Damage } from '../damage.ts';
import { createDatabase, HistoryFormatError } from '../database.ts';
import { GapTable } from '../gap-table.ts';
import { JournalTable } from '../journal/journal-table.ts';
import { PieceWriter } from '../pieces/piece-writer.ts';
import { Pieces } from '../pieces/pieces.ts';
import { ResolutionTable } from '../resolution-table.ts';
import { createSeries, type Series } from '../series/series.ts';
import { ColumnSums } from './column-sums.ts';
import type { Format1File, OldSeries } from './format-1/file.ts';

/** How far the upgrade of a file has come. */
export interface UpgradeProgress {
  readonly fromFormat: number;
  readonly toFormat: number;
  readonly seriesDone: number;
  readonly series: number;
}

/** The tails of this many series are held at a time; the old journal is read once for each such window. */
const WINDOW_SERIES = 20_000;

/** Series of one transaction. */
const SERIES_AT_ONCE = 512;

/** Records of one series that are held at a time. */
const RECORDS_AT_ONCE = 65_536;

/** A tail without a record for this long goes into a pack. */
const SLEEPS_AFTER_MS = HOUR_MS;

/**
 * A new file that is made of an old one, series by series, each transaction with the place up to which it has come.
 *
 * @throws {HistoryFormatError} when a record does not come back as it was.
 */
export class FormatUpgrade {
  readonly #db: DatabaseSync;
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #writer: PieceWriter;
  readonly #catalogue: Catalogue;
  readonly #totals: Totals;
  readonly #journal: JournalTable;
  #nextRow: number;

  constructor(target: string, fingerprint: string) {
    this.#db = createDatabase(target);
    this.#db.exec('CREATE TABLE IF NOT EXISTS upgrade (fingerprint TEXT, series INTEGER, id INTEGER)');
    const begun = this.#db.prepare('SELECT 1 FROM upgrade').get();
    if (begun === undefined) {
      this.#db.prepare('INSERT INTO upgrade (fingerprint, series, id) VALUES (?, 0, 0)').run(fingerprint);
    }
    this.#damage = new Damage(this.#db);
    this.#pieces = new Pieces(this.#db, this.#damage);
    this.#writer = new PieceWriter(this.#pieces, this.#damage);
    this.#catalogue = new Catalogue(this.#db, this.#damage);
    this.#totals = new Totals(this.#db, this.#catalogue, this.#damage);
    this.#journal = new JournalTable(this.#db);
    this.#nextRow = this.#journal.readLastRow() + 1;
  }

  matches(fingerprint: string): boolean {
    return this.#db.prepare('SELECT fingerprint FROM upgrade').get()?.fingerprint === fingerprint;
  }

  async run(old: Format1File, onProgress: (progress: UpgradeProgress) => void): Promise<void> {
    const state = this.#db.prepare('SELECT series, id FROM upgrade').get();
    let done = Number(state?.series);
    let lastId = Number(state?.id);
    const series = old.countSeries();
    const report = () => onProgress({ fromFormat: 1, toFormat: 2, seriesDone: done, series });
    report();
    for (;;) {
      const window = old.listSeriesAfter(lastId, WINDOW_SERIES);
      if (window.length === 0) break;
      const byId = new Map(window.map((entry) => [entry.id, entry]));
      const { tails, newestMs } = old.readTails(byId, (damage) =>
        this.#damage.keep(damage.place, damage, damage.data),
      );
      for (let from = 0; from < window.length; from += SERIES_AT_ONCE) {
        const some = window.slice(from, from + SERIES_AT_ONCE);
        done += some.length;
        lastId = some.at(-1)!.id;
        this.#transaction(() => {
          this.#take(old, some, tails, newestMs - SLEEPS_AFTER_MS);
          this.#db.prepare('UPDATE upgrade SET series = ?, id = ?').run(done, lastId);
        });
        report();
        await nextTurn();
      }
    }
    this.#transaction(() => this.#finish(old));
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#db.close();
  }

  #transaction(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#totals.write();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
    this.#totals.commit();
  }

  /** Takes series over, those without a recent record into packs, and compares the result. */
  #take(
    old: Format1File,
    some: readonly OldSeries[],
    tails: ReadonlyMap<number, ColumnBuilder>,
    awakeFrom: number,
  ): void {
    const awake: { readonly series: Series; readonly tail: ColumnBuilder }[] = [];
    const sums = new Map<Series, ColumnSums>();
    let pending: { readonly series: Series; readonly columns: Columns }[] = [];
    let pendingRecords = 0;
    const flush = () => {
      this.#seal(pending);
      pending = [];
      pendingRecords = 0;
    };
    for (const from of some) {
      const series = createSeries(from);
      const sum = new ColumnSums();
      let columns = new ColumnBuilder();
      for (const block of old.readBlocks(from, (damage) =>
        this.#damage.keep(damage.place, damage, damage.data),
      )) {
        columns.pushAll(block);
        sum.add(block);
        if (columns.length < RECORDS_AT_ONCE) continue;
        this.#seal([{ series, columns }]);
        columns = new ColumnBuilder();
      }
      const tail = tails.get(series.id);
      const isAwake = tail !== undefined && tail.t[tail.length - 1]! >= awakeFrom;
      if (isAwake) awake.push({ series, tail });
      else if (tail !== undefined) {
        columns.pushAll(tail);
        sum.add(tail);
      }
      if (columns.length > 0) pending.push({ series, columns });
      pendingRecords += columns.length;
      if (pendingRecords >= RECORDS_AT_ONCE) flush();
      sums.set(series, sum);
    }
    flush();
    for (const [series, sum] of sums) {
      this.#compare(series, sum);
      series.sealed = { ...series.sealed, row: this.#nextRow - 1 };
      const { records, lastMs } = series.sealed;
      if (records === 0 && !tails.has(series.id)) continue;
      this.#catalogue.write(series, series.sealed);
      this.#totals.add(series.venue, 1, records, lastMs);
      this.#pieces.drop(series);
    }
    for (const { series, tail } of awake) this.#toJournal(series, tail);
  }

  #seal(requests: readonly { readonly series: Series; readonly columns: Columns }[]): void {
    const row = this.#nextRow - 1;
    for (const change of this.#writer.seal(requests.map((request) => ({ ...request, row })))) {
      this.#writer.apply(change);
    }
  }

  /** One row per series: the next upgrade of the journal is the sealing of these tails. */
  #toJournal({ id, venue, storeKey }: Series, tail: ColumnBuilder): void {
    const { length, t, p, v, s } = tail;
    const row = this.#nextRow++;
    const batch = { length, t, p, v, s, series: new Uint32Array(length).fill(id) };
    this.#journal.write(row, batch, venue);
    if (!new ColumnSums(this.#journal.read(row)).equals(new ColumnSums(tail))) throw differs(storeKey);
  }

  /** Reads back the sealed records of a series. */
  #compare(series: Series, expected: ColumnSums): void {
    const sum = new ColumnSums();
    for (const entry of this.#pieces.list(series).entries) {
      const columns = this.#pieces.open(series, entry);
      if (columns === null) throw differs(series.storeKey);
      sum.add(columns);
    }
    if (!sum.equals(expected)) throw differs(series.storeKey);
  }

  #finish(old: Format1File): void {
    for (const damage of old.listDamaged()) this.#damage.keep(damage.place, damage, damage.data);
    const gaps = new GapTable(this.#db, this.#damage);
    for (const gap of old.listGaps()) gaps.put(gap);
    const resolutions = new ResolutionTable(this.#db, this.#damage);
    for (const resolution of old.listResolutions()) resolutions.put(resolution);
    const tailed = new Set(this.#journal.listSeriesIds());
    this.#catalogue
      .createMover(
        () => tailed.size,
        (id) => tailed.has(id),
      )
      .finish();
    this.#db.exec('DROP TABLE upgrade');
  }
}

function differs(storeKey: string): HistoryFormatError {
  return new HistoryFormatError(
    `the upgrade read ${storeKey} back otherwise than it was: the old file is kept as it is`,
  );
}
