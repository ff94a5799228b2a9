import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { lockDirectory, openReadOnlyHistory, openTapeTreeSource, openTreeSource } from '../../app/stores/engines.ts';
import { readSecrets } from '../../config/secrets.ts';
import { type EpochMs, formatIsoTime, findSeriesRef, type Recorder } from '../../domain/index.ts';
import type { Compression, FileFormat } from '../../history/formats/table.ts';
import { formatDayFolder, nameDayFolder } from '../../history/tree/days.ts';
import { findUnknownFiles, ForeignDirectoryError } from '../../history/tree/directory.ts';
import { MANIFEST_FILE, ManifestError, parseManifest, type TreeManifest } from '../../history/tree/manifest.ts';
import { NewerTreeError } from '../../history/tree/newer-tree.ts';
import { OtherTreeError } from '../../history/tree/same-tree.ts';
import { ALL_TABLES, completeTables, isDayTable, isTapeTable, TREE_TABLES, type TreeTable } from '../../history/tree/tables.ts';
import type { LostRows } from '../../history/tree/tree-losses.ts';
import { TapeDayChangedError } from '../../history/tape/contract/tape-tree-source.ts';
import type { TreeSource } from '../../history/tree/tree-source.ts';
import { findBrokenParts, findTreeLosses, planTree, type TreeOptions, writeTree } from '../../history/tree/write-tree.ts';
import { requireHistory } from '../data-dir.ts';
import { readMark } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { listOption } from '../options.ts';
import { createProgressBar } from '../progress.ts';

/** Options of `export` for a tree. */
export interface TreeCommandOptions {
  readonly all?: true;
  readonly venue?: readonly Recorder[];
  readonly asset?: readonly string[];
  readonly from?: EpochMs;
  readonly to?: EpochMs;
  readonly format?: FileFormat;
  readonly compress?: Compression;
  readonly tables?: readonly TreeTable[];
  readonly layout: 'tree' | 'tardis';
  readonly output?: string;
  readonly dryRun?: true;
  readonly verify?: boolean;
  readonly repair?: true;
  readonly force?: true;
  readonly url?: string;
  readonly keyFile?: string;
  readonly dataDir?: string;
}

/**
 * Default compression: for text one that most tools read. Arrow files are not compressed, so that they can be mapped
 * into memory.
 */
const DEFAULT_COMPRESSION: Readonly<Record<FileFormat, Compression>> = {
  parquet: 'zstd',
  arrow: 'none',
  csv: 'gzip',
  jsonl: 'gzip',
};

/** Tables that `--tables` accepts. */
export const NAMED_TABLES: readonly TreeTable[] = ALL_TABLES.filter((table) => table !== 'bookSpans');

/**
 * Reads the option `--tables`.
 *
 * @returns The tables in the order of the manifest. @throws {InvalidArgumentError} for a table that is not exported.
 */
export function parseTables(text: string): TreeTable[] {
  const names = listOption(text);
  const named = NAMED_TABLES.filter((table) => names.includes(table));
  const isKnown = (name: string) => (ALL_TABLES as readonly string[]).includes(name);
  if (!names.every(isKnown)) throw new InvalidArgumentError(`must be some of ${NAMED_TABLES.join(', ')}`);
  if (names.includes('bookSpans') && !named.includes('books'))
    throw new InvalidArgumentError('bookSpans comes with books: name books');
  return completeTables(named);
}

