import type { Columns, SeriesObservation } from '../../contract/history-store.ts';
import type { LiveSeries } from '../series/live-series.ts';
import { type SeriesState, SHORT_PIECE } from '../series/series.ts';
import { Sleepers } from '../series/sleepers.ts';
import type { JournalTable } from './journal-table.ts';

/**
 * Maximum number of records that one append seals, or this multiple of its own records: no poll waits for long, and
 * tails are sealed faster than they grow.
 */
const MAX_SEALED_RECORDS = 4_096;
const SEALED_PER_RECORD = 2;

/** Number of records that the journal may hold beyond three times the records in tails. */
const JOURNAL_SLACK = 262_144;

/**
 * Number of records in all tails above which the oldest tails are sealed before they are full. Each record costs 17 to
 * 29 bytes here and in every thread that mirrors the journal, and thousands of series that are polled twice a minute
 * would need a night to fill their tails.
 */
const MAX_RECORDS = 524_288;

/** Number of series that one commit seals when all tails are sealed. */
const SEALED_AT_ONCE = 2_048;

/** Tails of all series, and the choice of those that are sealed next. */
export class Tails {
  readonly #live: LiveSeries;
  readonly #journal: JournalTable;
  readonly #sleepers: Sleepers;
  /** Series whose tail has reached its length for sealing. */
  readonly #full = new Set<SeriesState>();
  /** Series with a tail, in the order in which their oldest records arrived. */
  readonly #unsealed = new Set<SeriesState>();
  #records = 0;
  /** Latest time of the newest batch, epoch ms. */
  #pollTime = Number.NEGATIVE_INFINITY;

  constructor(live: LiveSeries, journal: JournalTable) {
    this.#live = live;
    this.#journal = journal;
    this.#sleepers = new Sleepers(live);
  }

  /** Number of records in all tails. */
  get records(): number {
    return this.#records;
  }

  /** Adds the records of a committed journal row. */
  add(members: readonly SeriesState[], row: number, { t, p, v, s }: Columns): void {
    if (members.length === 0) return;
    this.#pollTime = findLatest(t, members.length);
    for (let i = 0; i < members.length; i++) this.#addOne(members[i]!, row, t[i]!, p[i]!, v[i]!, s[i]!);
  }

  /**
   * Adds the records of a journal row that is read at the start.
   *
   * @param seriesAt Returns the series of a record; null when the record is sealed.
   */
  replay(
    seriesAt: (i: number) => SeriesState | null,
    row: number,
    { t, p, v, s, length }: Columns,
    toMs: number,
  ): void {
    this.#pollTime = toMs;
    for (let i = 0; i < length; i++) {
      const series = seriesAt(i);
      if (series !== null) this.#addOne(series, row, t[i]!, p[i]!, v[i]!, s[i]!);
    }
  }

  /** Empties a tail whose records are in committed pieces. */
  release(series: SeriesState): void {
    this.#records -= series.tail.length;
    series.tail.release();
    this.#journal.letGo(series.oldestRow);
    series.oldestRow = Number.POSITIVE_INFINITY;
    this.#full.delete(series);
    this.#unsealed.delete(series);
  }

  /** Whether the batch has a record that is earlier than the end of a full tail, which must be sealed first. */
  reachesBehindFull(batch: readonly SeriesObservation[]): boolean {
    if (this.#full.size === 0) return false;
    return batch.some((observation) => {
      const series = this.#live.ofVenue(observation.venue)?.get(observation.storeKey);
      if (series === undefined || series.tail.length === 0) return false;
      return observation.t < series.tail.lastMs && this.#full.has(series);
    });
  }

  /**
   * Chooses the tails to seal: full ones, those of series that fell asleep, and the oldest ones when the tails or the
   * journal have grown too long.
   *
   * @param records Number of records of the batch.
   */
  nextToSeal(records: number): { chosen: Set<SeriesState>; asleep: SeriesState[] } {
    const chosen = new Set<SeriesState>();
    let room = Math.max(MAX_SEALED_RECORDS, SEALED_PER_RECORD * records);
    const choose = (series: SeriesState): boolean => {
      chosen.add(series);
      room -= series.tail.length;
      return room > 0;
    };
    for (const series of this.#full) if (!choose(series)) break;
    if (room > 0 && this.#journal.records > 3 * this.#records + JOURNAL_SLACK) {
      const oldest = this.#journal.oldestRow;
      for (const series of this.#unsealed) if (series.oldestRow !== oldest || !choose(series)) break;
    }
    // Series that sleep come before those that only have the oldest records: there are always some of those in a
    // crowd, and a series that never falls asleep keeps its row in the catalogue and its place in memory.
    const asleep = this.#sleepers.next(this.#pollTime, room);
    for (const series of asleep) choose(series);
    if (this.#records > MAX_RECORDS) {
      for (const series of this.#unsealed) {
        if (room <= 0) break;
        if (chosen.has(series)) continue;
        choose(series);
        // Sealing also decodes and fills up the last piece of the series.
        if (series.sealed.records > 0) room -= SHORT_PIECE;
      }
    }
    return { chosen, asleep };
  }

  /** Starts the search again after a failed transaction: the chosen tails were not sealed. */
  startOver(): void {
    this.#sleepers.startOver();
  }

  /** Yields all tails with records, in groups for one commit; series of the same polls are adjacent. */
  *listAll(): Generator<SeriesState[]> {
    const tails = this.#sleepers.all().filter(({ tail }) => tail.length > 0);
    for (let from = 0; from < tails.length; from += SEALED_AT_ONCE) {
      yield tails.slice(from, from + SEALED_AT_ONCE);
    }
  }

  #addOne(series: SeriesState, row: number, t: number, p: number, v: number, s: number): void {
    if (series.tail.length === 0) {
      this.#live.enliven(series);
      this.#unsealed.add(series);
    }
    series.tail.push(t, p, v, s);
    series.touchedAt = this.#pollTime;
    if (row < series.oldestRow) {
      series.oldestRow = row;
      this.#journal.hold(row);
    }
    if (series.tail.length >= series.fullAt) this.#full.add(series);
    this.#records++;
  }
}

function findLatest(t: Float64Array, length: number): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) if (t[i]! > latest) latest = t[i]!;
  return latest;
}
