import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { readConfig } from '../../config/config.ts';
import { findNearestNames } from '../../config/nearest-name.ts';
import {
  type AssetRef,
  epochMs,
  isAssetName,
  formatIsoTime,
  isVenueId,
  REFERENCES,
  findAssetRef,
  findSeriesRef,
  findStoredAsset,
  VENUES,
  type VenueId,
  wallClock,
} from '../../domain/index.ts';
import { LocalSnapshots } from '../../feed/local-snapshots.ts';
import { CsvHeaderError } from '../../history/formats/csv.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { importCsv } from '../../history/import/import.ts';
import type { ImportResult, ReportedRow } from '../../history/import/import-report.ts';
import { TIME_UNITS, type TimeUnit } from '../../history/import/units.ts';
import { getProfile } from '../../venues/registry.ts';
import { leaveNothingUnlessStored } from './clean-refusal.ts';
import { requireDataDir } from '../data-dir.ts';
import { requireDataKind } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { type BatchCallOptions, callBatches } from './import-batches.ts';
import { openImportTarget } from './import-target.ts';
import { importTreeDirectory } from './import-tree.ts';
import { parsePositive } from '../options.ts';

export interface ImportFileOptions {
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly new?: boolean;
  readonly timeUnit?: TimeUnit;
  readonly scale?: number;
  readonly dataDir?: string;
}

interface Sink {
  write(text: string): unknown;
}

/** Streams for the result and for error messages. */
interface Output {
  readonly out: Sink;
  readonly err: Sink;
}

/** Maximum number of rows that are printed individually. Others are counted. */
const MAX_ROWS_SHOWN = 20;
/** Maximum number of suggestions for an unknown name. */
const MAX_NAMES_SHOWN = 3;

/** Creates `crosstape import`, which adds records from a CSV file or an exported tree, and withdraws imports. */
export function importCommand(): Command {
  return new Command('import')
    .description('add records from a CSV file with the header t,p[,v][,s], or a tree that export wrote')
    .argument('[venue]', 'venue of the series; alone: the directory of a tree')
    .argument('[storeKey]', 'key of the series within the venue, or the asset id')
    .argument('[file]', 'CSV file, or - for standard input')
    .addOption(new Option('--list', 'show the batches of earlier imports').conflicts('undo'))
    .option('--undo <batch>', 'withdraw what a batch brought')
    .addOption(new Option('--redo <batch>').hideHelp())
    .option('--json', 'with --list: one JSON array')
    .addOption(
      new Option('--time-unit <unit>', 'unit of times that are numbers; default: ms').choices(
        Object.keys(TIME_UNITS),
      ),
    )
    .option('--scale <x>', 'multiply prices by this: 0.01 for percent', parsePositive)
    .option('--new', 'the asset was never listed nor recorded, and is meant')
    .option('--strict', 'store nothing when any row is bad or odd')
    .option('--dry-run', 'check everything and store nothing; ends with the same code')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .addHelpText(
      'after',
      '\nRows that are already stored are skipped, so an import can be repeated. Each run that stores or knows\nrows is a batch, whose name it prints: --undo withdraws what no other batch holds; to\nhave it back, import the file again. What was recorded is never withdrawn. A service that records the directory may run meanwhile: it does the\nwriting, between its polls.\nA tree is checked part by part before anything is stored, and is one batch: its records, gaps, resolutions,\nmarkets, rules, marks of reference prices and bars; links, forecasts and verdicts are made again. An empty data directory takes its kind.\nWith CROSSTAPE_HISTORY_URL the service that records does the writing: run the command where the feed runs, with its data\ndirectory. What is imported there stays; --undo is refused.\nEnds with 0 when all rows are stored or known, 6 when some rows are bad, 4 when nothing was stored.',
    )
    .action(runImport);
}

type ImportCommandOptions = ImportFileOptions & BatchCallOptions & { readonly redo?: string };