/** Writes a tree, updates it, lists its missing parts, or checks it. */
export async function exportTree(dataDir: string, options: TreeCommandOptions): Promise<void> {
  const directory = requireUse(options, dataDir);
  if (options.verify === true && options.repair !== true) {
    await checkTree(directory);
    return;
  }
  if (readSecrets(process.env).historyUrl !== null) {
    throw new CommandError(
      'a tree is made from a history file, and CROSSTAPE_HISTORY_URL keeps this history on ClickHouse: export single series, or query ClickHouse; books and trades are in the day files of DATA/tape, which "python -m crosstape.tape FILE" prints',
      EXIT.wrongUse,
    );
  }
  await requireHistory(dataDir);
  const assets = options.asset === undefined ? null : await findAssets(dataDir, options.asset);
  const source = openTreeSource(dataDir);
  const tables = options.tables ?? TREE_TABLES;
  const tape = tables.some(isTapeTable) ? openTapeTreeSource(dataDir) : null;
  try {
    const broken = options.repair === true ? await findBroken(directory) : [];
    await write(source, {
      directory,
      selection: {
        venues: options.venue === undefined ? null : [...options.venue],
        assets,
        tables: [...tables],
        format: options.format ?? 'parquet',
        compression: options.compress ?? DEFAULT_COMPRESSION[options.format ?? 'parquet'],
      },
      window: { fromMs: options.from ?? null, toMs: options.to ?? null },
      simulated: (await readMark(dataDir)) === 'simulated',
      lock: lockDirectory,
      ...(tape === null ? {} : { tape }),
      broken: new Set(broken),
      isDryRun: options.dryRun === true,
      force: options.force === true,
    });
    if (options.repair === true) await requireKnownFiles(directory, await readTreeManifest(directory));
  } catch (error) {
    throw toCommandError(error);
  } finally {
    tape?.close();
    source.close();
  }
}

