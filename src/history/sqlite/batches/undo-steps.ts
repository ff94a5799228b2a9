import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { viewColumns } from '../../columns/columns.ts';
import {
  BatchInterruptedError,
  BatchKeptError,
  type BatchProgress,
  type RetainingBatch,
} from '../../contract/import-batches.ts';
import { undoBars } from './bars-event.ts';
import { BatchEvents } from './batch-events.ts';
import { type BatchRows, readBatchRows } from './batch-pack.ts';
import { type BatchChangeEvent, type BatchParts, EVENTS_A_STEP, type NamedSeries } from './batch-parts.ts';
import type { BatchRow, Progress } from './batch-row.ts';
import { undoMarkets } from './markets-event.ts';
import { undoMarks } from './marks-event.ts';
import { findUnreadable, OtherBatchRows } from './other-batch-rows.ts';
import { HeldRows } from './rows-event.ts';
import { StepPace } from './step-pace.ts';

/** Rows that one commit withdraws. */
interface Step {
  readonly key: NamedSeries;
  readonly part: BatchRows;
  readonly held: OtherBatchRows;
  /** Progress of the batch after the step. */
  readonly progress: Progress;
}

/** Result of the steps of an undo. */
export interface UndoneSteps {
  readonly records: number;
  readonly keptBy: readonly RetainingBatch[];
}

/**
 * Steps that withdraw the rows of a batch, one commit each: the records that a step changes and the progress of the
 * batch are committed together.
 */
export class UndoSteps {
  readonly #options: BatchParts;
  readonly #isClosing: () => boolean;

  /**
   * Prepares the steps; none is done yet.
   *
   * @param isClosing Whether the store is closing, so that the undo must stop after its current step.
   */
  constructor(options: BatchParts, isClosing: () => boolean) {
    this.#options = options;
    this.#isClosing = isClosing;
  }

  /** Runs the steps of an undo, from its begin or from where it was interrupted. */
  async run(begun: Progress, onProgress?: BatchProgress): Promise<UndoneSteps> {
    const { table, packs, writer, clock } = this.#options;
    const batch = table.find(begun.batch);
    if (batch === null) {
      writer.write(() => table.endProgress(begun.batch));
      return { records: 0, keptBy: [] };
    }
    const events = await BatchEvents.read<NamedSeries, BatchChangeEvent>(table, batch.id);
    const isNew = begun.part === 0 && begun.row === 0;
    if (isNew) await this.#requireReadable(batch, events.series);
    const held = await OtherBatchRows.load(table, packs, this.#listOthers(batch.id), events.series);
    const end = table.readPartsEnd(batch.id);
    const pace = new StepPace();
    let records = 0;
    const kept = new Map<string, number>();
    for (const { n, pack } of table.listParts(batch.id, begun.part)) {
      let done = n === begun.part ? begun.row : 0;
      let before = 0;
      for (const rows of this.#read(batch.id, n, pack)) {
        const key = events.findKey(rows.series);
        const { length } = rows.rows;
        for (let from = Math.max(0, done - before); key !== null && from < length; ) {
          this.#requireOpen(batch.id);
          pace.step((limits) => {
            const to = writer.importSteps.plan(key, rows.rows, from, limits);
            const part = { ...rows, rows: viewColumns(rows.rows, from, to) };
            const progress = { ...begun, part: n, row: before + to };
            addCounts(kept, held.countByBatch(part.series, part.rows));
            // The step is not synced to disk: if a crash loses it, the resumed undo repeats it.
            records += writer.runUnhurried(() => this.#step({ key, part, held, progress }));
            from = to;
          });
          await pace.pause();
        }
        before += length;
        done = Math.max(done, before);
      }
      onProgress?.(n + 1, end);
    }
    await this.#undoEvents({ ...begun, part: end, row: begun.part === end ? begun.row : 0 }, events);
    writer.write(() => {
      table.put({ ...batch, withdrawnAt: batch.withdrawnAt ?? clock() });
      table.endProgress(batch.id);
    });
    this.#options.onGaps();
    await this.free(batch.id);
    return { records, keptBy: [...kept].map(([id, rows]) => ({ batch: id, rows })) };
  }

  /** Undoes the events, the latest first. @param begun Its `row` is the number of events that are undone already. */
  async #undoEvents(begun: Progress, events: BatchEvents<NamedSeries, BatchChangeEvent>): Promise<void> {
    const { table, writer } = this.#options;
    let held: HeldRows | null = null;
    for (let at = begun.row; at < events.changeCount; ) {
      this.#requireOpen(begun.batch);
      const some = cutAtPacks(events.readLatest(at, EVENTS_A_STEP));
      if (some[0]?.kind === 'marks' || some[0]?.kind === 'bars')
        held ??= await HeldRows.load(table, this.#listOthers(begun.batch));
      at += Math.max(1, some.length);
      const progress = { ...begun, row: at };
      writer.runUnhurried(() =>
        writer.write(() => {
          for (const event of some) this.#undoEvent(event, held);
          table.putProgress(progress);
        }),
      );
      await nextTurn();
    }
  }

  #step({ key, part: { series, rows }, held, progress }: Step): number {
    const { writer, table } = this.#options;
    let taken = 0;
    writer.withdrawals.withdraw(key, rows, held.count(series, rows), (records) => {
      taken = records;
      table.putProgress(progress);
    });
    return taken;
  }

  /**
   * Undoes one event, unless the value has changed since.
   *
   * @param held Rows that stay; null when the event is not of marks or bars.
   */
  #undoEvent(event: BatchChangeEvent, held: HeldRows | null): void {
    const { gaps, resolutions, register, marks, bars } = this.#options;
    if (event.kind === 'markets') undoMarkets(register, event);
    else if (event.kind === 'marks') undoMarks(marks, event, held!);
    else if (event.kind === 'bars') undoBars(bars, event, held!);
    else if (event.kind === 'gap') {
      if (!isDeepStrictEqual(gaps.find(event.is), event.is)) return;
      if (event.was === null) gaps.remove(event.is);
      else gaps.put(event.was);
    } else {
      if (!isDeepStrictEqual(resolutions.find(event.is), event.is)) return;
      if (event.was === null) resolutions.remove(event.is);
      else resolutions.put(event.was);
    }
  }

