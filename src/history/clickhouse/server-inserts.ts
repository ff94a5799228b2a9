import { randomUUID } from 'node:crypto';
import { InOrder } from '../../scheduling/in-order.ts';
import { checkColumns, sortColumns, viewColumns } from '../columns/columns.ts';
import type { Columns, InsertResult } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import { checkTime, keepAll, subtractStored } from './arrivals.ts';
import { createBatch, encodeBatch, numberArrivals } from './batch-coding.ts';
import type { NewestTimes } from './newest-times.ts';
import { NO_CHANGES, type OutboxWriter, RECORD_BYTES } from './outbox-writer.ts';
import type { Records, StoredRecord } from './records.ts';
import type { WaitingBatches } from './waiting-batches.ts';

/** Records of a step of an insert. */
const INSERTED_AT_ONCE = 100_000;

export interface ServerInsertsOptions {
  readonly writer: OutboxWriter;
  readonly waiting: WaitingBatches;
  readonly newest: NewestTimes;
  readonly records: Records;
  /** Moves the acknowledged records into the table, so that they are compared too. */
  readonly ship: () => Promise<void>;
}

/** Inserts records of any age, one batch at a time: which records are new depends on the stored ones. */
export class ServerInserts {
  readonly #options: ServerInsertsOptions;
  readonly #inOrder = new InOrder();

  constructor(options: ServerInsertsOptions) {
    this.#options = options;
  }

  /** @param isImport Records that were appended take equal ones away too, as an export that comes back has them. */
  insert(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<InsertResult> {
    return this.#inOrder.run(() => this.#insert(series, columns, isImport));
  }

  waitUntilIdle(): Promise<void> {
    return this.#inOrder.waitUntilIdle();
  }

  async #insert(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<InsertResult> {
    checkColumns(columns);
    for (let i = 0; i < columns.length; i++) checkTime(columns.t[i]!, i);
    const sorted = sortColumns(viewColumns(columns, 0, columns.length));
    let stored = 0;
    for (let from = 0; from < sorted.length; ) {
      let to = Math.min(sorted.length, from + INSERTED_AT_ONCE);
      // Records of one time come together: how many of them are there already is counted once.
      while (to < sorted.length && sorted.t[to] === sorted.t[to - 1]) to++;
      stored += await this.#insertStep(series, viewColumns(sorted, from, to), isImport);
      from = to;
    }
    return { stored, skipped: sorted.length - stored };
  }

  /** @param columns In order. @returns How many were stored. */
  async #insertStep(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<number> {
    const { venue } = series;
    const batchKey = randomUUID();
    const [firstMs, lastMs] = [columns.t[0]!, columns.t[columns.length - 1]!];
    // From here on records appended within the span state that their order decides.
    const { named, isNew } = await this.#options.waiting.runInOrder([venue], async () => {
      const names = await this.#options.writer.name([series]);
      this.#options.newest.reserve(names.named[0]!.k, lastMs, names.isNew.length > 0);
      return names;
    });
    const { k } = named[0]!;
    const { kept, flags } =
      isNew.length > 0
        ? keepAll(columns)
        : subtractStored(columns, await this.#readStored(k, columns), isImport);
    if (kept.length === 0) return 0;
    await this.#options.waiting.store([venue], RECORD_BYTES * kept.length, async (fences) => {
      const batch = createBatch(BigInt64Array.of(k), kept.length);
      batch.t.set(kept.t.subarray(0, kept.length));
      batch.p.set(kept.p.subarray(0, kept.length));
      batch.v.set(kept.v.subarray(0, kept.length));
      batch.s.set(kept.s.subarray(0, kept.length));
      batch.f.set(flags);
      numberArrivals(batch);
      const newestMs = Math.max(lastMs, firstMs);
      const records = { count: kept.length, newestMs, data: encodeBatch(batch) };
      await this.#options.writer.store(
        [{ venue, batchKey, names: isNew, changes: NO_CHANGES, records }],
        fences,
      );
    });
    return kept.length;
  }

  /** The records of a series within the span of some, all that this process has stored included. */
  async #readStored(k: bigint, { t, length }: Columns): Promise<StoredRecord[]> {
    await this.#options.ship();
    return Array.fromAsync(this.#options.records.readSpan(k, t[0]!, t[length - 1]!));
  }
}
