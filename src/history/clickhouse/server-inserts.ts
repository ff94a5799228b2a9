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

/** Number of records of one step of an insert. */
const INSERTED_AT_ONCE = 100_000;

export interface ServerInsertsOptions {
  readonly writer: OutboxWriter;
  readonly waiting: WaitingBatches;
  readonly newest: NewestTimes;
  readonly records: Records;
  /** Ships the acknowledged records, so that an insert is compared with them too. */
  readonly ship: () => Promise<void>;
}

/** Inserts records of any age, one batch at a time: the stored records decide which records are new. */
export class ServerInserts {
  readonly #options: ServerInsertsOptions;
  readonly #inOrder = new InOrder();

  constructor(options: ServerInsertsOptions) {
    this.#options = options;
  }

  /**
   * Inserts records of one series. @param isImport Whether appended records also count as stored: an import may be an
   * export of this history.
   */
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
      // A step ends between two times, so that the stored records of each time are counted once.
      while (to < sorted.length && sorted.t[to] === sorted.t[to - 1]) to++;
      stored += await this.#insertStep(series, viewColumns(sorted, from, to), isImport);
      from = to;
    }
    return { stored, skipped: sorted.length - stored };
  }

  /** Inserts a step. @param columns Sorted by time. @returns Number of stored records. */
  async #insertStep(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<number> {
    const { venue } = series;
    const batchKey = randomUUID();
    const [firstMs, lastMs] = [columns.t[0]!, columns.t[columns.length - 1]!];
    // From here on, records that are appended within the span are flagged: their order of arrival matters.
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

  /** Reads the stored records within the span of the given ones, including all that this process has acknowledged. */
  async #readStored(k: bigint, { t, length }: Columns): Promise<StoredRecord[]> {
    await this.#options.ship();
    return Array.fromAsync(this.#options.records.readSpan(k, t[0]!, t[length - 1]!));
  }
}
