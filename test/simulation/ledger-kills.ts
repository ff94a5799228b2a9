import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { type SteppedLedger, withSteps } from '../support/ledger-steps.ts';
import { type KilledServer, NO_SERVER, openKilledDatabase } from './killed-database.ts';
import { type Operation, perform } from './ledger-model.ts';
import type { Random } from './ledger-world.ts';

export interface LedgerKillReport {
  readonly rounds: number;
  readonly acknowledged: number;
}

interface Acknowledged {
  readonly op: Operation;
  readonly result: string;
}

/** Results that moved money or set it aside: they must be there after the kill. */
const STORED = /^(posted|held|captured|released)/;

/**
 * Kills a writer of the ledger again and again, without a word. After every kill each acknowledged operation must
 * be there once: sending it again is a replay that moves nothing. The audit must be clean each time.
 *
 * @param place A data directory, or the URL of a database whose server may die too.
 */
export async function runLedgerKills(
  place: string,
  rounds: number,
  random: Random,
  server: KilledServer = NO_SERVER,
): Promise<LedgerKillReport> {
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    let isServerDown = false;
    const lines = await killWriter(place, round, 20 + Math.floor(random() * 600), () => {
      isServerDown = server.kill(round);
      return isServerDown;
    });
    if (isServerDown) await server.restart();
    const database = await openKilledDatabase(place);
    const ledger = withSteps(openLedger(database, wallClock), wallClock);
    const { findings } = await ledger.audit({ whole: round % 20 === 19 || round === rounds - 1 });
    assert.deepEqual(findings, [], `round ${round}`);
    for (const line of lines.filter(({ result }) => STORED.test(result))) {
      acknowledged++;
      await requireStored(ledger, line, round);
    }
    await database.close();
  }
  return { rounds, acknowledged };
}

/** Kills a writer and returns the lines that it acknowledged before. */
async function killWriter(
  place: string,
  round: number,
  after: number,
  killServer: () => boolean,
): Promise<Acknowledged[]> {
  const writer = path.join(import.meta.dirname, 'ledger-writer.ts');
  const args = ['--disable-warning=ExperimentalWarning', writer, place, String(round)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let text = '';
  let lines = 0;
  let isServerDead = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    lines += chunk.split('\n').length - 1;
    if (lines < after || child.killed) return;
    isServerDead = killServer();
    child.kill('SIGKILL');
  });
  await closed;
  // A writer ends when its server does, if it notices first.
  assert.ok(child.signalCode === 'SIGKILL' || isServerDead, 'the writer ended on its own');
  // A last line without its end was cut off by the kill.
  return text
    .slice(0, text.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Acknowledged);
}

async function requireStored(
  ledger: SteppedLedger,
  { op, result }: Acknowledged,
  round: number,
): Promise<void> {
  const again = await perform(ledger, op);
  const isReplay = /^(duplicate|already_resolved)/.test(again);
  assert.ok(isReplay, `round ${round}: ${JSON.stringify(op)} was ${result} and is ${again} again`);
}
