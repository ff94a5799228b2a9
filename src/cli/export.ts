import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { Argument, Command, Option } from 'commander';
import { openHistoryReader } from '../app/engines.ts';
import { readConfig } from '../config/config.ts';
import { readSecrets } from '../config/secrets.ts';
import { type EpochMs, isoTime, parseAssetId, storedAsset, type VenueId } from '../domain/index.ts';
import { exportSeries } from '../history/export.ts';
import { checkExport, type Difference, type ExportCheckOptions } from '../history/export-check.ts';
import { FILE_FORMATS, type FileFormat } from '../history/formats/table.ts';
import type { HistoryReader, SeriesKey, Window } from '../history/history-store.ts';
import { requireHistory } from './data-dir.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { timeOption, venueOption } from './options.ts';

interface ExportOptions {
  readonly from?: EpochMs;
  readonly to?: EpochMs;
  readonly format: FileFormat;
  readonly output?: string;
  readonly verify?: boolean;
  readonly dataDir?: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('write a series as CSV, JSON lines, Parquet or Arrow')
    .addArgument(new Argument('<venue>', 'venue of the series').argParser(venueOption))
    .argument('<storeKey>', 'key of the series within the venue, or the asset id')
    .option('--from <time>', 'first time, inclusive', timeOption)
    .option('--to <time>', 'last time, inclusive', timeOption)
    .addOption(new Option('--format <format>', 'file format').choices(FILE_FORMATS).default('csv'))
    .option('-o, --output <file>', 'file to write; standard output without it')
    .option(
      '--verify',
      'compare the file of -o with the store and write nothing; exit code 6 when they differ',
    )
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .action(exportFile);
}

async function exportFile(venue: VenueId, key: string, options: ExportOptions): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const named = parseAssetId(key);
  const ref = named?.venue === venue ? named : storedAsset(venue, key.toLowerCase());
  if (ref === null) throw new CommandError(`${key} is no key of ${venue}`, EXIT.wrongUse);
  if (options.output === undefined && isBinary(options.format) && process.stdout.isTTY) {
    throw new CommandError(`${options.format} is binary: name a file with -o`, EXIT.wrongUse);
  }
  if (options.verify === true && options.output === undefined) {
    throw new CommandError('--verify needs the exported file: name it with -o', EXIT.wrongUse);
  }
  if (options.from !== undefined && options.to !== undefined && options.from > options.to) {
    throw new CommandError('--from must not be after --to', EXIT.wrongUse);
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
      await verifyFile(history, ref, { file: options.output, format: options.format, window });
      return;
    }
    const output = options.output === undefined ? process.stdout : await openOutput(options.output);
    const rows = await exportSeries(history, ref, { window, format: options.format, output });
    process.stderr.write(`${rows} rows\n`);
    await refuseDamaged(history, ref, window);
  } finally {
    await history.close();
  }
}

function isBinary(format: FileFormat): boolean {
  return format === 'parquet' || format === 'arrow';
}

/** What is damaged is left out of the file: the rest is there, and the exit code says so. */
async function refuseDamaged(history: HistoryReader, { venue, storeKey }: SeriesKey, window: Window) {
  const { corruptBlocks } = await history.stats();
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = window;
  const lost = corruptBlocks.filter(
    (block) =>
      block.venue === venue &&
      (block.storeKey === storeKey || block.storeKey === '') &&
      block.records > 0 &&
      block.toMs >= fromMs &&
      block.fromMs <= toMs,
  );
  if (lost.length === 0) return;
  const places = lost.map(
    (block) => `${block.records} from ${isoTime(block.fromMs)} to ${isoTime(block.toMs)}`,
  );
  throw new CommandError(`damaged records are not in the file: ${places.join(', ')}`, EXIT.partlyDone);
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
  const span = firstMs === null || lastMs === null ? '' : `, from ${isoTime(firstMs)} to ${isoTime(lastMs)}`;
  return `${count} ${what}${span}`;
}

/** @throws {CommandError} in words, before anything is read, when the file cannot be made. */
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
