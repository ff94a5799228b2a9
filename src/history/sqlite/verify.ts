import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { RECORDERS, type Recorder, toMessage, VENUES } from '../../domain/index.ts';
import type { CorruptBlock } from '../contract/corrupt-block.ts';
import { BarTable } from './bars/bar-table.ts';
import { verifyBatches } from './batches/verify-batches.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { verifyChangedDays } from './catalogue/changed-days-table.ts';
import { verifyTotals } from './catalogue/totals.ts';
import { describeSealed, FileDamage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { ForecastTable } from './forecasts/forecast-table.ts';
import { GapTable } from './gap-table.ts';
import { JournalMirror } from './journal/journal-mirror.ts';
import { listLost } from './journal/journal-table.ts';
import { LongSnapshot, type SnapshotLimits } from './long-snapshot.ts';
import { Pieces } from './pieces/pieces.ts';
import { countRecords } from './reading/positions.ts';
import { MarkTable } from './references/mark-table.ts';
import { Register } from './register/register.ts';
import { ResolutionTable } from './resolution-table.ts';
import type { SeriesState } from './series/series.ts';
import { SettledDayTable } from './settled/settled-day-table.ts';
import { SettledTable } from './settled/settled-table.ts';

export interface Verification {
  readonly series: number;
  readonly records: number;
  /** Damage of the file, by key and time. */
  readonly damaged: readonly CorruptBlock[];
  /** Faults of the database structure, in SQLite's words. */
  readonly problems: readonly string[];
}

/** Maximum number of faults that SQLite reports: more of them add nothing. */
const MAX_PROBLEMS = 100;

/**
 * Verifies every checksum of a history file, with or without a running writer, and the structure of the database. It
 * reads packs and their minute bars, pages and rows of the catalogue, index rows, journal rows, gaps, resolutions,
 * markets, rules, links, stated ends, forecasts, marks, verdicts, closed days, bars and imports.
 *
 * Beside a writer, a history that is too long for one snapshot is read in several, each series in one of them.
 *
 * @throws {HistoryFormatError} when there is no history, or this version cannot read it.
 */
export function verifyHistory(dataDir: string, limits: SnapshotLimits = {}): Verification {
  const db = openDatabaseReadOnly(dataDir);
  try {
    const snapshot = new LongSnapshot(db, join(dataDir, HISTORY_FILE), limits);
    return new Verifier(db, snapshot).run();
  } finally {
    db.close();
  }
}

class Verifier {
  readonly #db: DatabaseSync;
  readonly #snapshot: LongSnapshot;
  readonly #damage: FileDamage;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #journal: JournalMirror;
  readonly #register: Register;
  readonly #problems: string[];
  #series = 0;
  #records = 0;

  constructor(db: DatabaseSync, snapshot: LongSnapshot) {
    this.#db = db;
    this.#snapshot = snapshot;
    this.#damage = new FileDamage(db);
    this.#pieces = new Pieces(db, this.#damage);
    this.#catalogue = new Catalogue(db, this.#damage);
    this.#journal = new JournalMirror(db);
    this.#register = new Register(db, this.#damage);
    this.#problems = checkStructure(db);
  }

  run(): Verification {
    this.#attempt('journal', () => this.#catchUp());
    for (const venue of RECORDERS) this.#attempt(`series of ${venue}`, () => this.#verifyVenue(venue));
    this.#attempt('gaps', () => new GapTable(this.#db, this.#damage).verify());
    this.#attempt('changed days', () => verifyChangedDays(this.#db, this.#damage));
    this.#attempt('sums', () => verifyTotals(this.#db, this.#damage));
    for (const venue of VENUES) {
      this.#attempt(`markets of ${venue}`, () => this.#register.verifyMarkets(venue));
    }
    this.#attempt('rules', () => this.#register.verifyRules());
    this.#attempt('links', () => this.#register.verifyLinks());
    this.#attempt('stated ends', () => this.#register.verifyEnds());
    this.#attempt('forecasts', () => new ForecastTable(this.#db, this.#damage).verify());
    this.#attempt('marks', () => new MarkTable(this.#db, this.#damage).verify());
    this.#attempt('closed days', () => new SettledDayTable(this.#db, this.#damage).verify());
    this.#attempt('verdicts', () => new SettledTable(this.#db, this.#damage).verify());
    this.#attempt('bars', () => new BarTable(this.#db, this.#damage).verify());
    this.#attempt('imports', () => verifyBatches(this.#db, this.#damage));
    this.#attempt('resolutions', () => new ResolutionTable(this.#db, this.#damage).verify());
    const damaged = this.#damage.all;
    return { series: this.#series, records: this.#records, damaged, problems: this.#problems };
  }

  #catchUp(): void {
    for (const row of this.#journal.catchUp()) {
      for (const lost of listLost(row, (id) => this.#catalogue.findById(id)))
        this.#damage.note(lost.place, lost);
    }
  }

  #verifyVenue(venue: Recorder): void {
    for (let after: string | null = ''; after !== null; ) after = this.#verifyFrom(venue, after);
  }

  /** Verifies series after a key. @returns Key after which to continue in a new snapshot; null at the end. */
  #verifyFrom(venue: Recorder, after: string): string | null {
    for (const series of this.#catalogue.listAll(venue, after)) {
      this.#verifySeries(series);
      if (!this.#snapshot.renewIfDue()) continue;
      // Rows and pages that were read ahead belong to the old snapshot.
      this.#catalogue.forget();
      this.#catchUp();
      return series.storeKey;
    }
    return null;
  }

  #verifySeries(series: SeriesState): void {
    const counted = series.sealed.records;
    const { entries, records } = this.#pieces.list(series);
    for (const entry of entries) {
      if (!this.#pieces.packs.verify(entry.pack)) this.#pieces.noteDamagedFacts(series, entry);
      this.#pieces.open(series, entry);
      this.#pieces.readMinutes(series, entry);
    }
    series.tail = this.#journal.getTail(series);
    this.#series++;
    this.#records += countRecords(series);
    if (records !== counted) {
      const { venue, storeKey, sealed } = series;
      this.#damage.note(`series ${series.id}`, {
        ...describeSealed({ venue, storeKey }, { ...sealed, records: counted - records }),
        reason: `the series has ${records} records in its pieces and should have ${counted}`,
      });
    }
    this.#pieces.drop(series);
  }

  /** Runs one part of the verification. A page that SQLite cannot read ends only this part, as a listed problem. */
  #attempt(what: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#problems.push(`${what}: ${toMessage(error)}`);
    }
  }
}

function checkStructure(db: DatabaseSync): string[] {
  try {
    const lines = db.prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`).all();
    return lines.map((line) => String(line.integrity_check)).filter((line) => line !== 'ok');
  } catch (error) {
    return [toMessage(error)];
  }
}
