import { Command } from 'commander';
import { verifyHistory, verifyHistoryServer } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { formatIsoTime } from '../../domain/index.ts';
import type { CorruptBlock } from '../../history/history-store.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read every checksum of the history, also while the service records')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .action(verify);
}

async function verify(options: { readonly dataDir?: string }): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const { historyUrl, databaseUrl } = readSecrets(process.env);
  if (historyUrl !== null && databaseUrl !== null) return verifyServer(historyUrl, databaseUrl);
  await requireHistory(dataDir);
  const { series, records, damaged, problems } = verifyHistory(dataDir);
  for (const block of damaged) process.stdout.write(`${describeDamage(block)}\n`);
  for (const problem of problems) process.stdout.write(`database: ${problem}\n`);
  process.stdout.write(`${series} series and ${records} records read\n`);
  const found = damaged.length + problems.length;
  if (found > 0) throw new CommandError(`${found} damaged places found`, EXIT.partlyDone);
}

/** A line about unreadable data. */
export function describeDamage({ venue, storeKey, fromMs, toMs, records, reason }: CorruptBlock): string {
  const key = storeKey === '' ? 'all' : storeKey;
  return `damaged: ${venue} ${key}, ${formatIsoTime(fromMs)} to ${formatIsoTime(toMs)}, ${records} records: ${reason}`;
}

/** ClickHouse keeps checksums of its own. */
async function verifyServer(historyUrl: string, databaseUrl: string): Promise<void> {
  const { isSound, series, records } = await verifyHistoryServer({ historyUrl, databaseUrl });
  process.stdout.write(`${series} series and ${records} records read\n`);
  if (!isSound) throw new CommandError('ClickHouse found damage: its log names the parts', EXIT.partlyDone);
}