  /** Removes the rows of a withdrawn batch, some in each commit. If the store is closed, the next start continues. */
  async free(id: string): Promise<void> {
    const { table, packs, writer } = this.#options;
    for (let isDone = false; !isDone && !this.#isClosing(); await nextTurn()) {
      writer.runUnhurried(() =>
        writer.write(() => {
          const removed = table.removeSome(id);
          for (const pack of removed ?? []) packs.remove(pack);
          isDone = removed === null;
        }),
      );
    }
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

  /**
   * Checks that the rows of other batches can be read: rows that they share with the withdrawn batch must stay.
   *
   * @throws {BatchKeptError} when rows of another batch are damaged.
   */
  async #requireReadable(
    { id, withdrawnAt }: BatchRow,
    series: Pick<ReadonlySet<number>, 'has'>,
  ): Promise<void> {
    const { table, packs, writer } = this.#options;
    let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { pack } of table.listParts(id)) {
      const span = packs.readSpan(pack);
      if (span === null) continue;
      fromMs = Math.min(fromMs, span.fromMs);
      toMs = Math.max(toMs, span.toMs);
    }
    if (fromMs > toMs) return;
    const damaged = await findUnreadable(table, packs, this.#listOthers(id), {
      series,
      fromMs,
      toMs,
      onPart: () => this.#requireOpen(id),
    });
    if (damaged === null) return;
    // A withdrawn batch may still have rows, if an earlier version was interrupted during a redo: its progress is kept,
    // so that a later start can finish it.
    if (withdrawnAt === null) writer.write(() => table.endProgress(id));
    throw new BatchKeptError(
      id,
      `rows of import ${damaged} cannot be read, and both imports may hold the same rows`,
    );
  }

  #requireOpen(id: string): void {
    if (this.#isClosing()) throw new BatchInterruptedError(id);
  }

  /** Lists the other batches in force. */
  #listOthers(batch: string): BatchRow[] {
    return this.#options.table
      .listAll()
      .filter(({ id, withdrawnAt }) => id !== batch && withdrawnAt === null);
  }
}

function addCounts(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count);
}

/** Returns the events before the first one of many rows, or that one alone, since it is a step of its own. */
function cutAtPacks(some: readonly BatchChangeEvent[]): readonly BatchChangeEvent[] {
  const first = some.findIndex(({ kind }) => kind !== 'gap' && kind !== 'resolution');
  return first === -1 ? some : some.slice(0, Math.max(1, first));
}
