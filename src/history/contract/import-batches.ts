import type { EpochMs, Gap } from '../../domain/index.ts';
import type { Columns, InsertResult } from './history-store.ts';
import type { RegisteredMarket } from './market-register.ts';
import type { ImportedMark } from './reference-marks.ts';
import type { StoredResolution } from './resolutions.ts';
import type { SeriesKey } from './series.ts';
import type { BarOfSeries } from './venue-bars.ts';

/** Facts about an import that are known when it begins. */
export interface BatchOrigin {
  /** SHA-256 of the file or of the manifest, lower-case hex. */
  readonly fileSha256: string;
  /** Asset of all rows of the batch; null: several assets. */
  readonly asset: string | null;
}

/** State of a batch. `importing`: its run lasts, or was cut short; `undoing`: until the last step of a withdrawal. */
export type BatchState = 'importing' | 'in-force' | 'undoing' | 'withdrawn';

/** One run of an import. The list of batches keeps it for good; its rows stay until the batch is withdrawn. */
export interface ImportBatch extends BatchOrigin {
  /** Id such as `20261122-0455-7f3a`: the minute (UTC) in which the batch began, and four random hex digits. */
  readonly id: string;
  readonly state: BatchState;
  /** Time when the batch began; no two batches begin at the same time. */
  readonly at: EpochMs;
  /** Number of rows that the import contained. */
  readonly records: number;
  /** Number of rows that were not stored before the batch came. */
  readonly stored: number;
  /** Number of rows that were stored already. */
  readonly skipped: number;
  /** Time of the withdrawal, epoch ms; null while the batch is in force. */
  readonly withdrawnAt: EpochMs | null;
}

/** Records of one series that are added to a batch. */
export interface ImportedSeries {
  readonly series: SeriesKey & { readonly asset: string };
  readonly columns: Columns;
}

/** A batch that accepts rows. The caller that opened it must end it; no other batch is opened or undone before. */
export interface OpenBatch {
  readonly id: string;
  /**
   * Adds records of one series as `RecordWriter.insert` does, in steps; acknowledged records belong to the batch.
   * Records with equal times must come in one call.
   */
  insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult>;
  /** Inserts several series, each of which occurs once and has few records: many series share one step. */
  insertMany(series: readonly ImportedSeries[]): Promise<InsertResult>;
  /** Stores a gap, which is removed when the batch is undone. */
  putGap(gap: Gap): Promise<void>;
  /** Stores how a market ended; the resolution is removed when the batch is undone. */
  putResolution(resolution: StoredResolution): Promise<void>;
  /** Stores rules texts. They stay when the batch is undone: other markets may name them. */
  putRules(texts: readonly string[]): Promise<void>;
  /**
   * Stores markets, whose rules texts have been stored before. A market that is known already keeps the earlier first
   * sight and the facts of the later change; undoing the batch restores its earlier state.
   */
  putMarkets(markets: readonly RegisteredMarket[]): Promise<void>;
  /**
   * Stores marks of reference prices as imported ones. Undoing the batch removes those that no other batch in force
   * has.
   * @returns Number of marks that were not stored before, neither recorded nor imported.
   */
  putMarks(marks: readonly ImportedMark[]): Promise<number>;
  /**
   * Stores bars of whole hours as imported ones, where the hour has none; a bar that its venue states later replaces
   * them. Undoing the batch removes those that no other batch in force has.
   *
   * @returns Number of hours that had no bar. @throws {RangeError} when a bar is impossible, before any is stored.
   */
  putBars(bars: readonly BarOfSeries[]): Promise<number>;
  end(): Promise<void>;
}

/** Inserts series one by one, for engines where a joint insert is no cheaper. */
export async function insertEach(
  batch: Pick<OpenBatch, 'insert'>,
  all: readonly ImportedSeries[],
): Promise<InsertResult> {
  let [stored, skipped] = [0, 0];
  for (const { series, columns } of all) {
    const done = await batch.insert(series, columns);
    stored += done.stored;
    skipped += done.skipped;
  }
  return { stored, skipped };
}

/** Rows of a withdrawn batch that stay, since another batch holds equal rows. */
export interface RetainingBatch {
  readonly batch: string;
  readonly rows: number;
}

export interface BatchChange {
  /** Whether the call changed the batch; false when the batch was in that state already. */
  readonly isChanged: boolean;
  /** Number of records that were removed. */
  readonly records: number;
  /** Other batches in force that hold rows of the withdrawn batch, and how many rows; these stay. Absent: none. */
  readonly keptBy?: readonly RetainingBatch[];
}

/** Receives the progress of an undo: rows done, and all rows. */
export type BatchProgress = (done: number, total: number) => void;

/** Error: no batch has the given id. */
export class UnknownBatchError extends Error {
  override readonly name = 'UnknownBatchError';

  constructor(id: string) {
    super(`there is no batch ${id}`);
  }
}

/** Error: the batch cannot be withdrawn. */
export class BatchKeptError extends Error {
  override readonly name = 'BatchKeptError';

  /**
   * Names the batch that stays, and the reason.
   *
   * @param reason Default: this engine stores imported rows among the others.
   */
  constructor(id: string, reason = 'imports into a history on servers cannot be withdrawn') {
    super(`batch ${id} stays: ${reason}`);
  }

  /** Restores the error from its message, as another process sent it. @returns Null when it is another message. */
  static parse(id: string, message: string): BatchKeptError | null {
    const [, reason] = /^(?:.*: )?batch \S+ stays: (.*)$/.exec(message) ?? [];
    return reason === undefined ? null : new BatchKeptError(id, reason);
  }
}

/** Error: the store was closed while a batch was undone. */
export class BatchInterruptedError extends Error {
  override readonly name = 'BatchInterruptedError';

  constructor(id: string) {
    super(`the store is closing: batch ${id} is finished when it is open again`);
  }
}

/** Imports that can be withdrawn, and listed. */
export interface BatchReader {
  /** Lists batches, oldest first. */
  listBatches(): Promise<readonly ImportBatch[]>;
}

/**
 * Imports that can be withdrawn as units. When several batches hold equal records, the store keeps as many of them as
 * the batch with most of them has, or as were inserted without a batch if those are more. Appended records are never
 * withdrawn.
 */
export interface ImportBatches extends BatchReader {
  /**
   * Begins a batch, after every other batch has ended.
   * @throws The reason of the signal when it is aborted during the wait.
   */
  openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch>;
  /**
   * Withdraws the records that no other batch in force holds, and removes the batch's own rows. An undo that a kill
   * interrupts is finished before any other work on batches, or by `resumeBatches`.
   * @throws {UnknownBatchError} when there is no such batch.
   * @throws {BatchKeptError} when the engine stores imported rows among the other records.
   */
  undoBatch(id: string, onProgress?: BatchProgress): Promise<BatchChange>;
  /** Finishes undos that a kill interrupted. @returns Ids of their batches. */
  resumeBatches(): Promise<readonly string[]>;
}
