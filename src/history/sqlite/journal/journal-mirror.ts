import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SeriesState } from '../series/series.ts';
import { NO_TAIL, Tail } from '../series/tail.ts';
import { TailRoom } from '../series/tail-room.ts';
import type { JournalRecords } from './journal.ts';
import { type DamagedRow, readJournalRows } from './journal-table.ts';

/** Minimum number of journal rows that are forgotten at once, since each time all series are visited. */
const FORGOTTEN_AT_ONCE = 256;

/** A reader's copy of the writer's tails, which are the records of the journal by series. */
export class JournalMirror {
  readonly #db: DatabaseSync;
  readonly #oldest: StatementSync;
  readonly #room = new TailRoom({ rows: true });
  readonly #bySeries = new Map<number, Tail>();
  #newestRow = 0;
  #oldestRow = 0;
  #commits = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#oldest = db.prepare('SELECT min(id) AS id FROM journal');
  }

  /** Number of journal rows read so far. */
  get commits(): number {
    return this.#commits;
  }

  /** Returns the numbers of the series in the journal. */
  ids(): IterableIterator<number> {
    return this.#bySeries.keys();
  }

  /**
   * Reads the rows that were added since the last call, inside the caller's transaction.
   *
   * @returns Damaged rows.
   */
  catchUp(): DamagedRow[] {
    const damaged: DamagedRow[] = [];
    for (const replayed of readJournalRows(this.#db, this.#newestRow)) {
      this.#newestRow = replayed.row;
      this.#commits++;
      if ('damaged' in replayed) damaged.push(replayed.damaged);
      else this.#add(replayed.row, replayed.batch);
    }
    const oldest = Number(this.#oldest.get()?.id ?? this.#newestRow + 1);
    if (oldest >= this.#oldestRow + FORGOTTEN_AT_ONCE) this.#forgetBefore(oldest);
    return damaged;
  }

  /**
   * Returns the journalled records of a series that are not in its pieces. The others are forgotten, since sealed
   * records never return to a tail. Valid until the next call of {@link catchUp}.
   */
  getTail({ id, sealed }: SeriesState): Tail {
    const tail = this.#bySeries.get(id);
    tail?.dropRows(sealed.row);
    return tail ?? NO_TAIL;
  }

  #add(row: number, { length, series, t, p, v, s }: JournalRecords): void {
    for (let i = 0; i < length; i++) {
      let tail = this.#bySeries.get(series[i]!);
      if (tail === undefined) {
        tail = new Tail(this.#room);
        this.#bySeries.set(series[i]!, tail);
      }
      tail.push(t[i]!, p[i]!, v[i]!, s[i]!, row);
    }
  }

  /** Forgets the records of rows that have left the journal, since all of their records are in pieces. */
  #forgetBefore(oldest: number): void {
    this.#oldestRow = oldest;
    for (const [id, tail] of this.#bySeries) {
      tail.dropRows(oldest - 1);
      if (tail.length === 0) this.#bySeries.delete(id);
    }
  }
}
