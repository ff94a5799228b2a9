import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY_MS, epochMs, type Recorder } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc, isWhole } from '../../coding/row-crc.ts';
import type { FileDamage } from '../damage.ts';

interface ChangedDay {
  readonly venue: Recorder;
  readonly day: number;
  readonly seq: number;
  readonly crc?: number | null;
}

/**
 * Numbers of the days of a venue to which records were added after the day had passed. Exports by day are written again
 * when the number of their day has risen. Writes happen inside the caller's transaction.
 */
export class ChangedDaysTable {
  readonly #next: StatementSync;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync) {
    this.#next = db.prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM changed_day WHERE venue = ?');
    this.#put = db.prepare('INSERT OR REPLACE INTO changed_day (venue, day, seq, crc) VALUES (?, ?, ?, ?)');
  }

  /** Raises the numbers of days. @param t Times of the added records. */
  raise(venue: Recorder, t: Float64Array, length: number): void {
    if (length === 0) return;
    const days = new Set<number>();
    for (let i = 0; i < length; i++) days.add(Math.floor(t[i]! / DAY_MS));
    const seq = Number(this.#next.get(venue)?.seq);
    for (const day of days) this.#put.run(venue, day, seq, computeRowCrc([venue, day, seq]));
  }
}

/** Reads the numbers of all changed days, by venue and day; damaged rows are noted. */
export function readChangedDays(db: DatabaseSync, damage: FileDamage): Map<Recorder, Map<number, number>> {
  const byVenue = new Map<Recorder, Map<number, number>>();
  for (const { venue, day, seq } of prepareRows<ChangedDay>(db, 'SELECT * FROM changed_day').all()) {
    const days = byVenue.get(venue) ?? new Map<number, number>();
    byVenue.set(venue, days.set(day, seq));
  }
  verifyChangedDays(db, damage);
  return byVenue;
}

/** Reads every row, and notes damage. */
export function verifyChangedDays(db: DatabaseSync, damage: FileDamage): void {
  const rows = prepareRows<ChangedDay>(db, 'SELECT * FROM changed_day').iterate();
  for (const { venue, day, seq, crc } of rows) {
    if (isWhole(crc, [venue, day, seq])) continue;
    damage.note(`changed_day ${venue} ${day}`, {
      kind: 'row',
      venue,
      storeKey: '',
      records: 0,
      fromMs: epochMs(day * DAY_MS),
      toMs: epochMs((day + 1) * DAY_MS - 1),
      reason: 'the row of a changed day is damaged: copies of this venue by day may be out of date',
    });
  }
}
