import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY_MS, type VenueId } from '../../domain/index.ts';

/**
 * Days of a venue that records were added to after they had passed: whoever keeps copies by day makes those
 * again whose number has risen. Writing happens inside the caller's transaction.
 */
export class ChangedDays {
  readonly #next: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync) {
    this.#next = db.prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM changed_day WHERE venue = ?');
    this.#put = db.prepare('INSERT OR REPLACE INTO changed_day (venue, day, seq) VALUES (?, ?, ?)');
  }

  /** @param t Times of the added records. */
  raise(venue: VenueId, t: Float64Array, length: number): void {
    if (length === 0) return;
    const days = new Set<number>();
    for (let i = 0; i < length; i++) days.add(Math.floor(t[i]! / DAY_MS));
    const seq = Number(this.#next.get(venue)?.seq);
    for (const day of days) this.#put.run(venue, day, seq);
  }
}
