import { RECORDERS, type Recorder } from '../../../domain/index.ts';

/** Rows that can be moved into pages. */
export interface MovableRows {
  /** Counts the rows that may be moved. */
  waitingCount(): number;
  /** Counts the entries that are in pages. */
  pagedCount(): number;
  /**
   * Moves rows after a key into one page.
   *
   * @returns Key from which to continue; null when no row is left.
   */
  moveToPage(venue: Recorder, after: string): string | null;
}

/** Ratio of waiting rows to entries in pages at which rows are moved, so that rewriting a page moves several rows. */
const WAITING_SHARE = 1 / 32;

export interface PageMoverOptions {
  /** Minimum number of waiting rows; fewer are not moved. */
  readonly minWaiting: number;
  /** Number of commits between two counts of the rows. */
  readonly countEvery: number;
}

/** Moves rows that are no longer written to into pages, a few with each commit. */
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
   * Runs one step, inside the caller's transaction.
   *
   * @returns Whether the step had work to do.
   */
  step(): boolean {
    if (this.#venues.length === 0 && !this.#isDue()) return false;
    this.#moveOne();
    return true;
  }

  /** Moves all rows that may be moved. */
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
