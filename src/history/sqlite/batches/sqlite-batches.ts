import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { InOrder } from '../../../scheduling/in-order.ts';
import { viewColumns } from '../../columns/columns.ts';
import {
  type BatchChange,
  BatchInterruptedError,
  BatchKeptError,
  type BatchOrigin,
  type BatchProgress,
  type ImportBatch,
  type KeptBy,
  type OpenBatch,
  UnknownBatchError,
} from '../../contract/import-batches.ts';
import { BatchEvents } from './batch-events.ts';
import { type BatchRows, readBatchRows } from './batch-pack.ts';
import { type BatchChangeEvent, type BatchParts, EVENTS_A_STEP, type NamedSeries } from './batch-parts.ts';
import { type BatchRow, type Progress, toBatch } from './batch-row.ts';
import type { BatchTable } from './batch-table.ts';
import { undoMarkets } from './markets-event.ts';
import { findUnreadable, OtherBatchRows } from './other-batch-rows.ts';
import { RunningImport } from './running-import.ts';
import { StepPace } from './step-pace.ts';

/** An undo that was done. */
interface UndoResult {
  readonly batch: string;
  /** Records that were taken out. */
  readonly records: number;
}

/** Rows that one commit takes out. */
interface Step {
  readonly key: NamedSeries;
  readonly part: BatchRows;
  readonly held: OtherBatchRows;
  /** Progress of the batch, once the step is done. */
  readonly progress: Progress;
}

type FindProgress = (batch: string) => BatchProgress | undefined;

/**
 * Batches of imported rows. One batch at a time is imported or undone, in steps of one commit each: the records
 * that a step changes and the progress of the batch are stored together or not at all.
 */
export class SqliteBatches {
  readonly #options: BatchParts;
  readonly #work = new InOrder();
  /** The undo in progress. */
  #changing: Promise<unknown> = Promise.resolve();
  #isClosing = false;

  constructor(options: BatchParts) {
    this.#options = options;
  }

