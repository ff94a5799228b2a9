import type { EpochMs, Gap } from '../../domain/index.ts';
import type { Columns, InsertResult } from './history-store.ts';
import type { RegisteredMarket } from './market-register.ts';
import type { ImportedMark } from './reference-marks.ts';
import type { StoredResolution } from './resolutions.ts';
import type { SeriesKey } from './series.ts';

/** Facts about an import that are known when it begins. */
export interface BatchOrigin {
  /** Lower-case hex, of the file or the manifest. */
  readonly fileSha256: string;
  /** Asset of all rows of the batch; null: several assets. */
  readonly asset: string | null;
}

/** `importing`: a run that lasts, or was cut short. `undoing`: until the last step. */
export type BatchState = 'importing' | 'in-force' | 'undoing' | 'withdrawn';

/** One run of an import. Its rows are kept until they are withdrawn. */
export interface ImportBatch extends BatchOrigin {
  /** `20261122-0455-7f3a`: the minute (UTC) when it began, and four random digits. */
  readonly id: string;
  readonly state: BatchState;
  /** Time when the batch began; no two begin at one time. */
  readonly at: EpochMs;
  /** Number of rows that the batch brought. */
  readonly records: number;
  /** Number of rows that were not stored before the batch came. */
  readonly stored: number;
  /** Number of rows that were known already. */
  readonly skipped: number;
  /** Time of the withdrawal, epoch ms; null while the batch is in force. */
  readonly withdrawnAt: EpochMs | null;
}

/** Records of one series that are added to a batch. */
export interface ImportedSeries {
  readonly series: SeriesKey & { readonly asset: string };
  readonly columns: Columns;
}

/** A batch that rows are added to. The caller that opened it ends it; until then no other is opened or undone. */
export interface OpenBatch {
  readonly id: string;
  /**
   * Adds records of one series as `RecordWriter.insert` does, in steps; acknowledged records belong to the batch.
   * Records of one time come in one call.
   */
  insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult>;
  /** Inserts several series, each once and with few records: many of them are one step. */
  insertMany(series: readonly ImportedSeries[]): Promise<InsertResult>;
  /** Stores a gap that goes when the batch is undone. */
  putGap(gap: Gap): Promise<void>;
  /** Stores how a market ended, which goes when the batch is undone. */
  putResolution(resolution: StoredResolution): Promise<void>;
  /** Stores rules texts. They stay when the batch is undone: other markets may name them. */
  putRules(texts: readonly string[]): Promise<void>;
  /**
   * Stores markets, whose rules have been put before. Of a market that is known, the earlier first sight stays, and the
   * facts of the later change; undone, each has its earlier state.
   */
  putMarkets(markets: readonly RegisteredMarket[]): Promise<void>;
  /**
   * Stores marks of reference prices as imported ones. Undone, those go that no other batch in force brought.
   *
   * @returns Number of marks that were not there, recorded or imported.
   */
  putMarks(marks: readonly ImportedMark[]): Promise<number>;
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

/** Rows of a withdrawn batch that stay, since this one holds the same. */
export interface KeptBy {
  readonly batch: string;
  readonly rows: number;
}

export interface BatchChange {
  /** Whether the call changed the batch; false: the batch was in that state already. */
  readonly isChanged: boolean;
  /** Records that were taken out. */
  readonly records: number;
  /** Other batches in force that hold rows of one that is withdrawn, which therefore stay, and how many. Absent: none does. */
  readonly keptBy?: readonly KeptBy[];
}

/** Called while a batch is undone. */
export type BatchProgress = (done: number, total: number) => void;

/** Thrown where there is no such batch. */
export class UnknownBatchError extends Error {
  override readonly name = 'UnknownBatchError';

  constructor(id: string) {
    super(`there is no batch ${id}`);
  }
}

/** A batch that cannot be withdrawn. */
export class BatchKeptError extends Error {
  override readonly name = 'BatchKeptError';

  /** @param reason Default: this engine keeps the rows of imports among the others. */
  constructor(id: string, reason = 'imports into a history on servers cannot be withdrawn') {
    super(`batch ${id} stays: ${reason}`);
  }

  /** @returns The error that has this message; null: it is another one. */
  static parse(id: string, message: string): BatchKeptError | null {
    const [, reason] = /^(?:.*: )?batch \S+ stays: (.*)$/.exec(message) ?? [];
    return reason === undefined ? null : new BatchKeptError(id, reason);
  }
}

/** The store was closed while a batch was undone. */
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
 * Imports as units. What records stay when several hold equal ones: as many as the one that holds most, or as were
 * inserted without a batch where those are more. Appended records are never withdrawn.
 */
export interface ImportBatches extends BatchReader {
  /**
   * Begins a batch, once no other is worked on.
   *
   * @throws The reason of the signal when it is aborted during the wait.
   */
  openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch>;
  /**
   * Withdraws records that no other batch in force holds, and frees the rows of the batch. One that a kill interrupts is
   * finished before any other work on batches, or by `resumeBatches`.
   *
   * @throws {UnknownBatchError}
   * @throws {BatchKeptError} on an engine that keeps imports among the other records.
   */
  undoBatch(id: string, onProgress?: BatchProgress): Promise<BatchChange>;
  /** Finishes undos that a kill interrupted. Returns the ids of their batches. */
  resumeBatches(): Promise<readonly string[]>;
}
