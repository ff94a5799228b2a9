import type { EpochMs, LinkSpan } from '../../domain/index.ts';
import { sortColumns } from '../columns/columns.ts';
import type { SeriesObservation } from '../contract/history-store.ts';
import type { Listing, RegisterWriter } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { SettledLine, SettledRow } from '../contract/settled.ts';
import type { SettledDay } from '../contract/settled-days.ts';
import type { VenueBar } from '../contract/venue-bars.ts';
import type { BarTable } from './bars/bar-table.ts';
import type { Totals } from './catalogue/totals.ts';
import type { ForecastTable } from './forecasts/forecast-table.ts';
import { HistoryCommits, type HistoryParts } from './history-commits.ts';
import { ImportSteps } from './import-steps.ts';
import { Insertions } from './insertions.ts';
import type { JournalBatch } from './journal/journal.ts';
import { stage } from './journal/staging.ts';
import type { Tails } from './journal/tails.ts';
import type { MarkTable } from './references/mark-table.ts';
import type { Register } from './register/register.ts';
import type { LiveSeries } from './series/live-series.ts';
import type { SeriesState } from './series/series.ts';
import type { SettledDayTable } from './settled/settled-day-table.ts';
import type { SettledTable } from './settled/settled-table.ts';
import { Withdrawals } from './withdrawals.ts';

/**
 * Number of new series from which a batch leaves sealing and moving of others to the next batch: twice as many as one batch
 * seals of those that have ended.
 */
const MANY_NEW = 1_024;

/**
 * Changes the records of a history file: it appends polls, and its members insert and withdraw records.
 *
 * A batch becomes one journal row and one commit. Its records also join the tails in memory. A full tail, or one
 * without a record for a while, is sealed into a pack within the commit of a later batch, so only committed records are
 * ever sealed. Memory changes after the commit, so a failed commit leaves everything unchanged.
 */
export class HistoryWriter {
  readonly insertions: Insertions;
  readonly withdrawals: Withdrawals;
  readonly importSteps: ImportSteps;
  readonly #live: LiveSeries;
  readonly #register: Register;
  readonly #forecasts: ForecastTable;
  readonly #marks: MarkTable;
  readonly #settledDays: SettledDayTable;
  readonly #settled: SettledTable;
  readonly #bars: BarTable;
  readonly #commits: HistoryCommits;
  /** Whether the last batch left sealing and moving to the next. */
  #hasLeft = false;

  /** Reads the journal, whose unsealed records become tails. */
  constructor(parts: HistoryParts) {
    this.#live = parts.live;
    this.#register = parts.register;
    this.#forecasts = parts.forecasts;
    this.#marks = parts.marks;
    this.#settledDays = parts.settledDays;
    this.#settled = parts.settled;
    this.#bars = parts.bars;
    this.#commits = new HistoryCommits(parts);
    this.insertions = new Insertions(parts, this.#commits);
    this.withdrawals = new Withdrawals(parts, this.#commits);
    this.importSteps = new ImportSteps(parts);
  }

  get totals(): Totals {
    return this.#commits.totals;
  }

  get tails(): Tails {
    return this.#commits.tails;
  }

  /** Number of commits since the start. */
  get commits(): number {
    return this.#commits.count;
  }

  append(batch: readonly SeriesObservation[], listing?: Listing): void {
    const [first] = batch;
    if (first === undefined) {
      if (listing !== undefined) this.#commitListing(listing);
      return;
    }
    if (this.#commits.tails.reachesBehindFull(batch)) {
      this.#commits.commit((work) => {
        this.#commits.sealNext(work, new Set(), batch.length);
        return null;
      });
    }
    let members: readonly SeriesState[] = [];
    let journal: JournalBatch | null = null;
    this.#commits.commit((work) => {
      const staged = stage(batch, this.#live);
      ({ members, journal } = staged);
      work.created.push(...staged.created);
      if (listing !== undefined) this.#note(listing);
      for (const [series, columns] of staged.late) this.#commits.merge(work, series, sortColumns(columns));
      // Never twice in turn: tails must not grow because every poll has new series.
      this.#hasLeft = staged.created.length >= MANY_NEW && !this.#hasLeft;
      if (!this.#hasLeft) this.#commits.sealNext(work, staged.unordered, batch.length);
      this.#commits.wake(work, staged.woken);
      if (!this.#hasLeft && this.#commits.mover.step()) this.#live.forgetRecent();
      return journal;
    });
    if (journal !== null) this.#commits.tails.add(members, this.#commits.lastRow, journal);
  }

  /** Runs work as {@link HistoryCommits.runUnhurried} does. */
  runUnhurried<T>(work: () => T): T {
    return this.#commits.runUnhurried(work);
  }

  /** Commits a change that does not concern records. */
  write(change: () => void): void {
    this.#commits.commit(() => {
      change();
      return null;
    });
  }

  putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): void {
    const [first] = markets;
    if (first === undefined) return;
    this.#commits.commit(() => {
      for (const market of markets) this.#register.put(market);
      this.#register.moveSome();
      return null;
    });
  }

  putLinkSpans(spans: readonly LinkSpan[]): void {
    if (spans.length === 0) return;
    this.#commits.commit(() => {
      for (const span of spans) this.#register.putLinkSpan(span);
      return null;
    });
  }

  putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): void {
    this.write(() => {
      this.#forecasts.putDay(day, data);
      for (const key of settled) this.#forecasts.remove(key);
    });
  }

  putSettledDay(day: SettledDay): void {
    this.write(() => this.#settledDays.put(day));
  }

  dropForecasts(endedBefore: EpochMs): number {
    let markets = 0;
    this.write(() => {
      markets = this.#forecasts.dropEndedBefore(endedBefore);
    });
    return markets;
  }

  /** Stores imported marks. @returns Number of new marks. */
  putMarks(marks: readonly ImportedMark[]): number {
    let stored = 0;
    this.write(() => {
      stored = this.#marks.putImported(marks);
    });
    return stored;
  }

  putBars(series: SeriesKey & { readonly asset: string }, bars: readonly VenueBar[]): void {
    if (bars.length > 0) this.write(() => this.#bars.put(series, bars, false));
  }

  putSettled(rows: readonly SettledRow[]): void {
    this.write(() => {
      for (const row of rows) this.#settled.put(row);
    });
  }

  addSettledLine(line: SettledLine): void {
    this.write(() => this.#settled.addLine(line));
  }

  /** Seals every tail, and moves every series without a recent record into the pages of the catalogue. */
  sealAll(): void {
    for (const some of this.#commits.tails.listAll()) {
      this.#commits.commit((work) => {
        this.#commits.seal(work, this.#commits.selectWhole(some));
        work.asleep.push(...some);
        return null;
      });
    }
    this.#commits.commit(() => {
      this.#commits.mover.finish();
      this.#register.moveAll();
      return null;
    });
    this.#live.forgetRecent();
  }

  /** Stores the listing of a poll that has no prices. */
  #commitListing(listing: Listing): void {
    const { changed, forecasts = [], marks = [] } = listing;
    if (changed.length + forecasts.length + marks.length === 0) return;
    this.#commits.commit(() => {
      this.#note(listing);
      return null;
    });
  }

  #note(listing: Listing): void {
    this.#register.note(listing);
    for (const forecast of listing.forecasts ?? []) this.#forecasts.put(forecast);
    for (const mark of listing.marks ?? []) this.#marks.put(mark);
  }
}
