import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { Argument, Command, Option } from 'commander';
import { countUnreadable, openHistoryReader } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { type Recorder, findSeriesRef, findStoredSeries, formatIsoTime } from '../../domain/index.ts';
import { exportSeries } from '../../history/formats/export.ts';
import { type Difference, type ExportCheckOptions, checkExport } from '../../history/formats/export-check.ts';
import { COMPRESSIONS, FILE_FORMATS, type FileFormat } from '../../history/formats/table.ts';
import type { CorruptRecords } from '../../history/contract/corrupt-block.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey, Window } from '../../history/contract/series.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { type TreeCommandOptions, exportTree, NAMED_TABLES, parseTables } from './export-tree.ts';
import { exportMirror } from './mirror.ts';
import { listOption, parseTime, parseRecorder, parseRecorderList } from '../options.ts';
import { parseAddressOption } from '../service-url.ts';

interface ExportOptions extends TreeCommandOptions {
  readonly verify?: boolean;
}

/** Creates `crosstape export`, which writes a series as one file, or many series as a tree of files. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'write a series as one file, or many of them as a tree of files, also while the service records',
    )
    .addArgument(new Argument('[venue]', 'venue of the series, or ref').argParser(parseRecorder))
    .argument('[storeKey]', 'key of the series within the venue, or the asset id')
    .option('--all', 'a tree of everything that is recorded')
    .option('--venue <venues>', 'a tree of these venues, separated by commas; ref: reference prices', parseRecorderList)
    .option('--asset <assets>', 'a tree of these assets, separated by commas', listOption)
    .option('--from <time>', 'first time, inclusive', parseTime)
    .option('--to <time>', 'last time, inclusive', parseTime)
    .addOption(
      new Option('--format <format>', 'file format; default csv, of a tree parquet').choices(FILE_FORMATS),
    )
    .addOption(
      new Option(
        '--compress <compression>',
        'compression of the files of a tree; default zstd of Parquet, gzip of text, none of Arrow',
      ).choices(COMPRESSIONS),
    )
    .option(
      '--tables <tables>',
      `tables of a tree, separated by commas: ${NAMED_TABLES.join(',')}; default all but books and trades, which are large`,
      parseTables,
    )
    .addOption(
      new Option('--layout <layout>', 'how a tree is laid out').choices(['tree', 'tardis']).default('tree'),
    )
    .option('-o, --output <path>', 'file to write, standard output without it; directory of a tree')
    .option('--dry-run', 'say what a tree lacks and write nothing')
    .option(
      '--verify',
      'compare what -o names with the store (a tree: with its manifest); exit code 6 when they differ',
    )
    .option('--repair', 'with --verify of a tree: make the files again that differ')
    .option('--force', 'write a tree that is newer than the history, and name the rows that it loses')
    .option('--url <address>', 'mirror the tree of the service at this address', parseAddressOption)
    .option('--key-file <file>', 'with --url: file that holds the API key; default CROSSTAPE_API_KEY')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .action(run);
}

async function run(
  venue: Recorder | undefined,
  key: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  if (options.from !== undefined && options.to !== undefined && options.from > options.to) {
    throw new CommandError('--from must not be after --to', EXIT.wrongUse);
  }
  if (options.keyFile !== undefined && options.url === undefined) {
    throw new CommandError('--key-file needs --url', EXIT.wrongUse);
  }
  const isTree = options.all === true || options.venue !== undefined || options.asset !== undefined;
  if (isTree) {
    if (venue !== undefined) {
      throw new CommandError(
        'a series and --all, --venue or --asset cannot be exported at once',
        EXIT.wrongUse,
      );
    }
    if (options.url === undefined) await exportTree(dataDir, options);
    else await exportMirror(options.url, options);
    return;
  }
  if (venue === undefined || key === undefined) {
    throw new CommandError(
      'name what to export: a venue and a key for one file, or --all, --venue or --asset for a tree',
      EXIT.wrongUse,
    );
  }
  const ofTree = (['compress', 'tables', 'dryRun', 'repair', 'force', 'url'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (ofTree !== undefined || options.layout !== 'tree') {
    throw new CommandError(
      `--${ofTree === 'dryRun' ? 'dry-run' : (ofTree ?? 'layout')} is of a tree: it needs --all, --venue or --asset`,
      EXIT.wrongUse,
    );
  }
  await exportFile(dataDir, venue, key, options);
}

async function exportFile(
  dataDir: string,
  venue: Recorder,
  key: string,
  options: ExportOptions,
): Promise<void> {
  const named = findSeriesRef(key);
  const ref = named?.venue === venue ? named : findStoredSeries(venue, key.toLowerCase());
  if (ref === null) throw new CommandError(`${key} is not a store key of ${venue}`, EXIT.wrongUse);
  const { format = 'csv' } = options;
  if (options.output === undefined && isBinary(format) && process.stdout.isTTY) {
    throw new CommandError(`${format} is binary: name a file with -o`, EXIT.wrongUse);
  }
  if (options.verify === true && options.output === undefined) {
    throw new CommandError('--verify needs the exported file: name it with -o', EXIT.wrongUse);
  }

  const secrets = readSecrets(process.env);
  if (secrets.historyUrl === null) await requireHistory(dataDir);
  const history = await openHistoryReader({ ...secrets, dataDir });
  try {
    if ((await history.find(ref)) === null)
      throw new CommandError(`nothing is recorded of ${venue} ${ref.storeKey}`);
    const window = {
      ...(options.from === undefined ? {} : { fromMs: options.from }),
      ...(options.to === undefined ? {} : { toMs: options.to }),
    };
    if (options.verify === true && options.output !== undefined) {
      await verifyFile(history, ref, { file: options.output, format, window });
      return;
    }
    const unreadable = await countUnreadable({ ...secrets, dataDir });
    const output = options.output === undefined ? process.stdout : await openOutput(options.output);
    const rows = await exportSeries(history, ref, { window, format, output });
    process.stderr.write(`${rows} rows\n`);
    await requireUndamaged(history, ref, window);
    requireReadable(unreadable);
  } finally {
    await history.close();
  }
}

function isBinary(format: FileFormat): boolean {
  return format === 'parquet' || format === 'arrow';
}

/** Throws when damaged records were left out of a file, so that the exit code reports them. All others were written. */
async function requireUndamaged(history: HistoryReader, { venue, storeKey }: SeriesKey, window: Window) {
  const { corruptBlocks } = await history.readStats();
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = window;
  const lost = corruptBlocks.filter(
    (block): block is CorruptRecords =>
      block.kind === 'records' &&
      block.venue === venue &&
      (block.storeKey === storeKey || block.storeKey === '') &&
      block.records > 0 &&
      block.toMs >= fromMs &&
      block.fromMs <= toMs,
  );
  if (lost.length === 0) return;
  const places = lost.map(
    (block) => `${block.records} from ${formatIsoTime(block.fromMs)} to ${formatIsoTime(block.toMs)}`,
  );
  throw new CommandError(`damaged records are not in the file: ${places.join(', ')}`, EXIT.partlyDone);
}

