import { VENUES, type VenueId } from '../../../domain/index.ts';
import type { Catalogue } from './catalogue.ts';

/** Rows of series that nobody writes to may wait until there are this many, or this share of those in pages. */
const MIN_WAITING = 4_096;
const WAITING_SHARE = 1 / 32;

/** The rows are counted once in this many commits. */
const COUNT_EVERY = 64;

/** Moves rows of series that are not written to into pages of the catalogue, a little with each commit. */
export class PageMover {
  readonly #catalogue: Catalogue;
  readonly #isBusy: (id: number) => boolean;
  #commits = 0;
  #venues: VenueId[] = [];
  #after = '';

  constructor(catalogue: Catalogue, isBusy: (id: number) => boolean) {
    this.#catalogue = catalogue;
    this.#isBusy = isBusy;
  }

  /**
   * One step, inside the caller's transaction.
   *
   * @param busy How many series keep their rows.
   * @returns Whether rows were moved.
   */
  step(busy: number): boolean {
    if (this.#venues.length === 0 && !this.#isDue(busy)) return false;
    this.#moveOne();
    return true;
  }

  /** Moves all that there is to move. */
  finish(): void {
    this.#venues = [...VENUES];
    this.#after = '';
    while (this.#venues.length > 0) this.#moveOne();
  }

  #isDue(busy: number): boolean {
    if (this.#commits++ % COUNT_EVERY !== 0) return false;
    const waiting = this.#catalogue.rowCount() - busy;
    if (waiting < Math.max(MIN_WAITING, this.#catalogue.pagedCount() * WAITING_SHARE)) return false;
    this.#venues = [...VENUES];
    this.#after = '';
    return true;
  }

  #moveOne(): void {
    const [venue] = this.#venues;
    if (venue === undefined) return;
    const next = this.#catalogue.moveToPage(venue, this.#after, this.#isBusy);
    if (next !== null) {
      this.#after = next;
      return;
    }
    this.#venues.shift();
    this.#after = '';
  }
}
