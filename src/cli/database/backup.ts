import { Command } from 'commander';
import { makeBackup, makeKeptBackup } from '../../app/backups/make-copy.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { hasAccounts, requireHistory } from '../data-dir.ts';
import { createIntegerParser } from '../options.ts';

const MAX_KEPT = 100_000;

interface BackupOptions {
  readonly dataDir?: string;
  readonly keep?: number;
}

/** Creates `crosstape backup`, which copies the data directory as of one moment. */
export function createBackupCommand(): Command {
  return new Command('backup')
    .description('copy everything of the data directory as of one moment, also while the service records')
    .argument('<directory>', 'where the copy goes; made if need be. With --keep: the folder of all copies')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .option(
      '--keep <n>',
      'make a folder named after the time, and remove the oldest ones of this installation so that n remain',
      createIntegerParser(1, MAX_KEPT),
    )
    .addHelpText(
      'after',
      `
backup.json, written last, names every file with its SHA-256: "crosstape verify DIR" checks them, "crosstape restore DIR"
puts them back. A backup that is there of the same installation is replaced once the new one is whole.

Ends with 2 when the directory holds a backup of another installation or kind, one of a newer version, or a newer one,
or lies in the data directory; with 7 when a backup that is there is damaged; with 1 when there is no room.

  crosstape backup /mnt/backup/crosstape
  crosstape backup /mnt/backup --keep 7`,
    )
    .action(backup);
}

async function backup(target: string, options: BackupOptions): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const { databaseUrl, historyUrl } = readSecrets(process.env);
  // A directory may have keys and money before anything is recorded. With servers it has neither.
  if (!(await hasAccounts(dataDir)) && historyUrl === null) await requireHistory(dataDir);
  if (databaseUrl !== null) {
    process.stderr.write(
      'accounts, ledger, deposits and bot are on the server of CROSSTAPE_DATABASE_URL, and only files are copied here: back the server up with its own tools (docs/bad-days.md)\n',
    );
  }
  if (historyUrl !== null) {
    process.stderr.write(
      'the history is on the server of CROSSTAPE_HISTORY_URL, and only files are copied here: back it up with its own tools (docs/bad-days.md)\n',
    );
  }
  const copy = {
    dataDir,
    isOnServer: databaseUrl !== null,
    onFile: (name: string, bytes: number) => {
      process.stdout.write(`${name}: ${bytes} bytes\n`);
    },
  };
  const { directory, removed } =
    options.keep === undefined
      ? await makeBackup(target, copy)
      : await makeKeptBackup(target, options.keep, copy);
  for (const old of removed) process.stdout.write(`removed ${old}\n`);
  process.stdout.write(`backup in ${directory}\n`);
}
