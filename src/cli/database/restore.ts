import { Command } from 'commander';
import { readManifest } from '../../app/backups/manifest.ts';
import { type RestoreReport, restoreBackup } from '../../app/backups/restore.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { getSimulatedDataDir } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { describeLosses } from './restore-losses.ts';
import { describeDamage } from './verify.ts';

/**
 * Creates `crosstape restore`, which replaces the content of a data directory by a backup and moves it to a folder
 * beside it.
 */
export function createRestoreCommand(): Command {
  return new Command('restore')
    .description(
      'put a backup in the place of what the data directory holds, which goes into a folder beside it',
    )
    .argument('<backup>', 'a folder that "crosstape backup" made')
    .option('--data-dir <directory>', 'directory of everything that is kept; made if need be')
    .addHelpText(
      'after',
      `
Stop the service first. The copy is checked, audited and put on the disk before anything changes; then what was there goes
into before-restore-<time> of the data directory, and the copy takes its place. Keys that were revoked or rotated, codes
that were cancelled and wallets that were removed since the backup stay dead where the replaced database can be read. The
command says what is lost. It is the acceptance of the restored ledger: the next start opens it for writing.
Killed at any moment, the same command ends it; until then no service starts on the directory.

Ends with 2 for a backup of another installation, kind or a newer version, with 3 while a service runs on the directory,
with 7 for a backup that is damaged, half made or lacks a file, and with 1 when there is no room. A refusal changes nothing.

  crosstape restore /mnt/backup/20261128T030000Z --data-dir /var/lib/crosstape`,
    )
    .action(restore);
}

async function restore(source: string, options: { readonly dataDir?: string }): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  if (options.dataDir === undefined && process.env.CROSSTAPE_DATA_DIR === undefined) {
    await requireRealData(source, dataDir);
  }
  const { databaseUrl, historyUrl } = readSecrets(process.env);
  if (databaseUrl !== null) {
    say(
      'accounts, ledger, deposits and bot are on the server of CROSSTAPE_DATABASE_URL, and only files are put back here: pg_restore is for the server (docs/bad-days.md)',
    );
  }
  if (historyUrl !== null) {
    say(
      'the history is on the server of CROSSTAPE_HISTORY_URL, and only files are put back here (docs/bad-days.md)',
    );
  }
  const report = await restoreBackup({
    source,
    dataDir,
    isOnServer: databaseUrl !== null,
    onStep: (step) => process.stdout.write(`${step}\n`),
  });
  for (const line of describe(report, dataDir)) process.stdout.write(`${line}\n`);
  const damaged = (report.history?.damaged.length ?? 0) + (report.history?.problems.length ?? 0);
  if (damaged > 0) {
    throw new CommandError(
      `restored; ${damaged} places of the history were damaged when the backup was made`,
      EXIT.partlyDone,
    );
  }
}

/** Requires that demo data are not restored by mistake. They have a data directory of their own. */
async function requireRealData(source: string, dataDir: string): Promise<void> {
  const manifest = await readManifest(source);
  if (manifest?.kind !== 'simulated') return;
  throw new CommandError(
    `${source} is a backup of simulated data: name the directory with --data-dir; that of the demo is ${getSimulatedDataDir({ dataDir })}`,
    EXIT.wrongUse,
  );
}

function describe(report: RestoreReport, dataDir: string): string[] {
  const { manifest, aside, audit, history } = report;
  const isEnded = audit === null && history === null && manifest === null;
  return [
    ...(isEnded ? ['an earlier run had copied and checked everything: it is ended'] : []),
    ...(!isEnded && manifest === null
      ? [
          'warning: the copy has no backup.json: it was made by version 1.1.0 or by hand, and files that it lacks are not known',
        ]
      : []),
    ...(audit === null
      ? []
      : [
          `ledger in order: ${audit.transfers} transfers, last ${audit.lastTransfer} with hash ${audit.lastHash}`,
        ]),
    ...(history === null ? [] : [`${history.series} series and ${history.records} records read`]),
    ...(history?.damaged ?? []).map(describeDamage),
    ...(history?.problems ?? []).map((problem) => `database: ${problem}`),
    ...(aside === null ? [] : [`what was there is in ${aside}`]),
    ...describeLosses(report, dataDir),
    `restored into ${dataDir}: start the service`,
  ];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
