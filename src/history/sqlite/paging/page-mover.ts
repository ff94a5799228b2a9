import { RECORDERS, type Recorder } from '../../../domain/index.ts';

/** Rows that can be moved into pages. */
export interface MovableRows {
  /** Rows that may be moved. */
  waitingCount(): number;
  /** Entries that are in pages. */
  pagedCount(): number;
  /**
   * Moves rows behind a key into one page.
   *
   * @returns The key to continue from; null when there is none left.
   */
  moveToPage(venue: Recorder, after: string): string | null;
}

/** Share of the rows in pages from which waiting rows are moved, so that one rewrite of a page takes several rows. */
const WAITING_SHARE = 1 / 32;

export interface PageMoverOptions {
  /** Fewer rows are left where they are. */
  readonly minWaiting: number;
  /** Number of commits between two counts of the rows. */
  readonly countEvery: number;
}

/** Moves rows that are not written to into pages, a little with each commit. */
export class PageMover {
  readonly #rows: MovableRows;
  readonly #options: PageMoverOptions;
  #commits = 0;
  #venues: Recorder[] = [];
  #after = '';

  constructor(rows: MovableRows, options: PageMoverOptions) {
    this.#rows = rows;
    this.#options = options;
  }

  /**
   * One step, inside the caller's transaction.
   *
   * @returns Whether rows were moved.
   */
  step(): boolean {
    if (this.#venues.length === 0 && !this.#isDue()) return false;
    this.#moveOne();
    return true;
  }

  /** Moves every entry that is due. */
  finish(): void {
    this.#venues = [...RECORDERS];
    this.#after = '';
    while (this.#venues.length > 0) this.#moveOne();
  }

  #isDue(): boolean {
    const { minWaiting, countEvery } = this.#options;
    if (this.#commits++ % countEvery !== 0) return false;
    const waiting = this.#rows.waitingCount();
    if (waiting < minWaiting || waiting < this.#rows.pagedCount() * WAITING_SHARE) return false;
    this.#venues = [...RECORDERS];
    this.#after = '';
    return true;
  }

  #moveOne(): void {
    const [venue] = this.#venues;
    if (venue === undefined) return;
    const next = this.#rows.moveToPage(venue, this.#after);
    if (next !== null) {
      this.#after = next;
      return;
    }
    this.#venues.shift();
    this.#after = '';
  }
}
