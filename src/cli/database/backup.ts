import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { backupDatabase, PRIVATE_FILE, SERVICE_FILE } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { hasAccounts, requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

/** Files beside the databases that are replaced whole whenever they change. */
const SMALL_FILES = ['data-kind', 'links.json', 'snapshot.jsonl'];

/** The file of an unfinished upgrade; it is of no use without the history. */
const UNFINISHED = 'history.upgrade.sqlite';

export function createBackupCommand(): Command {
  return new Command('backup')
    .description('copy every database of the data directory, also while the service records')
    .argument('<directory>', 'where the copy goes; made if need be')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .action(backupAll);
}

async function backupAll(target: string, options: { readonly dataDir?: string }): Promise<void> {
  const { dataDir } = readConfig(
    process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  // Keys and money may begin before anything is recorded.
  if (!(await hasAccounts(dataDir))) await requireHistory(dataDir);
  if (path.resolve(target) === path.resolve(dataDir)) {
    throw new CommandError('the copy must not go into the data directory itself', EXIT.wrongUse);
  }
  const left = new Set([UNFINISHED]);
  if (readSecrets(process.env).databaseUrl !== null) {
    // A file from before the move to the server is out of date.
    left.add(SERVICE_FILE);
    process.stderr.write(
      'accounts, ledger, deposits and bot are on the server of CROSSTAPE_DATABASE_URL: back that up with its own tools (docs/operating.md)\n',
    );
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  const names = await readdir(dataDir);
  for (const name of names.filter((file) => file.endsWith('.sqlite') && !left.has(file))) {
    const pages = await backupDatabase(path.join(dataDir, name), path.join(target, name));
    process.stdout.write(`${name}: ${pages} pages\n`);
  }
  for (const name of SMALL_FILES.filter((file) => names.includes(file))) {
    await copyPrivately(path.join(dataDir, name), path.join(target, name));
    process.stdout.write(`${name}\n`);
  }
}

/**
 * Replaces the target as a whole by a file that only its owner can read, also where the earlier one had another mode.
 */
async function copyPrivately(source: string, target: string): Promise<void> {
  const part = `${target}.part`;
  await rm(part, { force: true });
  await writeFile(part, await readFile(source), { flag: 'wx', mode: PRIVATE_FILE, flush: true });
  await rename(part, target);
}