async function runImport(
  venue: string | undefined,
  key: string | undefined,
  file: string | undefined,
  options: ImportCommandOptions,
): Promise<void> {
  if (options.redo !== undefined) {
    throw new CommandError('a withdrawn import cannot be put back: import the file again', EXIT.wrongUse);
  }
  if (options.list === true || options.undo !== undefined) {
    if (venue !== undefined) {
      throw new CommandError('--list and --undo take no venue, key or file', EXIT.wrongUse);
    }
    await callBatches(options);
    return;
  }
  if (venue !== undefined && key === undefined && !isVenueId(venue.toLowerCase())) {
    const { strict, scale, timeUnit, new: isNew } = options;
    if (strict === true || isNew === true || scale !== undefined || timeUnit !== undefined) {
      throw new CommandError('a tree takes none of --strict, --new, --scale, --time-unit', EXIT.wrongUse);
    }
    await importTreeDirectory(venue, options);
    return;
  }
  if (venue === undefined || key === undefined || file === undefined) {
    throw new CommandError(
      'name venue, key and file of the import, or the directory of a tree',
      EXIT.wrongUse,
    );
  }
  await importFile(requireVenue(venue), key, file, options);
}

function requireVenue(text: string): VenueId {
  const venue = text.toLowerCase();
  if (isVenueId(venue)) return venue;
  if (venue === REFERENCES) throw refuseReference();
  throw new CommandError(`the venue must be one of ${VENUES.join(', ')}, not ${text}`, EXIT.wrongUse);
}

/**
 * Imports one file.
 *
 * @throws {CommandError} unless every row is stored or was known.
 */
export async function importFile(
  venue: VenueId,
  key: string,
  file: string,
  options: ImportFileOptions,
  output: Output = { out: process.stdout, err: process.stderr },
): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const ref = requireKey(venue, key);
  await leaveNothingUnlessStored(dataDir, () => importInto(dataDir, ref, file, options, output));
}

async function importInto(
  dataDir: string,
  ref: AssetRef,
  file: string,
  options: ImportFileOptions,
  output: Output,
): Promise<void> {
  await requireDataDir(dataDir);
  await requireDataKind(dataDir, 'real');
  const { source, forget } = await openSource(file);
  const target = await openImportTarget(dataDir).catch(async (error) => {
    await forget();
    throw error;
  });
  try {
    const { reader, batches } = target;
    const known = await requireKnown(reader, dataDir, ref, options.new === true);
    const result = await importCsv({ history: reader, batches, ref: known, open: () => createReadStream(source) }, {
      timeUnit: options.timeUnit ?? null,
      scale: options.scale ?? null,
      strict: options.strict === true,
      dryRun: options.dryRun === true,
      venueOpenedMs: getProfile(ref.venue).openedMs,
      now: wallClock(),
    });
    report(result, options.dryRun === true, output);
  } catch (error) {
    if (error instanceof CsvHeaderError) throw new CommandError(error.message, EXIT.importRefused);
    throw error;
  } finally {
    await target.close();
    await forget();
  }
}

/** Refuses reference prices of a CSV file, which lacks the relay and the exact texts that verdicts depend on. */
function refuseReference(): CommandError {
  return new CommandError('reference prices are imported with a tree, never from a CSV file', EXIT.wrongUse);
}

/** Finds the asset of a key. @throws {CommandError} when the venue cannot have a series with this key. */
function requireKey(venue: VenueId, key: string): AssetRef {
  if (findSeriesRef(key)?.venue === REFERENCES) throw refuseReference();
  const named = findAssetRef(key);
  const ref = named?.venue === venue ? named : findStoredAsset(venue, key.toLowerCase());
  // Names that no HTTP request can contain must not be stored.
  if (ref !== null && isAssetName(ref.asset) && isAssetName(ref.storeKey)) return ref;
  throw new CommandError(`${key} is not a store key of ${venue}`, EXIT.wrongUse);
}

/**
 * Finds the known spelling of an asset.
 *
 * @throws {CommandError} with the most similar names when it was never listed nor recorded, because a mistyped key
 * would create a separate series.
 */
