import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalBatch } from './journal.ts';
import { type DamagedRow, journalRows } from './journal-table.ts';
import type { Series } from './series.ts';

/** The records of one series that stand in journal rows, in the order in which they came. */
interface Journalled {
  rows: number[];
  t: number[];
  p: number[];
  v: number[];
  s: number[];
}

/** Rows are forgotten together, once so many have left the journal: each time all series are looked at. */
const FORGOTTEN_AT_ONCE = 256;

/** A reader's copy of what the writer has in its tails: the journal, sorted by series. */
export class JournalMirror {
  readonly #db: DatabaseSync;
  readonly #oldest: StatementSync;
  readonly #bySeries = new Map<number, Journalled>();
  #newestRow = 0;
  #oldestRow = 0;
  #commits = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#oldest = db.prepare('SELECT min(id) AS id FROM journal');
  }

  /** Journal rows read so far. */
  get commits(): number {
    return this.#commits;
  }

  /** The numbers of the series that the journal names. */
  ids(): IterableIterator<number> {
    return this.#bySeries.keys();
  }

  /**
   * Reads the rows that came since the last call, inside the caller's transaction.
   *
   * @returns Rows that are damaged.
   */
  catchUp(): DamagedRow[] {
    const damaged: DamagedRow[] = [];
    for (const replayed of journalRows(this.#db, this.#newestRow)) {
      this.#newestRow = replayed.row;
      this.#commits++;
      if ('damaged' in replayed) damaged.push(replayed.damaged);
      else this.#take(replayed.row, replayed.batch);
    }
    const oldest = Number(this.#oldest.get()?.id ?? this.#newestRow + 1);
    if (oldest >= this.#oldestRow + FORGOTTEN_AT_ONCE) this.#forgetBefore(oldest);
    return damaged;
  }

  /** Fills the tail of a series with the journalled records that its blocks do not hold yet. */
  copyTail(series: Series): void {
    const known = this.#bySeries.get(series.id);
    if (known === undefined) return;
    const { rows, t, p, v, s } = known;
    for (let i = 0; i < rows.length; i++) {
      if (rows[i]! > series.sealed.row) series.tail.pushInOrder(t[i]!, p[i]!, v[i]!, s[i]!);
    }
  }

  #take(row: number, { length, series, t, p, v, s }: JournalBatch): void {
    for (let i = 0; i < length; i++) {
      let known = this.#bySeries.get(series[i]!);
      if (known === undefined) {
        known = { rows: [], t: [], p: [], v: [], s: [] };
        this.#bySeries.set(series[i]!, known);
      }
      known.rows.push(row);
      known.t.push(t[i]!);
      known.p.push(p[i]!);
      known.v.push(v[i]!);
      known.s.push(s[i]!);
    }
  }

  /** Rows leave the journal when all their records are in blocks. */
  #forgetBefore(oldest: number): void {
    this.#oldestRow = oldest;
    for (const [id, { rows, t, p, v, s }] of this.#bySeries) {
      const from = rows.findIndex((row) => row >= oldest);
      if (from === 0) continue;
      if (from < 0) this.#bySeries.delete(id);
      else for (const column of [rows, t, p, v, s]) column.splice(0, from);
    }
  }
}
