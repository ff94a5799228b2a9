import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Gap, VENUES } from '../../../domain/index.ts';
import { checkColumns, sliceColumns, sortColumns, viewColumns } from '../../columns/columns.ts';
import type { Columns, InsertResult } from '../../contract/history-store.ts';
import type { ImportedSeries, OpenBatch } from '../../contract/import-batches.ts';
import type { RegisteredMarket } from '../../contract/market-register.ts';
import type { ImportedMark } from '../../contract/reference-marks.ts';
import type { StoredResolution } from '../../contract/resolutions.ts';
import { type BarOfSeries, checkBars, groupBars } from '../../contract/venue-bars.ts';
import type { StepLimits } from '../import-steps.ts';
import type { RowsOfSeries } from '../insertions.ts';
import { toBarsEvent } from './bars-event.ts';
import { toPieces } from './batch-pack.ts';
import { type BatchEvent, type BatchParts, EVENTS_A_STEP, type NamedSeries } from './batch-parts.ts';
import type { BatchRow } from './batch-row.ts';
import { MARKETS_A_PACK, toMarketsEvents } from './markets-event.ts';
import { toMarksEvent } from './marks-event.ts';
import { ROWS_A_PACK } from './rows-event.ts';
import { StepPace } from './step-pace.ts';

const RULES_A_STEP = 64;
/** Number of series without pieces that cost a step as much as one piece. */
const FRESH_SERIES_A_PIECE = 8;

/** A running import: records, gaps, resolutions, markets, marks and bars are added to it in steps of one commit each. */
export class RunningImport implements OpenBatch {
  readonly id: string;
  readonly #options: BatchParts;
  readonly #end: () => void;
  readonly #series = new Set<number>();
  readonly #pace = new StepPace();
  #row: BatchRow;
  #parts = 0;
  #events = 0;
  #hasEnded = false;

  constructor(options: BatchParts, row: BatchRow, end: () => void) {
    this.#options = options;
    this.#row = row;
    this.#end = end;
    this.id = row.id;
  }

