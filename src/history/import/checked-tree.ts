import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, findReference, HOUR_MS, type SeriesRef } from '../../domain/index.ts';
import { hashRules } from '../contract/rules-hash.ts';
import { readTable, TableFileError, type TableRow } from '../formats/read-table.ts';
import { findFolderVenue, parseDayFolder } from '../tree/days.ts';
import { hashFile } from '../tree/directory.ts';
import { MANIFEST_FILE, parseManifest, type TreeManifest, type TreePart } from '../tree/manifest.ts';
import { TABLE_COLUMNS, type TreeTable } from '../tree/tables.ts';
import { findProblem, type RowRules } from './row-checks.ts';
import { requireSeries, toBar, toGap, toMark, toMarket, toRecord, toResolution } from './tree-rows.ts';

/** A tree whose parts match its manifest. */
export interface CheckedTree {
  readonly directory: string;
  readonly manifest: TreeManifest;
  /** SHA-256 of the manifest, lower-case hex. */
  readonly sha256: string;
}

/**
 * Error: the tree is refused as a whole: its manifest is unreadable, a part differs from it, or a row is impossible.
 */
export class TreeRefusedError extends Error {
  override readonly name = 'TreeRefusedError';
}

/** Maximum number of file names in the message of a refusal. */
const MAX_NAMED = 5;

/**
 * Reads the manifest of a tree and verifies the checksum of each part.
 *
 * @throws {ManifestError | TreeRefusedError} when the manifest is malformed or contradicts itself, or a part differs.
 */
