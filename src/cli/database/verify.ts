import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { LOCK_FILES } from '../../app/backups/files.ts';
import { MANIFEST_FILE } from '../../app/backups/manifest.ts';
import { verifyCopy } from '../../app/backups/verify-copy.ts';
import { verifyHistory, verifyHistoryServer } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { epochMs, formatIsoTime } from '../../domain/index.ts';
import type { CorruptBlock } from '../../history/contract/corrupt-block.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'read every checksum of the history, also while the service records; or every byte of a backup',
    )
    .argument('[backup]', 'a backup; default: the data directory')
    .option('--data-dir <directory>', 'directory of everything that is kept, or a backup of one')
    .addHelpText(
      'after',
      `
Of a backup, every file is compared with backup.json, every checksum of its history is read, and its ledger is audited.
Nothing is written. Ends with 6 when the history has damaged places, with 7 when a file of a backup is missing, cut or
changed, or its ledger is broken, and with 2 when a newer version made it.`,
    )
    .action(verify);
}

async function verify(backup: string | undefined, options: { readonly dataDir?: string }): Promise<void> {
  if (backup !== undefined && options.dataDir !== undefined) {
    throw new CommandError('name a backup or --data-dir, not both', EXIT.wrongUse);
  }
  if (backup !== undefined) return verifyBackup(backup);
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const { historyUrl, databaseUrl } = readSecrets(process.env);
  if (historyUrl !== null && databaseUrl !== null) return verifyServer(historyUrl, databaseUrl);
  // A backup that was put in place by hand and used since is one no longer.
  const isUsed = LOCK_FILES.some((lock) => existsSync(path.join(dataDir, lock)));
  if (!isUsed && existsSync(path.join(dataDir, MANIFEST_FILE))) return verifyBackup(dataDir);
  await requireHistory(dataDir);
  report(verifyHistory(dataDir));
}

async function verifyBackup(directory: string): Promise<void> {
  const { manifest, files, history, audit } = await verifyCopy(directory);
  process.stdout.write(
    manifest === null
      ? `no ${MANIFEST_FILE}: made by version 1.1.0 or by hand; what is missing cannot be known\n`
      : `made ${formatIsoTime(epochMs(manifest.madeAtMs))} by version ${manifest.version}: ${files} files as they were copied\n`,
  );
  if (audit !== null) {
    process.stdout.write(`ledger in order: ${audit.transfers} transfers, last hash ${audit.lastHash}\n`);
  }
  if (history !== null) report(history);
}

function report({ series, records, damaged, problems }: ReturnType<typeof verifyHistory>): void {
  for (const block of damaged) process.stdout.write(`${describeDamage(block)}\n`);
  for (const problem of problems) process.stdout.write(`database: ${problem}\n`);
  process.stdout.write(`${series} series and ${records} records read\n`);
  const found = damaged.length + problems.length;
  if (found > 0) throw new CommandError(`${found} damaged places found`, EXIT.partlyDone);
}

/** A line about unreadable data. */
export function describeDamage({ venue, storeKey, fromMs, toMs, records, reason }: CorruptBlock): string {
  const key = storeKey === '' ? 'all' : storeKey;
  const span =
    fromMs === null || toMs === null
      ? 'time not known'
      : `${formatIsoTime(fromMs)} to ${formatIsoTime(toMs)}`;
  const count = records === null ? 'records not known' : `${records} records`;
  return `damaged: ${venue ?? 'venue not known'} ${key}, ${span}, ${count}: ${reason}`;
}

/** ClickHouse keeps checksums of its own. */
async function verifyServer(historyUrl: string, databaseUrl: string): Promise<void> {
  const { isSound, series, records } = await verifyHistoryServer({ historyUrl, databaseUrl });
  process.stdout.write(`${series} series and ${records} records read\n`);
  if (!isSound) throw new CommandError('ClickHouse found damage: its log names the parts', EXIT.partlyDone);
}