  async insert(key: NamedSeries, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    checkColumns(columns);
    const rows = sortColumns(viewColumns(columns, 0, columns.length));
    const { writer } = this.#options;
    let [stored, skipped] = [0, 0];
    for (let from = 0; from < rows.length; ) {
      this.#pace.step((limits) => {
        const to = writer.importSteps.plan(key, rows, from, limits);
        const add = () => this.#step([{ key, columns: sliceColumns(rows, from, to) }]);
        // Only the last step is synced to disk, which syncs the steps before it too.
        const result = to === rows.length ? add() : writer.runUnhurried(add);
        stored += result.stored;
        skipped += result.skipped;
        from = to;
      });
      await this.#pace.pause();
    }
    return { stored, skipped };
  }

  async insertMany(all: readonly ImportedSeries[]): Promise<InsertResult> {
    this.#assertOpen();
    const rows = all.map(({ series, columns }) => {
      checkColumns(columns);
      return { key: series, columns: sortColumns(viewColumns(columns, 0, columns.length)) };
    });
    let [stored, skipped] = [0, 0];
    for (let from = 0; from < rows.length; ) {
      let to = from;
      let done: InsertResult = { stored: 0, skipped: 0 };
      this.#pace.step((limits) => {
        to = this.#planGroup(rows, from, limits);
        const add = () => this.#step(rows.slice(from, to));
        // Only the last step is synced to disk, which syncs the steps before it too.
        if (to > from) done = to === rows.length ? add() : this.#options.writer.runUnhurried(add);
      });
      if (to === from) {
        // The series is too large for one step, so it is inserted in several.
        const { key, columns } = rows[to++]!;
        done = await this.insert(key, columns);
      } else await this.#pace.pause();
      stored += done.stored;
      skipped += done.skipped;
      from = to;
    }
    return { stored, skipped };
  }

  /**
   * Plans how many whole series one step takes. @returns Index after the last of them; `from` when even the first one
   * is too large.
   */
  #planGroup(rows: readonly RowsOfSeries[], from: number, limits: StepLimits): number {
    const { writer } = this.#options;
    let to = from;
    let records = 0;
    let cost = 0;
    for (; to < rows.length && cost < limits.maxPieces * FRESH_SERIES_A_PIECE; to++) {
      const { key, columns } = rows[to]!;
      records += columns.length;
      const isOther = key.venue !== rows[from]!.key.venue;
      if (
        isOther ||
        records > limits.maxRows ||
        writer.importSteps.plan(key, columns, 0, limits) < columns.length
      )
        break;
      cost += writer.importSteps.touchesPieces(key) ? FRESH_SERIES_A_PIECE : 1;
    }
    return to;
  }

  async putGap(is: Gap): Promise<void> {
    this.#assertOpen();
    const { gaps, onGaps } = this.#options;
    await this.#putEvent(() => {
      const was = gaps.find(is);
      gaps.put(is);
      return { kind: 'gap', was, is };
    });
    onGaps();
  }

  async putResolution(is: StoredResolution): Promise<void> {
    this.#assertOpen();
    const { resolutions } = this.#options;
    await this.#putEvent(() => {
      const was = resolutions.find(is);
      resolutions.put(is);
      return { kind: 'resolution', was, is };
    });
  }

  async putRules(texts: readonly string[]): Promise<void> {
    this.#assertOpen();
    const { writer, register } = this.#options;
    for (let from = 0; from < texts.length; from += RULES_A_STEP) {
      writer.runUnhurried(() =>
        writer.write(() => {
          for (const text of texts.slice(from, from + RULES_A_STEP)) register.putText(text);
        }),
      );
      await nextTurn();
    }
  }

  async putMarkets(markets: readonly RegisteredMarket[]): Promise<void> {
    this.#assertOpen();
    const { writer, register, table } = this.#options;
    for (const venue of VENUES) {
      const own = markets.filter((market) => market.venue === venue);
      for (let from = 0; from < own.length; from += MARKETS_A_PACK) {
        writer.runUnhurried(() =>
          writer.write(() => {
            const some = own.slice(from, from + MARKETS_A_PACK);
            const changes = some.map((market) => register.put(market)).filter((change) => change !== null);
            for (const event of toMarketsEvents(venue, changes)) table.addEvent(this.id, event);
            register.moveSome();
          }),
        );
        await nextTurn();
      }
    }
  }

  async putMarks(marks: readonly ImportedMark[]): Promise<number> {
    this.#assertOpen();
    const { writer, marks: stored, table } = this.#options;
    let count = 0;
    for (let from = 0; from < marks.length; from += ROWS_A_PACK) {
      const some = marks.slice(from, from + ROWS_A_PACK);
      writer.runUnhurried(() =>
        writer.write(() => {
          count += stored.putImported(some);
          table.addEvent(this.id, toMarksEvent(some));
        }),
      );
      await nextTurn();
    }
    return count;
  }

  async putBars(bars: readonly BarOfSeries[]): Promise<number> {
    this.#assertOpen();
    checkBars(bars);
    const { writer, bars: stored, table } = this.#options;
    let count = 0;
    for (let from = 0; from < bars.length; from += ROWS_A_PACK) {
      const some = bars.slice(from, from + ROWS_A_PACK);
      writer.runUnhurried(() =>
        writer.write(() => {
          for (const ofSeries of groupBars(some)) count += stored.put(ofSeries[0]!, ofSeries, true);
          table.addEvent(this.id, toBarsEvent(some));
        }),
      );
      await nextTurn();
    }
    return count;
  }

  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.#options.writer.write(() => this.#options.table.endProgress(this.id));
    } finally {
      this.#end();
    }
  }

  #step(rows: readonly RowsOfSeries[]): InsertResult {
    const { writer, table, packs } = this.#options;
    let next = this.#row;
    const seen: number[] = [];
    const records = rows.reduce((sum, { columns: { length } }) => sum + length, 0);
    const result = writer.insertions.insertMany(rows, (inserted, { stored, skipped }) => {
      const { id } = packs.add(toPieces(inserted), new Map());
      table.addPart({ batch: this.id, n: this.#parts, pack: id });
      for (const { series } of inserted) {
        if (this.#series.has(series.id)) continue;
        seen.push(series.id);
        const { venue, storeKey, asset } = series;
        const event: BatchEvent = { kind: 'series', id: series.id, key: { venue, storeKey, asset } };
        table.addEvent(this.id, event);
      }
      const count = this.#series.size + seen.length;
      next = {
        ...this.#row,
        series: count === 1 ? inserted[0]!.series.id : 0,
        records: this.#row.records + records,
        stored: this.#row.stored + stored,
        skipped: this.#row.skipped + skipped,
      };
      table.put(next);
    });
    // State in memory changes only after the commit.
    this.#row = next;
    this.#parts++;
    for (const id of seen) this.#series.add(id);
    return result;
  }

  /** Stores a change without syncing to disk: `end` syncs it, and a crash before that loses all later commits too. */
  async #putEvent(put: () => BatchEvent): Promise<void> {
    const { writer, table } = this.#options;
    writer.runUnhurried(() => writer.write(() => table.addEvent(this.id, put())));
    if (++this.#events % EVENTS_A_STEP === 0) await nextTurn();
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error(`batch ${this.id} has ended`);
  }
}
