import { createWriteStream } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { readConfig } from '../config/config.ts';
import { type EpochMs, parseAssetId, storedAsset, type VenueId } from '../domain/index.ts';
import { type ExportFormat, exportSeries } from '../history/export.ts';
import { openReadOnlyHistory } from '../history/sqlite/index.ts';
import { requireHistory } from './data-dir.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { timeOption, venueOption } from './options.ts';

interface ExportOptions {
  readonly from?: EpochMs;
  readonly to?: EpochMs;
  readonly format: ExportFormat;
  readonly output?: string;
  readonly dataDir?: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('write a series as CSV, JSON lines or Parquet')
    .addArgument(new Argument('<venue>', 'venue of the series').argParser(venueOption))
    .argument('<storeKey>', 'key of the series within the venue, or the asset id')
    .option('--from <time>', 'first time, inclusive', timeOption)
    .option('--to <time>', 'last time, inclusive', timeOption)
    .addOption(
      new Option('--format <format>', 'file format').choices(['csv', 'jsonl', 'parquet']).default('csv'),
    )
    .option('-o, --output <file>', 'file to write; standard output without it')
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
  if (options.output === undefined && options.format === 'parquet' && process.stdout.isTTY) {
    throw new CommandError('Parquet is binary: name a file with -o', EXIT.wrongUse);
  }
  if (options.from !== undefined && options.to !== undefined && options.from > options.to) {
    throw new CommandError('--from must not be after --to', EXIT.wrongUse);
  }

  await requireHistory(dataDir);
  const history = await openReadOnlyHistory({ dataDir });
  try {
    if ((await history.find(ref)) === null)
      throw new CommandError(`nothing is recorded of ${venue} ${ref.storeKey}`);
    const output = options.output === undefined ? process.stdout : createWriteStream(options.output);
    const window = {
      ...(options.from === undefined ? {} : { fromMs: options.from }),
      ...(options.to === undefined ? {} : { toMs: options.to }),
    };
    const rows = await exportSeries(history, ref, { window, format: options.format, output });
    process.stderr.write(`${rows} rows\n`);
  } finally {
    await history.close();
  }
}
