import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, type Gap, VENUES, type VenueId } from '../../../domain/index.ts';
import { checkColumns, sliceColumns, sortColumns, viewColumns } from '../../columns.ts';
import type { Columns, InsertResult, SeriesKey, StoredResolution } from '../../history-store.ts';
import {
  type BatchChange,
  BatchInterruptedError,
  type BatchOrigin,
  type BatchProgress,
  type ImportBatch,
  type ImportedSeries,
  type OpenBatch,
  UnknownBatchError,
} from '../../import-batches.ts';
import type { RegisteredMarket } from '../../market-register.ts';
import type { GapTable, ResolutionTable } from '../events.ts';
import type { HistoryWriter, RowsOfSeries, StepLimits } from '../history-writer.ts';
import { toKey } from '../pieces/dedup.ts';
import type { PackTable } from '../pieces/pack-table.ts';
import type { Register } from '../register/register.ts';
import { BatchEvents, type SeriesEvent } from './batch-events.ts';
import { type BatchRows, readBatchRows, toPieces } from './batch-pack.ts';
import { type BatchRow, type BatchTable, type Progress, toBatch } from './batch-table.ts';
import { HeldRows } from './held-rows.ts';
import { changeMarkets, MARKETS_A_PACK, type MarketsEvent, toMarketsEvents } from './markets-event.ts';
import { StepPace } from './step-pace.ts';

type NamedSeries = SeriesKey & { readonly asset: string };

/** What a batch brought besides rows, and what stood in its place. */
type BatchEvent = SeriesEvent<NamedSeries> | BatchChangeEvent;

type BatchChangeEvent =
  | { readonly kind: 'gap'; readonly was: Gap | null; readonly is: Gap }
  | { readonly kind: 'resolution'; readonly was: StoredResolution | null; readonly is: StoredResolution }
  | MarketsEvent;

/** What was undone or redone. */
interface Change {
  readonly batch: string;
  readonly doing: 'undoing' | 'redoing';
  /** Records that were taken out or put back. */
  readonly records: number;
}

type FindProgress = (batch: string) => BatchProgress | undefined;

/** Gaps and resolutions that one step changes; packs of markets are steps of their own. */
const EVENTS_A_STEP = 32;
const RULES_A_STEP = 64;
/** Series without pieces cost a step as much as one piece together. */
const FRESH_SERIES_A_PIECE = 8;

export interface SqliteBatchesOptions {
  readonly writer: HistoryWriter;
  readonly table: BatchTable;
  readonly packs: PackTable;
  readonly gaps: GapTable;
  readonly resolutions: ResolutionTable;
  readonly register: Register;
  readonly clock: Clock;
  /** Gaps were changed. */
  readonly onGaps: () => void;
}

/**
 * Batches of imported rows. One at a time is worked on, in steps of one commit each: what a step changes of records, and what
 * is written of it with the batch, is stored together or not at all.
 */
export class SqliteBatches {
  readonly #options: SqliteBatchesOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** The undo or redo in progress. */
  #changing: Promise<unknown> = Promise.resolve();
  #isClosing = false;

  constructor(options: SqliteBatchesOptions) {
    this.#options = options;
  }

