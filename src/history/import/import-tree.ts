import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AssetRef,
  epochMs,
  type Gap,
  isPerpKind,
  NO_TERMS,
  OBSERVATION_SOURCES,
  type ObservationSource,
  parseAssetId,
  VENUES,
  type VenueId,
} from '../../domain/index.ts';
import { ColumnBuilder, sliceColumns } from '../columns.ts';
import { readTable, TableFileError, type TableRow } from '../formats/read-table.ts';
import { encodeSource, type HistoryReader, type StoredResolution } from '../history-store.ts';
import type { ImportBatches, ImportedSeries, OpenBatch } from '../import-batches.ts';
import type { RegisteredMarket } from '../market-register.ts';
import { hashFile } from '../tree/directory.ts';
import { MANIFEST_FILE, parseManifest, type TreeManifest, type TreePart } from '../tree/manifest.ts';
import { TABLE_COLUMNS, type TreeTable } from '../tree/tables.ts';
import { findProblem, type ImportedRecord, type RowRules } from './row-checks.ts';

/** A tree whose parts are what its manifest says. */
export interface CheckedTree {
  readonly directory: string;
  readonly manifest: TreeManifest;
  /** Of the manifest. */
  readonly sha256: string;
}

/** What a tree brought. */
export interface TreeImport {
  readonly batch: string;
  readonly rows: number;
  readonly stored: number;
  readonly skipped: number;
  /** Of the small tables, how many rows were not known. */
  readonly markets: number;
  readonly gaps: number;
  readonly resolutions: number;
}

