import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { VenueId } from '../../domain/index.ts';

interface Total {
  /** Series with records. */
  series: number;
  /** Sealed records. */
  records: number;
  /** The latest sealed record; -Infinity without one. */
  lastMs: number;
}

/** Sums over the series of a venue, kept so that nothing has to be counted. */
export class Totals {
  readonly #put: StatementSync;
  readonly #committed = new Map<VenueId, Total>();
  #pending = new Map<VenueId, Total>();

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO total (venue, series, records, last_ms) VALUES (?, ?, ?, ?)',
    );
    for (const row of db.prepare('SELECT * FROM total').all()) {
      const total = { series: Number(row.series), records: Number(row.records), lastMs: Number(row.last_ms) };
      this.#committed.set(row.venue as VenueId, total);
    }
  }

  get series(): number {
    return [...this.#committed.values()].reduce((sum, { series }) => sum + series, 0);
  }

  get records(): number {
    return [...this.#committed.values()].reduce((sum, { records }) => sum + records, 0);
  }

  lastMs(venue: VenueId): number {
    return this.#committed.get(venue)?.lastMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Counts a change of the transaction that is under way. */
  add(venue: VenueId, series: number, records: number, lastMs = Number.NEGATIVE_INFINITY): void {
    const known = this.#pending.get(venue) ?? this.#committed.get(venue);
    const before = known ?? { series: 0, records: 0, lastMs: Number.NEGATIVE_INFINITY };
    this.#pending.set(venue, {
      series: before.series + series,
      records: before.records + records,
      lastMs: Math.max(before.lastMs, lastMs),
    });
  }

  /** Writes what was counted, inside the caller's transaction. */
  write(): void {
    for (const [venue, { series, records, lastMs }] of this.#pending) {
      this.#put.run(venue, series, records, Number.isFinite(lastMs) ? lastMs : Number.MIN_SAFE_INTEGER);
    }
  }

  /** The transaction is committed. */
  commit(): void {
    for (const [venue, total] of this.#pending) this.#committed.set(venue, total);
    this.#pending = new Map();
  }

  /** The transaction was rolled back. */
  rollback(): void {
    this.#pending = new Map();
  }
}
