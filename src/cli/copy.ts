import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { readSecrets } from '../config/secrets.ts';
import { requireDataDir } from './data-dir.ts';
import { type DataKind, findDataKind, requireDataKind } from './data-kind.ts';
import { CommandError, EXIT } from './exit-codes.ts';

interface CopyOptions {
  readonly to?: string;
  readonly from?: string;
  readonly dataDir?: string;
  readonly again?: boolean;
}

export function copyCommand(): Command {
  return new Command('copy').description('move a store to another engine').addCommand(
    new Command('database')
      .description(
        'copy accounts, ledger, deposits and bot between the data directory and a PostgreSQL server',
      )
      .option('--to <url>', 'into this database, which must be empty; default CROSSTAPE_DATABASE_URL')
      .option('--from <url>', 'out of this database, into a data directory that has none')
      .option('--data-dir <directory>', 'directory of everything that is kept')
      .option('--again', 'begin anew over a copy that was not finished')
      .addHelpText(
        'after',
        `
Stop the service first. Everything is read again afterwards: rows and values of each table, and the whole ledger of
both sides. A service refuses a database whose copy was not finished. A URL on the command line is seen by other users
of the machine: CROSSTAPE_DATABASE_URL or CROSSTAPE_DATABASE_URL_FILE is not.`,
      )
      .action(copyDatabase),
  );
}

async function copyDatabase({ to, from, dataDir: directory, again = false }: CopyOptions): Promise<void> {
  const { dataDir } = readConfig(process.env, directory === undefined ? {} : { dataDir: directory });
  if (to !== undefined && from !== undefined)
    throw new CommandError('name --to or --from, not both', EXIT.wrongUse);
  // The same reading checks what a command line says.
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
  const { copyFromServer, copyToServer } = await import('../app/stores/copy-database.ts');
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
