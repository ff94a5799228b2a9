import { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { epochMs, formatIsoTime } from '../../domain/index.ts';
import { requireDataDir, requireHistory } from '../data-dir.ts';
import { type DataKind, findDataKind, requireDataKind } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { describeDamage } from './verify.ts';

interface CopyOptions {
  readonly to?: string;
  readonly from?: string;
  readonly dataDir?: string;
  readonly again?: boolean;
}

interface CopyHistoryOptions {
  readonly to?: string;
  readonly database?: string;
  readonly dataDir?: string;
  readonly again?: boolean;
}

/** Creates `crosstape copy`, which moves a store to another engine. */
export function copyCommand(): Command {
  return new Command('copy')
    .description('move a store to another engine')
    .addCommand(copyDatabaseCommand())
    .addCommand(copyHistoryCommand());
}

function copyHistoryCommand(): Command {
  return new Command('history')
    .description('copy the history of the data directory into ClickHouse and PostgreSQL')
    .option('--to <url>', 'into this database of ClickHouse; default CROSSTAPE_HISTORY_URL')
    .option('--database <url>', 'PostgreSQL, for all that is no record; default CROSSTAPE_DATABASE_URL')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .option('--again', 'remove an earlier copy and start over')
    .addHelpText(
      'after',
      `
Month by month, the oldest first; each is compared by the days of its series, and the file stays as it is. A copy that was interrupted
goes on when the command is run again. A service may record the file meanwhile: stop it at the end, and run the command once more,
which copies what came since. Until a copy is complete and equal no service opens the target. What cannot be read in the file is
named, and the command ends with 7: everything else is copied. Batches of imports are not copied, only their records.
A URL on the command line is seen by other users of the machine: the environment variables and their _FILE are not.`,
    )
    .action(copyHistory);
}

async function copyHistory({
  to,
  database,
  dataDir: directory,
  again = false,
}: CopyHistoryOptions): Promise<void> {
  const { dataDir } = readConfig(process.env, directory === undefined ? {} : { dataDir: directory });
  const { historyUrl, databaseUrl } = readSecrets({
    ...process.env,
    ...(to === undefined ? {} : { CROSSTAPE_HISTORY_URL: to, CROSSTAPE_HISTORY_URL_FILE: '' }),
    ...(database === undefined ? {} : { CROSSTAPE_DATABASE_URL: database, CROSSTAPE_DATABASE_URL_FILE: '' }),
  });
  if (historyUrl === null || databaseUrl === null) {
    throw new CommandError(
      'name ClickHouse with --to or CROSSTAPE_HISTORY_URL, and PostgreSQL with --database or CROSSTAPE_DATABASE_URL',
      EXIT.wrongUse,
    );
  }
  await requireHistory(dataDir);
  const { copyHistoryToServers } = await import('../../app/stores/copy-history.ts');
  const report = await copyHistoryToServers({
    dataDir,
    historyUrl,
    databaseUrl,
    again,
    kind: await findDataKind(dataDir),
    onMonth: ({ month, records, isKnown }) =>
      process.stdout.write(`${month}: ${records} records${isKnown ? ', equal before' : ''}\n`),
  });
  const rows = report.rows.map(({ part, rows }) => `${rows} ${part}`).join(', ');
  process.stdout.write(`equal: ${report.series} series, ${report.records} records, ${rows}\n`);
  if (report.untilMs !== null) {
    process.stdout.write(
      `a service records the file: what it stored after ${formatIsoTime(epochMs(report.untilMs))} is not copied; stop it, and run the command again\n`,
    );
  }
  for (const block of report.damaged) process.stdout.write(`${describeDamage(block)}\n`);
  if (report.damaged.length > 0) {
    throw new CommandError(
      `${report.damaged.length} damaged places of the file are missing in the copy`,
      EXIT.sourceDamaged,
    );
  }
}

function copyDatabaseCommand(): Command {
  return new Command('database')
    .description('copy accounts, ledger, deposits and bot between the data directory and a PostgreSQL server')
    .option('--to <url>', 'into this database, which must be empty; default CROSSTAPE_DATABASE_URL')
    .option('--from <url>', 'out of this database, into a data directory that has none')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .option('--again', 'start over a copy that was not finished')
    .addHelpText(
      'after',
      `
Stop the service first. Everything is read again afterwards: rows and values of each table, and the whole ledger of
both sides. A service refuses a database whose copy was not finished. A URL on the command line is seen by other users
of the machine: CROSSTAPE_DATABASE_URL or CROSSTAPE_DATABASE_URL_FILE is not.`,
    )
    .action(copyDatabase);
}

async function copyDatabase({ to, from, dataDir: directory, again = false }: CopyOptions): Promise<void> {
  const { dataDir } = readConfig(process.env, directory === undefined ? {} : { dataDir: directory });
  if (to !== undefined && from !== undefined)
    throw new CommandError('name --to or --from, not both', EXIT.wrongUse);
  // Commander reads the address in the same way.
  const named = to ?? from;
  const { databaseUrl } = readSecrets(
    named === undefined
      ? process.env
      : { ...process.env, CROSSTAPE_DATABASE_URL: named, CROSSTAPE_DATABASE_URL_FILE: '' },
  );
  if (databaseUrl === null) {
    throw new CommandError('name the database with --to, --from or CROSSTAPE_DATABASE_URL', EXIT.wrongUse);
  }
  await requireDataDir(dataDir);
  const { copyFromServer, copyToServer } = await import('../../app/stores/copy-database.ts');
  const onTable = ({ table, rows }: { readonly table: string; readonly rows: number }) =>
    process.stdout.write(`${table}: ${rows} rows\n`);
  const shared = { dataDir, url: databaseUrl, onTable };
  const { tables, audit } =
    from === undefined
      ? await copyToServer({ ...shared, kind: await findDataKind(dataDir), again })
      : await copyFromServer({ ...shared, markAs: (kind) => requireDataKind(dataDir, kind as DataKind) });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `equal: ${tables.length} tables, ${rows} rows; ledger of ${audit.transfers} transfers, last hash ${audit.lastHash}\n`,
  );
}