export async function checkTree(directory: string): Promise<CheckedTree> {
  const file = path.join(directory, MANIFEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TreeRefusedError(`${file} cannot be read (${error.code}): name the directory of a whole tree`);
  });
  const manifest = parseManifest(text, file);
  requireConsistent(manifest);
  const wrong: string[] = [];
  for (const { path: name, sha256 } of manifest.parts) {
    if (sha256 === null || (await hashFile(path.join(directory, name))) !== sha256) wrong.push(name);
  }
  if (wrong.length > 0) {
    const more = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} more` : '';
    throw new TreeRefusedError(
      `these parts differ from the manifest: ${wrong.slice(0, MAX_NAMED).join(', ')}${more}; where the tree was written, export with --verify --repair makes them again`,
    );
  }
  return { directory, manifest, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Checks that the manifest is consistent. @throws {TreeRefusedError} on a repeated file or wrong totals. */
function requireConsistent({ parts, totals }: TreeManifest): void {
  const paths = new Set(parts.map(({ path: name }) => name));
  if (paths.size < parts.length) throw new TreeRefusedError('the manifest names a file twice');
  const rows = parts
    .filter(({ table }) => table === 'observations')
    .reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (rows !== totals.rows || bytes !== totals.bytes) {
    throw new TreeRefusedError(
      `the totals of the manifest (${totals.rows} rows, ${totals.bytes} bytes) are not those of its parts (${rows} rows, ${bytes} bytes)`,
    );
  }
}

/**
 * Checks every row of a tree, so that {@link importTree} stores nothing of a tree with a bad row.
 *
 * @throws {TreeRefusedError} which names the first row that no market can have, such as one in the future or with a
 * probability of 7.
 */
export async function judgeTree(tree: CheckedTree, findRules: (asset: SeriesRef) => RowRules): Promise<void> {
  try {
    for await (const { rows } of readRows(tree, 'markets')) for (const row of rows) toMarket(row);
    for await (const { rows } of readRows(tree, 'resolutions')) for (const row of rows) toResolution(row);
    for await (const { rows } of readRows(tree, 'gaps')) for (const row of rows) toGap(row);
    await judgeRules(tree);
    await judgeMarks(tree, findRules);
    await judgeBars(tree, findRules);
    await judgeObservations(tree, findRules);
  } catch (error) {
    if (error instanceof TableFileError) throw new TreeRefusedError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Checks that each rules text has the hash under which it is listed: markets refer to their rules by hash, so another
 * text would count as the venue's.
 */
async function judgeRules(tree: CheckedTree): Promise<void> {
  for await (const { rows, first, file } of readRows(tree, 'rules')) {
    for (const [i, [stated, text]] of rows.entries()) {
      const hash = Buffer.from(hashRules(Buffer.from(String(text)))).toString('hex');
      if (hash !== stated)
        throw new TreeRefusedError(
          `row ${first + i} of ${file}: the hash of the text is ${hash}, not ${stated}`,
        );
    }
  }
}

/** Checks each mark like a record of its series. An incomplete average has no value, so a valid price stands for it. */
async function judgeMarks(tree: CheckedTree, findRules: (asset: SeriesRef) => RowRules): Promise<void> {
  for await (const { rows, first, file } of readRows(tree, 'marks')) {
    for (const [i, row] of rows.entries()) {
      const { key, t, text, receivedAt } = toMark(row);
      const rules = findRules(findReference(key)!);
      const p = text === null ? 1 : Number(text);
      const problem =
        findProblem({ t, p, v: Number.NaN, s: 0 }, rules) ??
        findProblem({ t: receivedAt, p, v: Number.NaN, s: 0 }, rules);
      if (problem !== null) throw new TreeRefusedError(`row ${first + i} of ${file} (${key}): ${problem}`);
    }
  }
}

/** Checks the low and the high of each bar like records of its series; open and close lie between them. */
async function judgeBars(tree: CheckedTree, findRules: (asset: SeriesRef) => RowRules): Promise<void> {
  let known: { readonly asset: string; readonly rules: RowRules } | null = null;
  for await (const { rows, first, file } of readRows(tree, 'bars')) {
    for (const [i, row] of rows.entries()) {
      const { asset, t, low, high, volume } = toBar(row);
      if (known === null || known.asset !== asset) known = { asset, rules: findRules(requireSeries(asset)) };
      const ends = { t: t + HOUR_MS - 1, v: volume ?? Number.NaN, s: 0 };
      const problem =
        findProblem({ t, p: low, v: Number.NaN, s: 0 }, known.rules) ??
        findProblem({ ...ends, p: high }, known.rules);
      if (problem !== null) throw new TreeRefusedError(`row ${first + i} of ${file} (${asset}): ${problem}`);
    }
  }
}

async function judgeObservations(
  tree: CheckedTree,
  findRules: (asset: SeriesRef) => RowRules,
): Promise<void> {
  let known: { readonly asset: TableRow[number]; readonly rules: RowRules; readonly venue: string } | null =
    null;
  let found: FoundInPart | null = null;
  for await (const { rows, first, file, part } of readRows(tree, 'observations')) {
    if (found?.part !== part) {
      found?.requireStated();
      found = new FoundInPart(part, file);
    }
    const folder = path.posix.dirname(part.path);
    const venue = findFolderVenue(part.path);
    const day = parseDayFolder(folder);
    for (const [i, row] of rows.entries()) {
      const [asset] = row;
      if (known === null || known.asset !== asset) {
        const ref = requireSeries(asset!);
        known = { asset: asset!, rules: findRules(ref), venue: ref.venue };
      }
      const record = toRecord(row);
      found.add(asset!, record.t);
      const isForeign = known.venue !== venue || Math.floor(record.t / DAY_MS) !== day;
      const problem = isForeign ? `it is no row of ${folder}` : findProblem(record, known.rules);
      if (problem !== null) throw new TreeRefusedError(`row ${first + i} of ${file} (${asset}): ${problem}`);
    }
  }
  found?.requireStated();
}

/** Collects the assets and times of the rows of a part. */
class FoundInPart {
  readonly part: TreePart;
  readonly #file: string;
  readonly #assets = new Set<TableRow[number]>();
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(part: TreePart, file: string) {
    this.part = part;
    this.#file = file;
  }

  add(asset: TableRow[number], t: number): void {
    this.#assets.add(asset);
    if (t < this.#firstMs) this.#firstMs = t;
    if (t > this.#lastMs) this.#lastMs = t;
  }

  /** Compares assets and times with the manifest. @throws {TreeRefusedError} when they differ. */
  requireStated(): void {
    const { series, firstMs, lastMs } = this.part;
    const stated = `${series} assets from ${firstMs} to ${lastMs}`;
    const found = `${this.#assets.size} assets from ${this.#firstMs} to ${this.#lastMs}`;
    if (found !== stated)
      throw new TreeRefusedError(`${this.#file} has ${found} and the manifest states ${stated}`);
  }
}

/** Rows of a part, the index of the first one in the part, and their file. */
interface RowsOfPart {
  readonly rows: readonly TableRow[];
  readonly first: number;
  readonly file: string;
  readonly part: TreePart;
}

/**
 * Reads the rows of a table, ordered by day and number of the part. @throws {TableFileError} when a part is malformed,
 * or has another number of rows than the manifest states.
 */
export async function* readRows(
  { directory, manifest }: CheckedTree,
  table: TreeTable,
): AsyncGenerator<RowsOfPart> {
  const { format, compression } = manifest.selection;
  const parts = manifest.parts.filter((part) => part.table === table).sort(byDayAndNumber);
  for (const part of parts) {
    const file = path.join(directory, part.path);
    let first = 0;
    for await (const rows of readTable({ path: file, format, compression }, TABLE_COLUMNS[table])) {
      yield { rows, first, file, part };
      first += rows.length;
    }
    if (first !== part.rows) {
      throw new TableFileError(`${file} has ${first} rows and the manifest states ${part.rows}`);
    }
  }
}

/** Compares part numbers as numbers: `part-9` comes before `part-10`. */
function byDayAndNumber({ path: a }: TreePart, { path: b }: TreePart): number {
  const [dayA, dayB] = [path.posix.dirname(a), path.posix.dirname(b)];
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  const number = (name: string) => Number(/-(\d+)/.exec(path.posix.basename(name))?.[1] ?? 0);
  return number(a) - number(b);
}