  /** Stops an undo or redo behind the step that is being done; it is finished when the store is open again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#changing.catch(() => undefined);
  }

  list(): ImportBatch[] {
    return listBatches(this.#options.table);
  }

  async open(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    const { table, writer, clock } = this.#options;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun = this.#last.then(() => this.#resume());
    this.#last = begun.catch(() => undefined).then(() => ended);
    try {
      await begun;
      signal?.throwIfAborted();
      let row: BatchRow | null = null;
      writer.write('hyperliquid', () => {
        row = table.create(origin, clock(), () => randomBytes(2).toString('hex'));
        table.putProgress({ batch: row.id, doing: 'importing', part: 0, row: 0 });
      });
      return new RunningImport(this.#options, row!, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  undo(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    return this.#changeOrGoOn(id, 'undoing', onProgress);
  }

  redo(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    return this.#changeOrGoOn(id, 'redoing', onProgress);
  }

  async resume(): Promise<string[]> {
    const resumed = await this.#exclusively(async (finished) => finished);
    return resumed.map(({ batch }) => batch);
  }

  /** What was cut short is finished with it: if that was the same, nothing is left to do. */
  #changeOrGoOn(id: string, doing: Change['doing'], onProgress?: BatchProgress): Promise<BatchChange> {
    return this.#exclusively(
      async (resumed) => {
        const found = resumed.find((one) => one.batch === id && one.doing === doing);
        if (found !== undefined) return { isChanged: true, records: found.records };
        return this.#change(id, doing, onProgress);
      },
      (batch) => (batch === id ? onProgress : undefined),
    );
  }

  /** @param work Is told what was finished before it. */
  #exclusively<T>(
    work: (resumed: readonly Change[]) => Promise<T>,
    findProgress: FindProgress = () => undefined,
  ): Promise<T> {
    const done = this.#last.then(() => this.#resume(findProgress)).then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** An import that was cut short stands as far as it came; what was begun to undo or redo is finished. */
  async #resume(findProgress: FindProgress = () => undefined): Promise<Change[]> {
    const { table, writer } = this.#options;
    const changes: Change[] = [];
    for (const { batch, doing, part, row } of table.unfinished()) {
      if (doing === 'importing') {
        writer.write('hyperliquid', () => table.endProgress(batch));
        continue;
      }
      const records = await this.#run({ batch, doing, part, row }, findProgress(batch));
      changes.push({ batch, doing, records });
    }
    return changes;
  }

  async #change(id: string, doing: Change['doing'], onProgress?: BatchProgress): Promise<BatchChange> {
    const { table, writer } = this.#options;
    const row = table.find(id);
    if (row === null) throw new UnknownBatchError(id);
    if ((row.withdrawnAt === null) === (doing === 'redoing')) return { isChanged: false, records: 0 };
    const begun: Progress = { batch: id, doing, part: 0, row: 0 };
    writer.write('hyperliquid', () => table.putProgress(begun));
    return { isChanged: true, records: await this.#run(begun, onProgress) };
  }

  /** @returns How many records were taken out or put back. */
  #run(begun: Progress, onProgress?: BatchProgress): Promise<number> {
    const running = this.#takeSteps(begun, onProgress);
    this.#changing = running;
    return running;
  }

  async #takeSteps(begun: Progress, onProgress?: BatchProgress): Promise<number> {
    const { table, packs, writer, clock } = this.#options;
    const batch = table.find(begun.batch);
    if (batch === null) {
      writer.write('hyperliquid', () => table.endProgress(begun.batch));
      return 0;
    }
    const events = await BatchEvents.read<NamedSeries, BatchChangeEvent>(table, batch.id);
    const inForce = table.all().filter(({ id, withdrawnAt }) => id !== batch.id && withdrawnAt === null);
    const held = await HeldRows.load(table, packs, inForce, events.series);
    const all = table.parts(batch.id);
    const parts = all.filter(({ n }) => n >= begun.part);
    const end = (all.at(-1)?.n ?? -1) + 1;
    const pace = new StepPace();
    let records = 0;
    for (const { n, pack } of parts) {
      let done = n === begun.part ? begun.row : 0;
      let before = 0;
      for (const rows of this.#read(batch.id, n, pack)) {
        const key = events.key(rows.series);
        const { length } = rows.rows;
        for (let from = Math.max(0, done - before); key !== null && from < length; ) {
          if (this.#isClosing) throw new BatchInterruptedError(batch.id);
          pace.step((limits) => {
            const to = writer.planStep(key, rows.rows, from, limits);
            const part = { ...rows, rows: viewColumns(rows.rows, from, to) };
            const progress = { ...begun, part: n, row: before + to };
            // What is lost of it is done again when it is resumed.
            records += writer.unhurried(() => this.#step(batch, begun.doing, key, part, held, progress));
            from = to;
          });
          await nextTurn();
        }
        before += length;
        done = Math.max(done, before);
      }
      onProgress?.(n + 1, end);
    }
    const isUndone = begun.doing === 'undoing';
    for (let at = begun.part === end ? begun.row : 0; at < events.changeCount; ) {
      if (this.#isClosing) throw new BatchInterruptedError(batch.id);
      // The latest first, when they are undone.
      const some = takeStep(events.changes(at, EVENTS_A_STEP, isUndone));
      at += Math.max(1, some.length);
      const progress = { ...begun, part: end, row: at };
      writer.unhurried(() =>
        writer.write('hyperliquid', () => {
          for (const event of some) this.#changeEvent(event, isUndone);
          table.putProgress(progress);
        }),
      );
      await nextTurn();
    }
    writer.write('hyperliquid', () => {
      table.put({ ...batch, withdrawnAt: isUndone ? clock() : null });
      table.endProgress(batch.id);
    });
    this.#options.onGaps();
    return records;
  }

  #step(
    { at }: BatchRow,
    doing: Progress['doing'],
    key: NamedSeries,
    { series, rows, unbatched }: BatchRows,
    held: HeldRows,
    progress: Progress,
  ): number {
    const { writer, table } = this.#options;
    let changed = 0;
    const beside = (records: number) => {
      changed = records;
      table.putProgress(progress);
    };
    if (doing === 'undoing') writer.withdraw(key, rows, held.count(series, rows), beside);
    else {
      const earlier = held.before(at, series, rows);
      const place = {
        countBefore: (t: number) => unbatched.get(t) ?? 0,
        isOfEarlier: (columns: Columns, i: number) => earlier.has(toKey(columns, i)),
      };
      writer.restore(key, rows, place, beside);
    }
    return changed;
  }

  /** What has changed since stays as it is. */
  #changeEvent(event: BatchChangeEvent, isUndone: boolean): void {
    const { gaps, resolutions, register } = this.#options;
    if (event.kind === 'gap') {
      const [now, next] = isUndone ? [event.is, event.was] : [event.was, event.is];
      if (!isDeepStrictEqual(gaps.find(event.is), now)) return;
      if (next === null) gaps.remove(event.is);
      else gaps.put(next);
    } else if (event.kind === 'resolution') {
      const [now, next] = isUndone ? [event.is, event.was] : [event.was, event.is];
      if (!isDeepStrictEqual(resolutions.find(event.is), now)) return;
      if (next === null) resolutions.remove(event.is);
      else resolutions.put(next);
    } else if (event.kind === 'markets') changeMarkets(register, event, isUndone);
  }

  #read(batch: string, n: number, pack: number): BatchRows[] {
    const { packs, table } = this.#options;
    try {
      return readBatchRows(packs.get(pack));
    } catch (error) {
      table.note(`import_part ${batch} ${n}`, `rows of import ${batch} cannot be read: ${String(error)}`);
      return [];
    }
  }
}