async function write(
  source: TreeSource,
  { isDryRun, ...options }: TreeOptions & { readonly isDryRun: boolean },
): Promise<void> {
  if (options.force === true) sayLosses(await findTreeLosses(source, options));
  if (isDryRun) {
    const { days, kept } = await planTree(source, options);
    for (const day of days) {
      process.stdout.write(`${nameDayFolder(formatDayFolder(day))}${day.closed ? '' : ' (open)'}\n`);
    }
    process.stdout.write(`${days.length} days to make, ${kept.length} parts stay\n`);
    return;
  }
  const startedAt = performance.now();
  let bar: ReturnType<typeof createProgressBar> | null = null;
  const { manifest, made } = await writeTree(source, {
    ...options,
    onProgress: (done, total) => {
      if (total === 0) return;
      bar ??= createProgressBar('days', total);
      if (done > 0) bar.advance();
      if (done === total) bar.end();
    },
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `${made} parts made, ${manifest.parts.length} files with ${countRows(manifest)} rows and ${manifest.totals.bytes} bytes, as of ${formatIsoTime(manifest.asOfMs)}, in ${seconds} s\n`,
  );
  requireUndamaged(manifest);
}

/** Counts the rows of the tables that grow daily: observations, books, their spans and trades. */
export function countRows({ parts }: Pick<TreeManifest, 'parts'>): number {
  return parts.filter(({ table }) => isDayTable(table)).reduce((sum, { rows }) => sum + rows, 0);
}

/** Reports what a tree loses, before any of it is written. */
export function sayLosses(losses: readonly LostRows[]): void {
  for (const { place, rows } of losses) {
    process.stdout.write(`${place}: the tree loses ${rows} ${rows === 1 ? 'row' : 'rows'}\n`);
  }
}

/** Throws when damaged records were left out of a tree, so that the exit code reports them. All others were written. */
export function requireUndamaged({ damaged }: TreeManifest): void {
  if (damaged.length === 0) return;
  const places = damaged.slice(0, 10).map(({ venue, asset, fromMs, toMs, reason }) => {
    const span = fromMs === null || toMs === null ? '' : ` from ${formatIsoTime(fromMs)} to ${formatIsoTime(toMs)}`;
    return `${asset ?? venue ?? 'venue not known'}${span}: ${reason}`;
  });
  const more = damaged.length > places.length ? `; and ${damaged.length - places.length} more` : '';
  throw new CommandError(
    `damaged records are not in the tree (all are in manifest.json): ${places.join('; ')}${more}`,
    EXIT.partlyDone,
  );
}

/** Throws when a repaired tree has files that are not in its manifest, which this command must not remove. */
export async function requireKnownFiles(directory: string, manifest: TreeManifest): Promise<void> {
  const unknown = await findUnknownFiles(directory, manifest);
  if (unknown.length > 0) throw new CommandError(nameUnknown(unknown), EXIT.partlyDone);
}

function nameUnknown(files: readonly string[]): string {
  return `remove these files, which are in no manifest and would be read as part of the tree: ${files.join(', ')}`;
}

/** Compares a tree with its manifest. */
export async function checkTree(directory: string): Promise<void> {
  const broken = await findBroken(directory);
  const unknown = await findUnknownFiles(directory, await readTreeManifest(directory));
  if (broken.length + unknown.length === 0) {
    process.stdout.write('every file is as the manifest states\n');
    return;
  }
  const found = [
    ...(broken.length === 0 ? [] : [`these files differ from the manifest: ${broken.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [nameUnknown(unknown)]),
  ];
  throw new CommandError(found.join('; '), EXIT.partlyDone);
}

/** Lists the files of a tree that differ from its manifest. */
export async function findBroken(directory: string): Promise<string[]> {
  return findBrokenParts(directory, await readTreeManifest(directory));
}

async function readTreeManifest(directory: string): Promise<TreeManifest> {
  const file = path.join(directory, MANIFEST_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      EXIT.wrongUse,
    );
  }
  try {
    return parseManifest(text, file);
  } catch (error) {
    throw toCommandError(error);
  }
}

/** Finds the canonical ids of the named assets. Only the store knows the spelling of a perpetual's coin. */
async function findAssets(dataDir: string, names: readonly string[]): Promise<string[]> {
  const history = await openReadOnlyHistory({ dataDir });
  try {
    const found: string[] = [];
    for (const name of names) {
      const ref = findSeriesRef(name);
      if (ref === null) throw new CommandError(`${name} is not an asset id such as hl-BTC`, EXIT.wrongUse);
      const entry = await history.find(ref);
      if (entry === null) throw new CommandError(`nothing is recorded of ${name}`, EXIT.wrongUse);
      found.push(entry.asset);
    }
    return [...new Set(found)].sort();
  } finally {
    await history.close();
  }
}

/** Checks the combination of options. @param dataDir Data directory; null: none is read. */
export function requireUse(options: TreeCommandOptions, dataDir: string | null): string {
  const { all, venue, asset, output, layout, verify: isVerify, repair, dryRun, force } = options;
  if ([all, venue, asset].filter((choice) => choice !== undefined).length > 1) {
    throw new CommandError('--all, --venue and --asset exclude each other', EXIT.wrongUse);
  }
  if (output === undefined) throw new CommandError('name the directory of the tree with -o', EXIT.wrongUse);
  if (layout === 'tardis') {
    throw new CommandError(
      '--layout tardis is not written yet: use --layout tree, whose tables books and trades have the same',
      EXIT.wrongUse,
    );
  }
  if (repair === true && isVerify !== true)
    throw new CommandError('--repair needs --verify', EXIT.wrongUse);
  if (force === true && isVerify === true && repair !== true) {
    throw new CommandError('--verify and --force exclude each other: --verify changes nothing', EXIT.wrongUse);
  }
  if (dryRun === true && isVerify === true) {
    throw new CommandError('--dry-run and --verify exclude each other', EXIT.wrongUse);
  }
  if (dataDir !== null && path.resolve(output) === path.resolve(dataDir)) {
    throw new CommandError('the tree must not go into the data directory itself', EXIT.wrongUse);
  }
  return output;
}

/** Converts a problem of the directory to a wrong use. A full disk and all other errors are failures. */
export function toCommandError(error: unknown): unknown {
  if (
    error instanceof ForeignDirectoryError ||
    error instanceof ManifestError ||
    error instanceof NewerTreeError ||
    error instanceof OtherTreeError
  ) {
    return new CommandError(error.message, EXIT.wrongUse);
  }
  if (error instanceof TapeDayChangedError) return new CommandError(`${error.message}: repeat the command`);
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new CommandError('the disk is full: make room and repeat the command, which goes on where it was');
  }
  return error;
}