  /** Stops an undo after its current step; it is finished when the store is open again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // The caller of the change has its error.
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
    const begun = this.#work.run(() => this.#resume());
    void this.#work.run(() => ended);
    try {
      await begun;
      signal?.throwIfAborted();
      let row: BatchRow | null = null;
      writer.write(() => {
        row = table.create(origin, clock(), () => randomBytes(2).toString('hex'));
        table.putProgress({ batch: row.id, doing: 'importing', part: 0, row: 0 });
      });
      return new RunningImport(this.#options, row!, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Finishes interrupted work first; if that was the undo of the same batch, nothing is left to do. */
  undo(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    return this.#runExclusively(
      async (resumed) => {
        const found = resumed.find(({ batch }) => batch === id);
        if (found !== undefined) return { isChanged: true, records: found.records };
        return this.#undo(id, onProgress);
      },
      (batch) => (batch === id ? onProgress : undefined),
    );
  }

  async resume(): Promise<string[]> {
    const resumed = await this.#runExclusively(async (finished) => finished);
    return resumed.map(({ batch }) => batch);
  }

  /** @param work Receives the interrupted undos that were finished before it. */
  #runExclusively<T>(
    work: (resumed: readonly UndoResult[]) => Promise<T>,
    findProgress: FindProgress = () => undefined,
  ): Promise<T> {
    return this.#work.run(async () => work(await this.#resume(findProgress)));
  }

  /** Finishes undos that were interrupted. An interrupted import keeps the rows that it stored. */
  async #resume(findProgress: FindProgress = () => undefined): Promise<UndoResult[]> {
    const { table, writer } = this.#options;
    const undone: UndoResult[] = [];
    for (const { batch, doing, part, row } of table.listUnfinished()) {
      if (doing === 'importing') {
        writer.write(() => table.endProgress(batch));
        continue;
      }
      try {
        const { records } = await this.#run({ batch, doing, part, row }, findProgress(batch));
        undone.push({ batch, records });
      } catch (error) {
        // It had not begun to take rows out, and stays as it is.
        if (!(error instanceof BatchKeptError)) throw error;
      }
    }
    const unfinished = new Set(table.listUnfinished().map(({ batch }) => batch));
    for (const { id, withdrawnAt } of table.listAll()) {
      if (withdrawnAt !== null && !unfinished.has(id) && table.hasRows(id)) await this.#free(id);
    }
    return undone;
  }

  async #undo(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    const { table, writer } = this.#options;
    const row = table.find(id);
    if (row === null) throw new UnknownBatchError(id);
    if (row.withdrawnAt !== null) return { isChanged: false, records: 0 };
    const begun: Progress = { batch: id, doing: 'undoing', part: 0, row: 0 };
    writer.write(() => table.putProgress(begun));
    const { records, keptBy } = await this.#run(begun, onProgress);
    return { isChanged: true, records, ...(keptBy.length > 0 ? { keptBy } : {}) };
  }

  /**
   * Rows that a batch shares with another stay when it is withdrawn, so those of the others must be known.
   *
   * @throws {BatchKeptError} when rows of another batch cannot be read.
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
    // A redo of an earlier version that was cut short has rows to take out all the same, once that can be done.
    if (withdrawnAt === null) writer.write(() => table.endProgress(id));
    throw new BatchKeptError(id, `rows of import ${damaged} cannot be read, and both may hold the same`);
  }

  #requireOpen(id: string): void {
    if (this.#isClosing) throw new BatchInterruptedError(id);
  }

  /** Batches in force beside one. */
  #listOthers(batch: string): BatchRow[] {
    return this.#options.table
      .listAll()
      .filter(({ id, withdrawnAt }) => id !== batch && withdrawnAt === null);
  }

  /** @returns How many records were taken out. */
  #run(begun: Progress, onProgress?: BatchProgress): Promise<UndoneSteps> {
    const running = this.#takeSteps(begun, onProgress);
    this.#changing = running;
    return running;
  }

  async #takeSteps(begun: Progress, onProgress?: BatchProgress): Promise<UndoneSteps> {
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
            // A step that a crash loses is done again by the resume.
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
    for (let at = begun.part === end ? begun.row : 0; at < events.changeCount; ) {
      this.#requireOpen(batch.id);
      const some = cutAtMarkets(events.readLatest(at, EVENTS_A_STEP));
      at += Math.max(1, some.length);
      const progress = { ...begun, part: end, row: at };
      writer.runUnhurried(() =>
        writer.write(() => {
          for (const event of some) this.#undoEvent(event);
          table.putProgress(progress);
        }),
      );
      await nextTurn();
    }
    writer.write(() => {
      table.put({ ...batch, withdrawnAt: batch.withdrawnAt ?? clock() });
      table.endProgress(batch.id);
    });
    this.#options.onGaps();
    await this.#free(batch.id);
    return { records, keptBy: [...kept].map(([id, rows]) => ({ batch: id, rows })) };
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

  /** Leaves a value alone that has changed since. */
  #undoEvent(event: BatchChangeEvent): void {
    const { gaps, resolutions, register } = this.#options;
    if (event.kind === 'markets') undoMarkets(register, event);
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

  /** Removes the rows of a withdrawn batch, some in each commit. The next start goes on where the store is closed. */
  async #free(id: string): Promise<void> {
    const { table, packs, writer } = this.#options;
    for (let isDone = false; !isDone && !this.#isClosing; await nextTurn()) {
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
}

/** Result of the steps of an undo. */
interface UndoneSteps {
  readonly records: number;
  readonly keptBy: readonly KeptBy[];
}

function addCounts(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count);
}

/** The events before the first pack of markets, which is a step of its own. */
function cutAtMarkets(some: readonly BatchChangeEvent[]): readonly BatchChangeEvent[] {
  const first = some.findIndex(({ kind }) => kind === 'markets');
  return first === -1 ? some : some.slice(0, Math.max(1, first));
}

/** Lists batches, oldest first. */
export function listBatches(table: BatchTable): ImportBatch[] {
  const doing = new Map(table.listUnfinished().map((progress) => [progress.batch, progress.doing]));
  return table.listAll().map((row) => toBatch(row, doing.get(row.id) ?? null));
}
