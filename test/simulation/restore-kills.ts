import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBackup } from '../../src/app/backups/make-copy.ts';
import type { Manifest } from '../../src/app/backups/manifest.ts';
import { findUnfinishedRestore } from '../../src/app/backups/unfinished-restore.ts';
import { auditWhole } from '../../src/billing/ledger/sql/audit-queries.ts';
import { verifyHistory } from '../../src/history/sqlite/verify.ts';
import { openReader } from '../../src/storage/sqlite/open.ts';
import type { Random } from './ledger-world.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js');
const WRITER = path.join(import.meta.dirname, 'restore-writer.ts');
const NODE = ['--disable-warning=ExperimentalWarning'];

const KILL_AT_STEP = path.join(import.meta.dirname, 'kill-at-step.ts');

/** About as many calls as a restore makes that change files. */
const STEPS = 40;

/** About as long as a restore takes. */
const RESTORE_MS = 1_400;

/** Time at which a restore is killed: after a delay, or before one of its changes of files. */
type Kill = { readonly afterMs: number } | { readonly atStep: number };

/** Backups of which one is put back. */
const KEPT = 4;

/** A backup, and what its databases hold. */
interface Kept {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly content: Content;
}

interface Content {
  /** Refs of the credits, in their order. */
  readonly refs: readonly string[];
  /** Hashes of keys, in their order. */
  readonly keys: readonly string[];
  readonly revoked: ReadonlySet<string>;
  readonly records: number;
}

interface Acknowledged {
  readonly refs: string[];
  readonly keys: string[];
  readonly revoked: string[];
  records: number;
}

export interface RestoreKills {
  readonly acknowledged: number;
  /** Kills of a restore. */
  readonly killedRestores: number;
  /** Number of killed restores by the phase that they had reached; `before` and `after` left no trace of a restore. */
  readonly phases: Readonly<Record<string, number>>;
}

/**
 * Kills a writer of money, keys and records at a random moment, and puts an earlier backup back, again and again; the
 * restore is killed at random moments too, until one comes to its end. Afterwards the ledger is in order, everything is as
 * in the backup, keys that were revoked since are dead, and the files of before hold whatever was acknowledged.
 *
 * @param place Empty; receives the data directory and the backups.
 */
export async function runRestoreKills(place: string, rounds: number, random: Random): Promise<RestoreKills> {
  const dataDir = path.join(place, 'data');
  let kept: Kept[] = [];
  let acknowledged = 0;
  let killedRestores = 0;
  const phases: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const said: Acknowledged = { refs: [], keys: [], revoked: [], records: 0 };
    const writer = await startWriter(dataDir, round, said);
    await sleep(random() * 150);
    const directory = path.join(place, `backup-${round}`);
    const { manifest } = await makeBackup(directory, { dataDir, isOnServer: false, onFile: () => undefined });
    kept = [...kept, { directory, manifest, content: readContent(directory) }].slice(-KEPT);
    await sleep(random() * 200);
    await kill(writer);
    acknowledged += said.refs.length + said.keys.length + said.revoked.length + said.records;

    const chosen = kept[Math.floor(random() * kept.length)]!;
    const before = await copyCrashed(dataDir, path.join(place, `crashed-${round}`));
    const asides = new Set(listAsides(dataDir));
    let ended = 0;
    for (let tries = 0; ; tries++) {
      // The last try is let through.
      const kill = tries < 4 ? chooseKill(random) : null;
      const outcome = await runRestore(chosen.directory, dataDir, kill);
      if (outcome.code === 0) break;
      assert.equal(outcome.code, null, outcome.said);
      killedRestores++;
      const phase = await checkKilled(dataDir, before, chosen);
      phases[phase] = (phases[phase] ?? 0) + 1;
      if (phase === 'after') ended++;
    }
    const put = listAsides(dataDir).filter((name) => !asides.has(name));
    // One that was killed at its very end is followed by another, which puts the backup itself aside.
    assert.ok(put.length >= 1 && put.length <= 1 + ended, put.join(', '));
    await checkRestored(dataDir, chosen, before, said, path.join(dataDir, String(put[0])));
  }
  return { acknowledged, killedRestores, phases };
}

async function startWriter(dataDir: string, round: number, said: Acknowledged): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...NODE, WRITER, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = Promise.withResolvers<void>();
  child.once('exit', (code) => first.reject(new Error(`the writer ended with ${code}`)));
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
    const { issued, credited, recorded, revoked } = parseLine(line);
    if (issued !== undefined) said.keys.push(issued);
    if (credited !== undefined) said.refs.push(credited);
    if (revoked !== undefined) said.revoked.push(revoked);
    if (recorded === undefined) return;
    said.records++;
    first.resolve();
  });
  await first.promise;
  return child;
}