/** Throws when recorded values cannot be read yet. Only the process that ships them knows their series. */
function requireReadable(records: number): void {
  if (records === 0) return;
  throw new CommandError(
    `${records} recorded values of all series are not in ClickHouse yet, and so not in the file: repeat the command when the service has brought them there`,
    EXIT.partlyDone,
  );
}

async function verifyFile(
  history: HistoryReader,
  ref: SeriesKey,
  options: ExportCheckOptions,
): Promise<void> {
  const { rows, stored, missing, unknown } = await checkExport(history, ref, options);
  process.stdout.write(`${rows} rows in the file, ${stored} records in the store up to the last of them\n`);
  if (missing.count + unknown.count === 0) return;
  throw new CommandError(
    `${options.file}: ${describe(missing, 'stored and not in the file')}; ${describe(unknown, 'in the file and not stored')}`,
    EXIT.partlyDone,
  );
}

function describe({ count, firstMs, lastMs }: Difference, what: string): string {
  const span = firstMs === null || lastMs === null ? '' : `, from ${formatIsoTime(firstMs)} to ${formatIsoTime(lastMs)}`;
  return `${count} ${what}${span}`;
}

/** Opens the output file before anything is read. @throws {CommandError} when it cannot be created. */
async function openOutput(file: string): Promise<Writable> {
  try {
    return (await open(file, 'w')).createWriteStream();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const folder = path.dirname(path.resolve(file));
    const why =
      code === 'ENOENT' ? `there is no folder ${folder}: make it first` : `it cannot be made (${code})`;
    throw new CommandError(`${file} is not written: ${why}`, EXIT.wrongUse);
  }
}