async function requireKnown(
  history: HistoryReader,
  dataDir: string,
  ref: AssetRef,
  isNew: boolean,
): Promise<AssetRef> {
  const recorded = await history.find(ref);
  if (recorded !== null) return { ...ref, asset: recorded.asset };
  const listed = await findListedAssets(dataDir, ref.venue);
  const state = listed.find(({ storeKey }) => storeKey === ref.storeKey);
  if (state !== undefined) return state;
  if (isNew) return ref;

  const names = new Set(listed.map(({ asset }) => asset));
  for await (const entries of history.scanAssets({ venue: ref.venue })) {
    for (const { asset } of entries) names.add(asset);
  }
  const near = findNearestNames(ref.asset, names, MAX_NAMES_SHOWN);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  throw new CommandError(
    `${ref.asset} was never listed nor recorded${hint}${hint === '' ? ';' : ''} --new imports it anyway`,
    EXIT.wrongUse,
  );
}

/** Finds the markets that a venue listed when the service last ran. */
async function findListedAssets(dataDir: string, venue: VenueId): Promise<AssetRef[]> {
  try {
    const snapshots = await new LocalSnapshots(dataDir, wallClock).load();
    return snapshots
      .filter((snapshot) => snapshot.venue === venue)
      .flatMap(({ markets }) => markets.map(({ ref }) => ref));
  } catch {
    // The file is of another version, or truncated. Recorded data still count.
    return [];
  }
}

/** Opens the input. A file can be read twice, and standard input is copied first. */
async function openSource(
  file: string,
): Promise<{ readonly source: string; readonly forget: () => Promise<void> }> {
  if (file !== '-') {
    await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be read (${error.code})`, EXIT.wrongUse);
    });
    if ((await stat(file)).isDirectory()) throw new CommandError(`${file} is a directory`, EXIT.wrongUse);
    return { source: file, forget: async () => {} };
  }
  const copy = path.join(tmpdir(), `crosstape-import-${randomUUID()}.csv`);
  const forget = () => rm(copy, { force: true });
  try {
    await pipeline(process.stdin, createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await forget();
    throw error;
  }
  return { source: copy, forget };
}

/** Prints the result. @throws {CommandError} unless every row is stored or was known. */
function report(result: ImportResult, isDryRun: boolean, output: Output): void {
  show(output, result.bad, result.badCount, 'bad');
  show(
    output,
    result.odd.map(({ line, reason }) => ({ line, reason: `warning: ${reason}` })),
    result.oddCount,
    'odd',
  );
  if (result.batch !== null) output.out.write(`batch ${result.batch}\n`);
  const { rowsRead, stored, skipped, badCount, oddCount, span, overlap, refusal } = result;
  if (isDryRun && span !== null) {
    const [from, to] = [formatIsoTime(epochMs(span.fromMs)), formatIsoTime(epochMs(span.toMs))];
    output.out.write(`good rows from ${from} to ${to}, where ${overlap} records are stored already\n`);
  }
  const odd = oddCount === 0 ? '' : `, odd ${oddCount}`;
  output.out.write(`rows read ${rowsRead}, stored ${stored}, skipped ${skipped}, bad ${badCount}${odd}\n`);
  if (refusal !== null) throw new CommandError(`nothing was stored: ${refusal}`, EXIT.importRefused);
  if (badCount > 0) {
    const what = isDryRun ? 'would be left out' : 'were left out';
    throw new CommandError(`${badCount} bad rows ${what}`, EXIT.partlyDone);
  }
}

function show(output: Output, rows: readonly ReportedRow[], count: number, what: string): void {
  for (const { line, reason } of rows.slice(0, MAX_ROWS_SHOWN)) {
    output.err.write(`line ${line}: ${reason}\n`);
  }
  const hidden = count - Math.min(rows.length, MAX_ROWS_SHOWN);
  if (hidden > 0) output.err.write(`and ${hidden} more ${what} rows\n`);
}
