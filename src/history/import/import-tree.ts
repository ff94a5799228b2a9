import { epochMs, REFERENCES, type SeriesRef } from '../../domain/index.ts';
import { ColumnBuilder, sliceColumns } from '../columns/columns.ts';
import type { Columns, HistoryReader } from '../contract/history-store.ts';
import type { ImportBatches, ImportedSeries, OpenBatch } from '../contract/import-batches.ts';
import type { RegisteredMarket } from '../contract/market-register.ts';
import { followResolution } from '../contract/resolutions.ts';
import type { TableRow } from '../formats/read-table.ts';
import type { TreeTable } from '../tree/tables.ts';
import { type CheckedTree, judgeTree, readRows } from './checked-tree.ts';
import { withKnownFacts } from './known-facts.ts';
import { leaveOutRecorded } from './recorded-references.ts';
import type { RowRules } from './row-checks.ts';
import { TreeHoles } from './tree-holes.ts';
import { requireSeries, toBar, toGap, toMark, toMarket, toRecord, toResolution } from './tree-rows.ts';

/** Numbers of rows of an imported tree. */
export interface TreeImport {
  readonly batch: string;
  readonly rows: number;
  readonly stored: number;
  readonly skipped: number;
  /** Number of new markets; the next four are numbers of new rows too. */
  readonly markets: number;
  readonly gaps: number;
  readonly resolutions: number;
  readonly marks: number;
  readonly bars: number;
}

export interface TreeImportOptions {
  /** Returns the rules that the records of an asset must obey. */
  readonly findRules: (asset: SeriesRef) => RowRules;
  /** Receives the progress: number of rows read, and of all rows. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Number of records of one series that are inserted at once. */
const RECORDS_AT_ONCE = 50_000;
/** A series with at most so many records is inserted together with others, up to `FEW_AT_ONCE` and `SERIES_AT_ONCE`. */
const MAX_FEW = 1_024;
const FEW_AT_ONCE = 16_384;
const SERIES_AT_ONCE = 2_048;
const MARKETS_AT_ONCE = 500;
const MARKS_AT_ONCE = 5_000;
const BARS_AT_ONCE = 5_000;
/** Maximum JSON size of the rules texts of one message; a service accepts 16 MiB. */
const RULES_BYTES_AT_ONCE = 4 * 1024 * 1024;

/**
 * Stores a tree as one batch: rules, markets, resolutions, gaps, marks, observations and bars. Links are not stored, since
 * they are computed. Stored resolutions, gaps and bars stay, and reference prices that this history recorded itself are not
 * stored again.
 *
 * @throws {TreeRefusedError} on a row that no export writes or no market can have; then nothing is stored.
 * @throws {TableFileError} when a part has changed since it was checked; earlier parts are in the batch.
 */
export async function importTree(
  tree: CheckedTree,
  reader: HistoryReader,
  batches: Pick<ImportBatches, 'openBatch'>,
  options: TreeImportOptions,
): Promise<TreeImport> {
  await judgeTree(tree, options.findRules);
  const batch = await batches.openBatch({ fileSha256: tree.sha256, asset: null });
  try {
    return await new TreeImporter(tree, reader, batch, options).run();
  } finally {
    await batch.end();
  }
}

/** Tables of a tree that are not imported, since this history computes them. */
const LEFT_OUT: readonly TreeTable[] = ['links', 'forecasts', 'settled'];

class TreeImporter {
  readonly #tree: CheckedTree;
  readonly #reader: HistoryReader;
  readonly #batch: OpenBatch;
  readonly #options: TreeImportOptions;
  readonly #total: number;
  /** Records of series with few records that wait for a joint insert, by asset; `#grouped` is their number. */
  readonly #group = new Map<string, ImportedSeries>();
  #grouped = 0;
  readonly #holes = new TreeHoles();
  #read = 0;
  #stored = 0;
  #skipped = 0;

  constructor(tree: CheckedTree, reader: HistoryReader, batch: OpenBatch, options: TreeImportOptions) {
    this.#tree = tree;
    this.#reader = reader;
    this.#batch = batch;
    this.#options = options;
    this.#total = tree.manifest.parts.reduce(
      (sum, { table, rows }) => (LEFT_OUT.includes(table) ? sum : sum + rows),
      0,
    );
  }

  async run(): Promise<TreeImport> {
    for await (const rows of this.#readRows('rules')) {
      for (const texts of cutByBytes(rows.map(([, text]) => String(text)))) await this.#batch.putRules(texts);
    }
    const markets = await this.#importMarkets();
    const resolutions = await this.#importResolutions();
    const gaps = await this.#importGaps();
    const marks = await this.#importMarks();
    await this.#importObservations();
    const bars = await this.#importBars();
    const holes = await this.#holes.put(this.#reader, this.#batch);
    const { id: batch } = this.#batch;
    const [stored, skipped] = [this.#stored, this.#skipped];
    const rows = stored + skipped;
    return { batch, rows, stored, skipped, markets, gaps: gaps + holes, resolutions, marks, bars };
  }

  async #importMarkets(): Promise<number> {
    let count = 0;
    const columns = this.#tree.manifest.schema.markets ?? [];
    const namesSides = columns.some(({ name }) => name === 'yesMeans');
    for await (const rows of this.#readRows('markets')) {
      for (let from = 0; from < rows.length; from += MARKETS_AT_ONCE) {
        const markets: RegisteredMarket[] = [];
        for (const row of rows.slice(from, from + MARKETS_AT_ONCE)) {
          const market = toMarket(row, namesSides);
          const known = await this.#reader.findMarket(market);
          markets.push(known === null ? market : withKnownFacts(market, known));
          if (known === null) count++;
        }
        await this.#batch.putMarkets(markets);
      }
    }
    return count;
  }

