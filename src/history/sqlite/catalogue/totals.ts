import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RECORDERS, type Recorder } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc, isWhole } from '../../coding/row-crc.ts';
import { type FileDamage, NOTHING_KNOWN } from '../damage.ts';
import type { Catalogue } from './catalogue.ts';

interface Total {
  /** Number of series with sealed records. */
  series: number;
  /** Number of sealed records. */
  records: number;
  /** Time of the latest sealed record, epoch ms; -Infinity without one. */
  lastMs: number;
}

/** Sums over the series of each venue, stored so that nothing has to be counted. */
export class Totals {
  readonly #put: StatementSync;
  readonly #committed = new Map<Recorder, Total>();
  #pending = new Map<Recorder, Total>();

  /** Reads the sums. If any row is damaged, the damage is noted, and the sums are computed again from the catalogue. */
  constructor(db: DatabaseSync, catalogue: Catalogue, damage: FileDamage) {
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO total (venue, series, records, last_ms, crc) VALUES (?, ?, ?, ?, ?)',
    );
    if (verifyTotals(db, damage)) {
      for (const { venue, series, records, last_ms: lastMs } of totalRows(db)) {
        this.#committed.set(venue, { series, records, lastMs });
      }
      return;
    }
    for (const venue of RECORDERS) {
      for (const { sealed } of catalogue.listAll(venue)) this.add(venue, 1, sealed.records, sealed.lastMs);
    }
    this.commit();
  }

  get series(): number {
    return [...this.#committed.values()].reduce((sum, { series }) => sum + series, 0);
  }

  get records(): number {
    return [...this.#committed.values()].reduce((sum, { records }) => sum + records, 0);
  }

  lastMs(venue: Recorder): number {
    return this.#committed.get(venue)?.lastMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Adds a change of the current transaction. */
  add(venue: Recorder, series: number, records: number, lastMs = Number.NEGATIVE_INFINITY): void {
    const known = this.#pending.get(venue) ?? this.#committed.get(venue);
    const before = known ?? { series: 0, records: 0, lastMs: Number.NEGATIVE_INFINITY };
    this.#pending.set(venue, {
      series: before.series + series,
      records: before.records + records,
      lastMs: Math.max(before.lastMs, lastMs),
    });
  }

  /** Writes the changed sums, inside the caller's transaction. */
  write(): void {
    for (const [venue, { series, records, lastMs }] of this.#pending) {
      const last = Number.isFinite(lastMs) ? lastMs : Number.MIN_SAFE_INTEGER;
      this.#put.run(venue, series, records, last, computeRowCrc([venue, series, records, last]));
    }
  }

  /** Accepts the changes after the transaction was committed. */
  commit(): void {
    for (const [venue, total] of this.#pending) this.#committed.set(venue, total);
    this.#pending = new Map();
  }

  /** Drops the changes after the transaction was rolled back. */
  rollback(): void {
    this.#pending = new Map();
  }
}

interface TotalRow {
  readonly venue: Recorder;
  readonly series: number;
  readonly records: number;
  readonly last_ms: number;
  readonly crc?: number | null;
}

/** Checks the rows of all sums, and notes damage. @returns Whether all are intact. */
export function verifyTotals(db: DatabaseSync, damage: FileDamage): boolean {
  let areWhole = true;
  for (const { venue, series, records, last_ms, crc } of totalRows(db)) {
    if (isWhole(crc, [venue, series, records, last_ms])) continue;
    areWhole = false;
    damage.note(`total ${venue}`, {
      ...NOTHING_KNOWN,
      venue,
      reason: 'the sums of a venue are damaged: the next writer computes them again',
    });
  }
  return areWhole;
}

function totalRows(db: DatabaseSync): TotalRow[] {
  return prepareRows<TotalRow>(db, 'SELECT * FROM total').all();
}
