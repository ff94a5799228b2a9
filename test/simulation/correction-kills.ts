import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  findRepeated,
  isRepeatable,
  openStoryStores,
  requireState,
  runStep,
  type StoryStep,
  type StoryStores,
} from './correction-story.ts';
import { openKilledDatabase } from './killed-database.ts';
import type { Random } from './ledger-world.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js');
const WRITER = path.join(import.meta.dirname, 'correction-writer.ts');
const NODE = ['--disable-warning=ExperimentalWarning'];
/** About as long as the command takes. */
const ACCEPT_MS = 1_200;
/** One round in so many also kills the acceptance of a ledger. */
const ACCEPT_EVERY = 8;

export interface CorrectionKills {
  readonly acknowledged: number;
  /** Kills of an acceptance. */
  readonly killedAcceptances: number;
}

interface Line {
  readonly owner: string;
  readonly step: StoryStep;
  /** Absent: the step began. */
  readonly result?: string;
}

/**
 * Kills a writer of corrections again and again: credits, debits with and without debts, deposits that are reversed, items of the
 * review that are applied and dismissed, codes that are cancelled, wallets that are removed, keys for a bot after a theft; and
 * now and then `ledger accept`. Each step that was acknowledged is there and a replay, the one that was killed is done again, and
 * everything is there once.
 *
 * @param place A data directory.
 */
export async function runCorrectionKills(
  place: string,
  rounds: number,
  random: Random,
): Promise<CorrectionKills> {
  let acknowledged = 0;
  let killedAcceptances = 0;
  for (let round = 0; round < rounds; round++) {
    const lines = await killWriter(place, round, 10 + Math.floor(random() * 500));
    const database = await openKilledDatabase(place);
    const stores = openStoryStores(database);
    const { findings } = await stores.ledger.audit({ whole: true });
    assert.deepEqual(findings, [], `round ${round}`);
    for (const [owner, told] of Map.groupBy(lines, (line) => line.owner)) {
      acknowledged += await checkStory(stores, owner, told);
    }
    assert.deepEqual((await stores.ledger.audit({ whole: true })).findings, [], `round ${round}, repeated`);
    await database.close();
    if (round % ACCEPT_EVERY === ACCEPT_EVERY - 1) killedAcceptances += await killAcceptance(place, random);
  }
  return { acknowledged, killedAcceptances };
}

/** Kills a writer, and returns the lines that it began and acknowledged. */
async function killWriter(place: string, round: number, after: number): Promise<Line[]> {
  const child = spawn(process.execPath, [...NODE, WRITER, place, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let text = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    lines += chunk.split('\n').length - 1;
    if (lines >= after && !child.killed) child.kill('SIGKILL');
  });
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', 'the writer ended on its own');
  return text
    .slice(0, text.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Checks a story and returns the number of acknowledged steps. */
async function checkStory(stores: StoryStores, owner: string, told: readonly Line[]): Promise<number> {
  const begun = told.filter(({ result }) => result === undefined).map(({ step }) => step);
  const done = new Set(told.filter(({ result }) => result !== undefined).map(({ step }) => step));
  const [last] = begun.slice(-1);
  if (last === undefined) return 0;
  for (const step of begun) {
    // A wallet that was removed could be registered again by the same call.
    if (!isRepeatable(step) || (step === 'wallet' && begun.includes('remove'))) continue;
    // A key that was issued after the theft would be revoked as well.
    if (step === 'revoke' && begun.includes('reissue')) continue;
    const again = await runStep(stores, owner, step);
    const repeated = findRepeated(step);
    if (done.has(step) && repeated !== null) assert.equal(again, repeated, `${owner}: ${step} was lost`);
  }
  await requireState(stores, owner, new Set(begun.filter((step) => isRepeatable(step) || done.has(step))));
  return done.size;
}

/**
 * Has a ledger end before its mark, and kills its acceptance at a random moment until it comes to its end.
 *
 * @returns How often it was killed.
 */
async function killAcceptance(place: string, random: Random): Promise<number> {
  const before = await countAcceptances(place);
  writeFileSync(path.join(place, 'ledger-audit.mark'), `999999999 ${'ab'.repeat(32)} 1763700000000\n`);
  let kills = 0;
  for (;;) {
    const { code, said } = await accept(place, kills < 3 ? random() * ACCEPT_MS : null);
    if (code === 0 || (code === 2 && said.includes('fits its past'))) break;
    assert.equal(code, null, said);
    kills++;
  }
  const after = await countAcceptances(place);
  assert.deepEqual(after, { items: before.items + 1, actions: before.actions + 1 });
  return kills;
}

async function accept(place: string, killAfterMs: number | null) {
  const child = spawn(
    process.execPath,
    [...NODE, MAIN, 'ledger', 'accept', '--restored', '--data-dir', place],
    {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, said };
}

/** Items of the review and audit rows about accepted ledgers. */
async function countAcceptances(
  place: string,
): Promise<{ readonly items: number; readonly actions: number }> {
  const database = await openKilledDatabase(place);
  try {
    const { review, listActions } = openStoryStores(database);
    const actions = await listActions();
    return {
      items: (await review.summarize()).ledger_restored.count,
      actions: actions.filter(({ action }) => action === 'ledger.accept').length,
    };
  } finally {
    await database.close();
  }
}
