import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { LOCK_FILES } from '../../app/backups/files.ts';
import { MANIFEST_FILE } from '../../app/backups/manifest.ts';
import { verifyCopy } from '../../app/backups/verify-copy.ts';
import { checkClosedDays } from '../../app/settled/check-days.ts';
import {
  describeTapeDamage,
  verifyHistory,
  verifyHistoryServer,
  verifyTape,
} from '../../app/stores/engines.ts';
import type { HistoryPlace } from '../../app/stores/history.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { epochMs, formatIsoTime } from '../../domain/index.ts';
import type { CorruptBlock } from '../../history/contract/corrupt-block.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

/** Creates `crosstape verify`, which checks a backup or a data directory for damage. */
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
Closed days of the tape are read too: each whole book is built again from the changes before it.
Closed days of reference prices are compared with what is recorded of them now, hour by hour.
Nothing is written. Ends with 6 when history or tape have damaged places or an hour was altered, with 7 when a file of a backup is missing, cut or
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
  if (historyUrl !== null && databaseUrl !== null) return verifyServer(dataDir, historyUrl, databaseUrl);
  // A backup that was put in place by hand and then used is no longer a backup.
  const isUsed = LOCK_FILES.some((lock) => existsSync(path.join(dataDir, lock)));
  if (!isUsed && existsSync(path.join(dataDir, MANIFEST_FILE))) return verifyBackup(dataDir);
  await requireHistory(dataDir);
  await report(verifyHistory(dataDir), verifyTape(dataDir), dataDir);
}

async function verifyBackup(directory: string): Promise<void> {
  const { manifest, files, history, tape, audit } = await verifyCopy(directory);
  process.stdout.write(
    manifest === null
      ? `no ${MANIFEST_FILE}: made by version 1.1.0 or by hand; what is missing cannot be known\n`
      : `made ${formatIsoTime(epochMs(manifest.madeAtMs))} by version ${manifest.version}: ${files} files as they were copied\n`,
  );
  if (audit !== null) {
    process.stdout.write(`ledger in order: ${audit.transfers} transfers, last hash ${audit.lastHash}\n`);
  }
  if (history !== null) await report(history, tape, directory);
  else endWith(reportTape(tape));
}

async function report(
  { series, records, damaged, problems }: ReturnType<typeof verifyHistory>,
  tape: ReturnType<typeof verifyTape>,
  dataDir: string,
): Promise<void> {
  for (const block of damaged) process.stdout.write(`${describeDamage(block)}\n`);
  for (const problem of problems) process.stdout.write(`database: ${problem}\n`);
  process.stdout.write(`${series} series and ${records} records read\n`);
  const altered = await reportDays({ dataDir, historyUrl: null, databaseUrl: null });
  endWith(damaged.length + problems.length + altered + reportTape(tape));
}

function endWith(found: number): void {
  if (found > 0) throw new CommandError(`${found} damaged places found`, EXIT.partlyDone);
}

/** Reports the check of the tape. @returns Number of damaged parts. */
function reportTape({ files, changes, trades, damaged, others }: ReturnType<typeof verifyTape>): number {
  for (const found of damaged) process.stdout.write(`${describeTapeDamage(found)}\n`);
  for (const name of others) process.stdout.write(`not of the tape: ${name}\n`);
  if (files > 0)
    process.stdout.write(`${files} closed files of the tape read: ${changes} changes, ${trades} trades\n`);
  return damaged.length;
}

/** Compares closed days with their present records. @returns Number of hours that differ. */
async function reportDays(place: HistoryPlace): Promise<number> {
  let days = 0;
  let altered = 0;
  for await (const { findings } of checkClosedDays(place)) {
    for (const finding of findings) process.stdout.write(`altered: ${finding}\n`);
    altered += findings.length;
    days++;
  }
  if (days > 0) process.stdout.write(`${days} closed days of reference prices compared\n`);
  return altered;
}

/** Formats a line about unreadable data. */
export function describeDamage({ venue, storeKey, fromMs, toMs, records, reason }: CorruptBlock): string {
  const key = storeKey === '' ? 'all' : storeKey;
  const span =
    fromMs === null || toMs === null
      ? 'time not known'
      : `${formatIsoTime(fromMs)} to ${formatIsoTime(toMs)}`;
  const count = records === null ? 'records not known' : `${records} records`;
  return `damaged: ${venue ?? 'venue not known'} ${key}, ${span}, ${count}: ${reason}`;
}

/** Verifies a history on servers. ClickHouse has checksums of its own. */
async function verifyServer(dataDir: string, historyUrl: string, databaseUrl: string): Promise<void> {
  const { isSound, series, records } = await verifyHistoryServer({ historyUrl, databaseUrl });
  process.stdout.write(`${series} series and ${records} records read\n`);
  const altered = await reportDays({ dataDir, historyUrl, databaseUrl });
  const damaged = reportTape(verifyTape(dataDir));
  if (!isSound) throw new CommandError('ClickHouse found damage: its log names the parts', EXIT.partlyDone);
  endWith(altered + damaged);
}