/** An import that rows are added to. */
class RunningImport implements OpenBatch {
  readonly id: string;
  readonly #options: SqliteBatchesOptions;
  readonly #end: () => void;
  readonly #series = new Set<number>();
  readonly #pace = new StepPace();
  #row: BatchRow;
  #parts = 0;
  #events = 0;
  #hasEnded = false;

  constructor(options: SqliteBatchesOptions, row: BatchRow, end: () => void) {
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
        const to = writer.planStep(key, rows, from, limits);
        const add = () => this.#step([{ key, columns: sliceColumns(rows, from, to) }]);
        // The last one is waited for, and with it those before.
        const result = to === rows.length ? add() : writer.unhurried(add);
        stored += result.stored;
        skipped += result.skipped;
        from = to;
      });
      await nextTurn();
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
        // The last one is waited for, and with it those before.
        if (to > from) done = to === rows.length ? add() : this.#options.writer.unhurried(add);
      });
      if (to === from) {
        // A series that is too much for one step is taken in several.
        const { key, columns } = rows[to++]!;
        done = await this.insert(key, columns);
      } else await nextTurn();
      stored += done.stored;
      skipped += done.skipped;
      from = to;
    }
    return { stored, skipped };
  }

  /** The series from one on that one step may take, each as a whole; none: the first of them is too large. */
  #planGroup(rows: readonly RowsOfSeries[], from: number, limits: StepLimits): number {
    const { writer } = this.#options;
    let to = from;
    let records = 0;
    let cost = 0;
    for (; to < rows.length && cost < limits.maxPieces * FRESH_SERIES_A_PIECE; to++) {
      const { key, columns } = rows[to]!;
      records += columns.length;
      const isOther = key.venue !== rows[from]!.key.venue;
      if (isOther || records > limits.maxRows || writer.planStep(key, columns, 0, limits) < columns.length)
        break;
      cost += writer.touchesPieces(key) ? FRESH_SERIES_A_PIECE : 1;
    }
    return to;
  }

  async putGap(is: Gap): Promise<void> {
    this.#assertOpen();
    const { gaps, onGaps } = this.#options;
    await this.#putEvent(is.venue, () => {
      const was = gaps.find(is);
      gaps.put(is);
      return { kind: 'gap', was, is };
    });
    onGaps();
  }

  async putResolution(is: StoredResolution): Promise<void> {
    this.#assertOpen();
    const { resolutions } = this.#options;
    await this.#putEvent(is.venue, () => {
      const was = resolutions.find(is);
      resolutions.put(is);
      return { kind: 'resolution', was, is };
    });
  }

  async putRules(texts: readonly string[]): Promise<void> {
    this.#assertOpen();
    const { writer, register } = this.#options;
    for (let from = 0; from < texts.length; from += RULES_A_STEP) {
      writer.unhurried(() =>
        writer.write('hyperliquid', () => {
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
        writer.unhurried(() =>
          writer.write(venue, () => {
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

  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.#options.writer.write('hyperliquid', () => this.#options.table.endProgress(this.id));
    } finally {
      this.#end();
    }
  }

  #step(rows: readonly RowsOfSeries[]): InsertResult {
    const { writer, table, packs } = this.#options;
    let next = this.#row;
    const seen: number[] = [];
    const records = rows.reduce((sum, { columns: { length } }) => sum + length, 0);
    const result = writer.insertMany(rows, (inserted, { stored, skipped }) => {
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
    // Memory follows the commit.
    this.#row = next;
    this.#parts++;
    for (const id of seen) this.#series.add(id);
    return result;
  }

  /** What a crash takes of it is in no later commit either: the end of the import is waited for. */
  async #putEvent(venue: VenueId, put: () => BatchEvent): Promise<void> {
    const { writer, table } = this.#options;
    writer.unhurried(() => writer.write(venue, () => table.addEvent(this.id, put())));
    if (++this.#events % EVENTS_A_STEP === 0) await nextTurn();
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error(`batch ${this.id} has ended`);
  }
}

/** Up to the first pack of markets, which is a step of its own. */
function takeStep(some: readonly BatchChangeEvent[]): readonly BatchChangeEvent[] {
  const first = some.findIndex(({ kind }) => kind === 'markets');
  return first === -1 ? some : some.slice(0, Math.max(1, first));
}

/** Oldest first. */
export function listBatches(table: BatchTable): ImportBatch[] {
  const doing = new Map(table.unfinished().map((progress) => [progress.batch, progress.doing]));
  return table.all().map((row) => toBatch(row, doing.get(row.id) ?? null));
}
