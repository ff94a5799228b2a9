import { createReadStream } from 'node:fs';
import { Argument, Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { parseAssetId, storedAsset, type VenueId } from '../domain/index.ts';
import { importCsv } from '../history/import.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { requireDataDir } from './data-dir.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { venueOption } from './options.ts';

interface ImportOptions {
  readonly strict?: boolean;
  readonly dataDir?: string;
}

/** So many bad rows are shown one by one; the rest are counted. */
const MAX_BAD_ROWS_SHOWN = 20;

export function importCommand(): Command {
  return new Command('import')
    .description('add records from a CSV file with the header t,p[,v][,s]')
    .addArgument(new Argument('<venue>', 'venue of the series').argParser(venueOption))
    .argument('<storeKey>', 'key of the series within the venue, or the asset id')
    .argument('<file>', 'CSV file, or - for standard input')
    .option('--strict', 'store nothing when any row is bad')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .addHelpText('after', '\nRows that are already stored are skipped, so an import can be repeated.')
    .action(importFile);
}

async function importFile(venue: VenueId, key: string, file: string, options: ImportOptions): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const named = parseAssetId(key);
  const ref = named?.venue === venue ? named : storedAsset(venue, key.toLowerCase());
  if (ref === null) throw new CommandError(`${key} is no key of ${venue}`, EXIT.wrongUse);

  await requireDataDir(dataDir);
  const history = await openSqliteHistory({ dataDir });
  try {
    const source = file === '-' ? process.stdin : createReadStream(file);
    const result = await importCsv(history, ref, source, { strict: options.strict === true });
    for (const { line, reason } of result.bad.slice(0, MAX_BAD_ROWS_SHOWN)) {
      process.stderr.write(`line ${line}: ${reason}\n`);
    }
    const hidden = result.badCount - Math.min(result.bad.length, MAX_BAD_ROWS_SHOWN);
    if (hidden > 0) process.stderr.write(`and ${hidden} more bad rows\n`);
    process.stdout.write(
      `rows read ${result.rowsRead}, stored ${result.stored}, skipped ${result.skipped}, bad ${result.badCount}\n`,
    );
    if (options.strict === true && result.badCount > 0) {
      throw new CommandError('refused because of bad rows; nothing was stored', EXIT.importRefused);
    }
  } finally {
    await history.close();
  }
}