/** Parses a line; a line that the kill cut says nothing. */
function parseLine(line: string): {
  issued?: string;
  credited?: string;
  revoked?: string;
  recorded?: number;
} {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

function chooseKill(random: Random): Kill {
  return random() < 0.4 ? { afterMs: random() * RESTORE_MS } : { atStep: 1 + Math.floor(random() * STEPS) };
}

async function runRestore(
  source: string,
  dataDir: string,
  kill: Kill | null,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const atStep = kill !== null && 'atStep' in kill ? ['--import', KILL_AT_STEP] : [];
  const args = [...NODE, ...atStep, MAIN, 'restore', source, '--data-dir', dataDir];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      ...(kill !== null && 'atStep' in kill ? { KILL_AT_STEP: String(kill.atStep) } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const gone = once(child, 'close') as Promise<[number | null]>;
  const timer =
    kill !== null && 'afterMs' in kill ? setTimeout(() => child.kill('SIGKILL'), kill.afterMs) : undefined;
  const [code] = await gone;
  clearTimeout(timer);
  return { code, said };
}

/** Copies the files that a kill of the writer left, and reads them before anything is put back. */
async function copyCrashed(dataDir: string, copy: string): Promise<Content> {
  await cp(dataDir, copy, {
    recursive: true,
    filter: (file) => !path.basename(file).startsWith('before-restore-'),
  });
  return readContent(copy);
}

/** Checks a killed restore: it has left everything as it was, or is known as unfinished, or has come to its end. */
async function checkKilled(dataDir: string, before: Content, { content }: Kept): Promise<string> {
  const state = findUnfinishedRestore(dataDir);
  if (state !== null) return state.phase;
  const found = readContent(dataDir);
  const isAsBefore = isSameRefs(found, before);
  assert.ok(isAsBefore || isSameRefs(found, content), 'a killed restore left a mixture');
  return isAsBefore ? 'before' : 'after';
}

async function checkRestored(
  dataDir: string,
  { content, manifest }: Kept,
  before: Content,
  said: Acknowledged,
  aside: string,
): Promise<void> {
  assert.equal(findUnfinishedRestore(dataDir), null);
  const db = openReader(dataDir);
  try {
    const { findings, lastTransfer, lastHash } = await auditWhole(db, dataDir);
    assert.deepEqual(findings, []);
    assert.deepEqual({ lastTransfer, lastHash }, manifest.ledger);
  } finally {
    db.close();
  }
  const found = readContent(dataDir);
  assert.deepEqual(found.refs, content.refs);
  assert.deepEqual(found.keys, content.keys);
  assert.equal(found.records, content.records);
  const { damaged, problems } = verifyHistory(dataDir);
  assert.deepEqual([damaged, problems], [[], []]);
  for (const hash of found.keys) {
    assert.equal(found.revoked.has(hash), content.revoked.has(hash) || before.revoked.has(hash), hash);
  }
  // Everything that was acknowledged before the kill is in the files that were put aside.
  const old = readContent(aside);
  assert.deepEqual(old, before);
  for (const ref of said.refs)
    assert.ok(old.refs.includes(ref), `credit ${ref} is not in the files of before`);
  for (const hash of said.keys)
    assert.ok(old.keys.includes(hash), `key ${hash} is not in the files of before`);
  for (const hash of said.revoked) assert.ok(old.revoked.has(hash), `key ${hash} was not revoked there`);
}

function listAsides(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('before-restore-'))
    .sort();
}

function isSameRefs(a: Content, b: Content): boolean {
  return JSON.stringify(a.refs) === JSON.stringify(b.refs);
}

function readContent(directory: string): Content {
  const db = openReader(directory);
  try {
    const list = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0]));
    return {
      refs: list("SELECT ref FROM transfer WHERE type = 'admin_credit' ORDER BY id"),
      keys: list('SELECT hash FROM api_key ORDER BY created_at, hash'),
      revoked: new Set(list('SELECT hash FROM api_key WHERE revoked_at IS NOT NULL')),
      records: countRecords(directory),
    };
  } finally {
    db.close();
  }
}

function countRecords(directory: string): number {
  const db = new DatabaseSync(path.join(directory, 'history.sqlite'), { readOnly: true });
  try {
    const { sum } = db
      .prepare("SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'journal') AS sum")
      .get() as { sum: number | null };
    return sum ?? 0;
  } finally {
    db.close();
  }
}