  async #importResolutions(): Promise<number> {
    let count = 0;
    for await (const rows of this.#readRows('resolutions')) {
      for (const row of rows) {
        // Rows of one market are ordered by time, and all but the last one were taken back.
        const resolution = toResolution(row);
        const known = await this.#reader.findNewestResolution(resolution);
        if (known !== null && known.recordedAt >= resolution.recordedAt) continue;
        const next = known === null ? resolution : followResolution(known, resolution);
        if (next === null) continue;
        await this.#batch.putResolution(next);
        count++;
      }
    }
    return count;
  }

  async #importGaps(): Promise<number> {
    let count = 0;
    for await (const rows of this.#readRows('gaps')) {
      for (const row of rows) {
        const { storeKey, ...found } = toGap(row);
        // An open gap of the other history ends at the time of the export: the recorder of this history would continue
        // an open one as its own.
        const toMs = found.toMs ?? epochMs(Math.max(found.fromMs, this.#tree.manifest.asOfMs));
        const gap = { ...found, storeKey, toMs };
        const window = { fromMs: gap.fromMs, toMs: gap.fromMs };
        const near = await this.#reader.listGaps(gap.venue, window, storeKey ?? undefined);
        if (near.some((one) => one.storeKey === storeKey && one.fromMs === gap.fromMs)) continue;
        await this.#batch.putGap(gap);
        count++;
      }
    }
    return count;
  }

  async #importMarks(): Promise<number> {
    let count = 0;
    for await (const rows of this.#readRows('marks')) {
      for (let from = 0; from < rows.length; from += MARKS_AT_ONCE) {
        count += await this.#batch.putMarks(rows.slice(from, from + MARKS_AT_ONCE).map(toMark));
      }
    }
    return count;
  }

  async #importBars(): Promise<number> {
    let count = 0;
    for await (const rows of this.#readRows('bars')) {
      for (let from = 0; from < rows.length; from += BARS_AT_ONCE) {
        count += await this.#batch.putBars(rows.slice(from, from + BARS_AT_ONCE).map(toBar));
      }
    }
    return count;
  }

  /** Imports observations. Rows of an asset and day are adjacent, by time and arrival; a day may span several parts. */
  async #importObservations(): Promise<void> {
    const waiting = new ColumnBuilder(RECORDS_AT_ONCE);
    let ref: SeriesRef | null = null;
    for await (const rows of this.#readRows('observations')) {
      for (const row of rows) {
        const [asset] = row;
        const { t, p, v, s } = toRecord(row);
        if (ref === null || asset !== ref.asset) {
          if (ref !== null) await this.#insertDay(ref, waiting);
          ref = requireSeries(asset!);
        } else if (waiting.length >= RECORDS_AT_ONCE && t !== waiting.t[waiting.length - 1]) {
          // The records of a series are inserted in order, so those in the group go first. Records with equal times
          // stay together.
          await this.#insertGroup();
          await this.#insert(ref, waiting);
        }
        waiting.push(t, p, v, s);
        this.#holes.add(ref, t, s);
      }
    }
    if (ref !== null) await this.#insertDay(ref, waiting);
    await this.#insertGroup();
  }

  /**
   * Inserts the waiting records of an asset. When they are few, they wait for a joint insert: a million short series
   * would otherwise be a million commits.
   */
  async #insertDay(ref: SeriesRef, waiting: ColumnBuilder): Promise<void> {
    if (waiting.length > MAX_FEW || this.#group.has(ref.asset)) await this.#insertGroup();
    if (waiting.length > MAX_FEW) {
      await this.#insert(ref, waiting);
      return;
    }
    const columns = await this.#takeNew(ref, waiting);
    if (columns.length > 0) this.#group.set(ref.asset, { series: ref, columns });
    this.#grouped += columns.length;
    if (this.#grouped >= FEW_AT_ONCE || this.#group.size >= SERIES_AT_ONCE) await this.#insertGroup();
  }

  async #insertGroup(): Promise<void> {
    if (this.#group.size === 0) return;
    const { stored, skipped } = await this.#batch.insertMany([...this.#group.values()]);
    this.#stored += stored;
    this.#skipped += skipped;
    this.#group.clear();
    this.#grouped = 0;
  }

  async #insert(ref: SeriesRef, waiting: ColumnBuilder): Promise<void> {
    const { stored, skipped } = await this.#batch.insert(ref, await this.#takeNew(ref, waiting));
    this.#stored += stored;
    this.#skipped += skipped;
  }

  /** Takes the waiting records, except reference prices that this history recorded itself. */
  async #takeNew(ref: SeriesRef, waiting: ColumnBuilder): Promise<Columns> {
    const all = sliceColumns(waiting, 0, waiting.length);
    waiting.clear();
    if (ref.venue !== REFERENCES) return all;
    const columns = await leaveOutRecorded(this.#reader, ref, all);
    this.#skipped += all.length - columns.length;
    return columns;
  }

  async *#readRows(table: TreeTable): AsyncGenerator<readonly TableRow[]> {
    for await (const { rows } of readRows(this.#tree, table)) {
      yield rows;
      this.#read += rows.length;
      this.#options.onProgress?.(this.#read, this.#total);
    }
  }
}

/** Divides texts into groups of limited size; a text above the limit is a group of its own. */
function* cutByBytes(texts: readonly string[]): Generator<string[]> {
  let piece: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(JSON.stringify(text)) + 1;
    if (piece.length > 0 && bytes + size > RULES_BYTES_AT_ONCE) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(text);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}
