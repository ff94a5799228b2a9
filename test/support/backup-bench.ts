import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type CommandOutcome, emptyDirectory, runCommand } from './run-command.ts';

/** Runs a command of a data directory or of copies of one. */
export const crosstape = (args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { CROSSTAPE_LOG_LEVEL: 'error', ...settings });

/** Runs a command that must end well. */
export async function succeed(args: readonly string[]): Promise<CommandOutcome> {
  const outcome = await crosstape(args);
  assert.equal(outcome.code, 0, `${args.join(' ')}: ${outcome.err}${outcome.out}`);
  return outcome;
}

/** Asserts that the command ends with the code and says so, and that no file below the directories changes. */
export async function assertRefused(
  args: readonly string[],
  code: number,
  message: RegExp,
  ...directories: readonly string[]
): Promise<void> {
  const before = directories.map(readTree);
  const outcome = await crosstape(args);
  assert.deepEqual([outcome.code, message.test(outcome.err)], [code, true], outcome.err + outcome.out);
  assert.deepEqual(directories.map(readTree), before, 'a refusal changed files');
}

/** Contents of all files below a directory, and the folders, by path. Empty where there is no directory. */
export function readTree(directory: string): Readonly<Record<string, string>> {
  let names: string[];
  try {
    names = readdirSync(directory, { recursive: true }) as string[];
  } catch {
    return {};
  }
  const tree: Record<string, string> = { '.': '' };
  for (const name of names.sort()) {
    // An index of a log in shared memory, which every reader may make; and locks, which a close of theirs here would end.
    if (name.endsWith('-shm') || name.endsWith('.lock')) continue;
    const file = path.join(directory, name);
    const isFile = statSync(file).isFile();
    tree[name] = isFile ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'folder';
  }
  // A log without content is none.
  for (const [name, hash] of Object.entries(tree)) {
    if (name.endsWith('-wal') && hash === EMPTY) delete tree[name];
  }
  return tree;
}

const EMPTY = createHash('sha256').digest('hex');

/** Makes a data directory with a record, an owner with a key, and 5 USD. */
export async function makeDataDir(t: TestContext): Promise<string> {
  const dataDir = path.join(await emptyDirectory(t), 'data');
  await addKey(dataDir, 'ann');
  await credit(dataDir, 'ann', 5, 'first');
  await addRecord(dataDir, 1_700_000_000_000);
  return dataDir;
}

/** Adds a key and returns its hash. */
export async function addKey(dataDir: string, owner: string): Promise<string> {
  const { err } = await succeed(['keys', 'issue', '--owner', owner, '--tier', 'pro', '--data-dir', dataDir]);
  return /hash ([0-9a-f]{64})/.exec(err)?.[1] ?? assert.fail(err);
}

export async function credit(dataDir: string, owner: string, usd: number, ref: string): Promise<void> {
  const amount = ['--owner', owner, '--usd', String(usd), '--ref', ref];
  await succeed(['credit', ...amount, '--data-dir', dataDir]);
}

export async function addRecord(dataDir: string, t: number): Promise<void> {
  const file = path.join(path.dirname(dataDir), `record-${t}.csv`);
  await writeFile(file, `t,p,v,s\r\n${t},0.25,,poll\r\n`);
  const args = ['import', 'kalshi', 'kx', file, '--data-dir', dataDir];
  const again = await crosstape(args);
  if (again.code !== 0) await succeed([...args, '--new']);
}

/** Transfers of the ledger of a directory, and whether it is in order. */
export async function auditDirectory(dataDir: string): Promise<{ ok: boolean; transfers: number }> {
  const { out } = await crosstape(['ledger', 'audit', '--json', '--data-dir', dataDir]);
  const { ok, transfers } = JSON.parse(out);
  return { ok, transfers };
}
