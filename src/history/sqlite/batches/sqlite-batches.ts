import { randomBytes } from 'node:crypto';
import { InOrder } from '../../../scheduling/in-order.ts';
import {
  type BatchChange,
  BatchKeptError,
  type BatchOrigin,
  type BatchProgress,
  type ImportBatch,
  type OpenBatch,
  UnknownBatchError,
} from '../../contract/import-batches.ts';
import type { BatchParts } from './batch-parts.ts';
import { type BatchRow, type Progress, toBatch } from './batch-row.ts';
import type { BatchTable } from './batch-table.ts';
import { RunningImport } from './running-import.ts';
import { type UndoneSteps, UndoSteps } from './undo-steps.ts';

/** Result of a finished undo. */
interface UndoResult {
  readonly batch: string;
  /** Number of records that were removed. */
  readonly records: number;
}

type FindProgress = (batch: string) => BatchProgress | undefined;

/**
 * Batches of imported rows. Only one batch at a time is imported or undone, in steps of one commit each: the records
 * that a step changes and the progress of the batch are committed together.
 */
export class SqliteBatches {
  readonly #options: BatchParts;
  readonly #steps: UndoSteps;
  readonly #work = new InOrder();
  /** Undo that is running. */
  #changing: Promise<unknown> = Promise.resolve();
  #isClosing = false;

  constructor(options: BatchParts) {
    this.#options = options;
    this.#steps = new UndoSteps(options, () => this.#isClosing);
  }

  /** Stops a running undo after its current step; it is finished when the store is opened again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // The caller of the undo receives its error.
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

  /** Undoes a batch, after interrupted undos are finished. If one of them was of this batch, nothing is left to do. */
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

  /** Runs work while no other batch is worked on. @param work Receives the interrupted undos finished before it. */
  #runExclusively<T>(
    work: (resumed: readonly UndoResult[]) => Promise<T>,
    findProgress: FindProgress = () => undefined,
  ): Promise<T> {
    return this.#work.run(async () => work(await this.#resume(findProgress)));
  }

  /** Finishes interrupted undos. An interrupted import keeps the rows that it has stored. */
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
        // The undo was refused before it removed any row, so the batch stays unchanged.
        if (!(error instanceof BatchKeptError)) throw error;
      }
    }
    const unfinished = new Set(table.listUnfinished().map(({ batch }) => batch));
    for (const { id, withdrawnAt } of table.listAll()) {
      if (withdrawnAt !== null && !unfinished.has(id) && table.hasRows(id)) await this.#steps.free(id);
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

  /** Runs the steps of an undo, and remembers them for `close`. */
  #run(begun: Progress, onProgress?: BatchProgress): Promise<UndoneSteps> {
    const running = this.#steps.run(begun, onProgress);
    this.#changing = running;
    return running;
  }
}

/** Lists batches, oldest first. */
export function listBatches(table: BatchTable): ImportBatch[] {
  const doing = new Map(table.listUnfinished().map((progress) => [progress.batch, progress.doing]));
  return table.listAll().map((row) => toBatch(row, doing.get(row.id) ?? null));
}