export interface TreeImportOptions {
  /** What a record of an asset can be. */
  readonly findRules: (asset: AssetRef) => RowRules;
  /** Called with how many rows of how many are read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A part is not what the manifest says, or holds what cannot be: nothing of the tree is stored. */
export class TreeRefusedError extends Error {
  override readonly name = 'TreeRefusedError';
}

/** Names that a refusal lists. */
const MAX_NAMED = 5;
/** Records that are stored at a time. */
const RECORDS_AT_ONCE = 50_000;
/** A series with no more is stored together with others, up to so many records and series. */
const MAX_FEW = 1_024;
const FEW_AT_ONCE = 16_384;
const SERIES_AT_ONCE = 2_048;
const MARKETS_AT_ONCE = 500;
/** Bytes of rules, as JSON, that are stored at a time: a service takes 16 MiB in one message. */
const RULES_BYTES_AT_ONCE = 4 * 1024 * 1024;

/**
 * Reads the manifest of a tree and the checksum of each part.
 *
 * @throws {ManifestError | TreeRefusedError}
 */
export async function checkTree(directory: string): Promise<CheckedTree> {
  const file = path.join(directory, MANIFEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TreeRefusedError(`${file} cannot be read (${error.code}): name the directory of a whole tree`);
  });
  const manifest = parseManifest(text, file);
  const wrong: string[] = [];
  for (const { path: name, sha256 } of manifest.parts) {
    if (sha256 === null || (await hashFile(path.join(directory, name))) !== sha256) wrong.push(name);
  }
  if (wrong.length > 0) {
    const more = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} more` : '';
    throw new TreeRefusedError(
      `parts are not what the manifest says: ${wrong.slice(0, MAX_NAMED).join(', ')}${more}; export --repair makes them again`,
    );
  }
  return { directory, manifest, sha256: createHash('sha256').update(text).digest('hex') };
}

/**
 * Reads every row, as {@link importTree} does before it stores any.
 *
 * @throws {TreeRefusedError} naming the first row that no market can have: a time to come, a probability of 7.
 */
export async function judgeTree(tree: CheckedTree, findRules: (asset: AssetRef) => RowRules): Promise<void> {
  try {
    for await (const { rows } of readRows(tree, 'markets')) for (const row of rows) toMarket(row);
    for await (const { rows } of readRows(tree, 'resolutions')) for (const row of rows) toResolution(row);
    for await (const { rows } of readRows(tree, 'gaps')) for (const row of rows) toGap(row);
    await judgeObservations(tree, findRules);
  } catch (error) {
    if (error instanceof TableFileError) throw new TreeRefusedError(error.message, { cause: error });
    throw error;
  }
}

async function judgeObservations(tree: CheckedTree, findRules: (asset: AssetRef) => RowRules): Promise<void> {
  let known: { readonly asset: TableRow[number]; readonly rules: RowRules } | null = null;
  for await (const { rows, first, file } of readRows(tree, 'observations')) {
    for (const [i, row] of rows.entries()) {
      const [asset] = row;
      if (known === null || known.asset !== asset) {
        known = { asset: asset!, rules: findRules(requireAsset(asset!)) };
      }
      const problem = findProblem(toRecord(row), known.rules);
      if (problem !== null) throw new TreeRefusedError(`row ${first + i} of ${file} (${asset}): ${problem}`);
    }
  }
}

/**
 * Stores a tree as one batch: rules, markets, resolutions, gaps and observations. Links are not stored: they are computed.
 * What the history says of a resolution or a gap already stays.
 *
 * @throws {TreeRefusedError} on rows that no export writes or no market can have; nothing is stored then.
 * @throws {TableFileError} when a part has changed since it was judged; what came before it is in the batch.
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

class TreeImporter {
  readonly #tree: CheckedTree;
  readonly #reader: HistoryReader;
  readonly #batch: OpenBatch;
  readonly #options: TreeImportOptions;
  readonly #total: number;
  /** Series with few records, by their assets, and the records of all together. */
  readonly #group = new Map<string, ImportedSeries>();
  #grouped = 0;
  #read = 0;
  #stored = 0;
  #skipped = 0;

  constructor(tree: CheckedTree, reader: HistoryReader, batch: OpenBatch, options: TreeImportOptions) {
    this.#tree = tree;
    this.#reader = reader;
    this.#batch = batch;
    this.#options = options;
    this.#total = tree.manifest.parts.reduce(
      (sum, { table, rows }) => (table === 'links' ? sum : sum + rows),
      0,
    );
  }

  async run(): Promise<TreeImport> {
    for await (const rows of this.#rows('rules')) {
      for (const texts of cutByBytes(rows.map(([, text]) => String(text)))) await this.#batch.putRules(texts);
    }
    const markets = await this.#importMarkets();
    const resolutions = await this.#importResolutions();
    const gaps = await this.#importGaps();
    await this.#importObservations();
    const { id: batch } = this.#batch;
    const [stored, skipped] = [this.#stored, this.#skipped];
    return { batch, rows: stored + skipped, stored, skipped, markets, gaps, resolutions };
  }

  async #importMarkets(): Promise<number> {
    let count = 0;
    for await (const rows of this.#rows('markets')) {
      for (let from = 0; from < rows.length; from += MARKETS_AT_ONCE) {
        const markets: RegisteredMarket[] = [];
        for (const row of rows.slice(from, from + MARKETS_AT_ONCE)) {
          const market = toMarket(row);
          const known = await this.#reader.market(market);
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
    for await (const rows of this.#rows('resolutions')) {
      for (const row of rows) {
        const resolution = toResolution(row);
        if ((await this.#reader.resolution(resolution)) !== null) continue;
        await this.#batch.putResolution(resolution);
        count++;
      }
    }
    return count;
  }

  async #importGaps(): Promise<number> {
    let count = 0;
    for await (const rows of this.#rows('gaps')) {
      for (const row of rows) {
        const { storeKey, ...found } = toGap(row);
        // The other recorder's gap, which the one of this history would take for its own and go on with.
        const toMs = found.toMs ?? epochMs(Math.max(found.fromMs, this.#tree.manifest.asOfMs));
        const gap = { ...found, storeKey, toMs };
        const window = { fromMs: gap.fromMs, toMs: gap.fromMs };
        const near = await this.#reader.gaps(gap.venue, window, storeKey ?? undefined);
        if (near.some((one) => one.storeKey === storeKey && one.fromMs === gap.fromMs)) continue;
        await this.#batch.putGap(gap);
        count++;
      }
    }
    return count;
  }

  /** Rows of one asset and day stand together, in the order of time and arrival; a day goes on in its next part. */
  async #importObservations(): Promise<void> {
    const waiting = new ColumnBuilder(RECORDS_AT_ONCE);
    let ref: AssetRef | null = null;
    for await (const rows of this.#rows('observations')) {
      for (const row of rows) {
        const [asset] = row;
        if (ref === null || asset !== ref.asset) {
          if (ref !== null) await this.#insertDay(ref, waiting);
          ref = requireAsset(asset!);
        } else if (waiting.length >= RECORDS_AT_ONCE) {
          // Records of one series come in their order.
          await this.#insertGroup();
          await this.#insert(ref, waiting, countWithoutLastTime(waiting));
        }
        const { t, p, v, s } = toRecord(row);
        waiting.push(t, p, v, s);
      }
    }
    if (ref !== null) await this.#insertDay(ref, waiting);
    await this.#insertGroup();
  }

  /** Few records of an asset wait for those of others: a million short series are a million commits else. */
  async #insertDay(ref: AssetRef, waiting: ColumnBuilder): Promise<void> {
    if (waiting.length > MAX_FEW || this.#group.has(ref.asset)) await this.#insertGroup();
    if (waiting.length > MAX_FEW) {
      await this.#insert(ref, waiting, waiting.length);
      return;
    }
    this.#group.set(ref.asset, { series: ref, columns: sliceColumns(waiting, 0, waiting.length) });
    this.#grouped += waiting.length;
    waiting.clear();
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

  async #insert(ref: AssetRef, waiting: ColumnBuilder, count: number): Promise<void> {
    if (count === 0) return;
    const rest = sliceColumns(waiting, count, waiting.length);
    const { stored, skipped } = await this.#batch.insert(ref, sliceColumns(waiting, 0, count));
    this.#stored += stored;
    this.#skipped += skipped;
    waiting.clear();
    waiting.pushAll(rest);
  }

  async *#rows(table: TreeTable): AsyncGenerator<readonly TableRow[]> {
    for await (const { rows } of readRows(this.#tree, table)) {
      yield rows;
      this.#read += rows.length;
      this.#options.onProgress?.(this.#read, this.#total);
    }
  }
}

/** Some rows of a part, and where they stand in it. */
interface RowsOfPart {
  readonly rows: readonly TableRow[];
  readonly first: number;
  readonly file: string;
}

async function* readRows({ directory, manifest }: CheckedTree, table: TreeTable): AsyncGenerator<RowsOfPart> {
  const { format, compression } = manifest.selection;
  const parts = manifest.parts.filter((part) => part.table === table).sort(byDayAndNumber);
  for (const part of parts) {
    const file = path.join(directory, part.path);
    let first = 0;
    for await (const rows of readTable({ path: file, format, compression }, TABLE_COLUMNS[table])) {
      yield { rows, first, file };
      first += rows.length;
    }
  }
}

/** A text that is larger than a piece stands alone. */
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

/** `part-10` comes behind `part-9`. */
function byDayAndNumber({ path: a }: TreePart, { path: b }: TreePart): number {
  const [dayA, dayB] = [path.posix.dirname(a), path.posix.dirname(b)];
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  const number = (name: string) => Number(/-(\d+)/.exec(path.posix.basename(name))?.[1] ?? 0);
  return number(a) - number(b);
}

/** Rows of one time are inserted together. */
function countWithoutLastTime({ t, length }: ColumnBuilder): number {
  let count = length;
  while (count > 0 && t[count - 1] === t[length - 1]) count--;
  return count;
}

function toMarket(row: TableRow): RegisteredMarket {
  const [asset, , , , title, eventKey, event, answer, closesAt, ...rest] = row;
  const [seenFrom, changedAt, nativeIds, url, rulesHash] = rest;
  const ref = requireAsset(asset!);
  const isPerp = isPerpKind(ref.kind);
  return {
    ...ref,
    title: String(title),
    eventKey: toText(eventKey),
    event: toText(event),
    category: null,
    outcomes: isPerp ? null : ['Yes', 'No'],
    terms: isPerp ? null : { ...NO_TERMS, answer: toText(answer) },
    closesAt: toTime(closesAt),
    endsAt: null,
    nativeIds: toIds(String(nativeIds)),
    url: toText(url),
    rulesHash: toText(rulesHash),
    seenFrom: epochMs(Number(seenFrom)),
    changedAt: epochMs(Number(changedAt)),
  };
}

/** A tree does not state all that the register keeps. */
function withKnownFacts(market: RegisteredMarket, known: RegisteredMarket): RegisteredMarket {
  const { category, outcomes, endsAt, terms } = known;
  const merged = terms === null || market.terms === null ? null : { ...terms, answer: market.terms.answer };
  return { ...market, category, outcomes, endsAt, terms: merged };
}

function toGap([venue, asset, fromMs, toMs, reason]: TableRow): Gap {
  const storeKey = asset === null ? null : requireAsset(asset!).storeKey;
  return {
    ...{ venue: toVenue(venue!), storeKey, reason: String(reason) },
    ...{ fromMs: epochMs(Number(fromMs)), toMs: toTime(toMs) },
  };
}

function toRecord([, t, p, v, s]: TableRow): ImportedRecord {
  return { t: Number(t), p: Number(p), v: v === null ? Number.NaN : Number(v), s: toSource(s!) };
}

function toResolution(row: TableRow): StoredResolution {
  const [asset, , outcome, payout, settledAt, recordedAt, source] = row;
  const { venue, storeKey } = requireAsset(asset!);
  return {
    ...{ venue, storeKey, asset: String(asset), outcome: toOutcome(outcome!) },
    ...{
      payout: payout as number | null,
      settledAt: toTime(settledAt),
      source: String(source),
      disputed: null,
    },
    recordedAt: epochMs(Number(recordedAt)),
  };
}

function requireAsset(asset: string | number): AssetRef {
  const ref = parseAssetId(String(asset));
  if (ref === null) throw new TableFileError(`${asset} is the id of no asset`);
  return { ...ref, asset: String(asset) };
}

function toOutcome(value: TableRow[number]): StoredResolution['outcome'] {
  if (value === 'yes' || value === 'no' || value === 'void') return value;
  throw new TableFileError(`${value} is no outcome of a market`);
}

function toVenue(value: TableRow[number]): VenueId {
  const venue = VENUES.find((one) => one === value);
  if (venue === undefined) throw new TableFileError(`${value} is no venue`);
  return venue;
}

function toText(value: TableRow[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function toTime(value: TableRow[number] | undefined) {
  return value === null || value === undefined ? null : epochMs(Number(value));
}

function toSource(value: TableRow[number]): number {
  if (value !== null && !(OBSERVATION_SOURCES as readonly unknown[]).includes(value)) {
    throw new TableFileError(`${value} is no source of a record`);
  }
  return encodeSource(value as ObservationSource | null);
}

function toIds(text: string): Readonly<Record<string, string>> {
  try {
    const ids: unknown = JSON.parse(text);
    if (typeof ids === 'object' && ids !== null) {
      return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
    }
  } catch {
    // Refused below.
  }
  throw new TableFileError(`${text.slice(0, 40)} is no object of ids`);
}
