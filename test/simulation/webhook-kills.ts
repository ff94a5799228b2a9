import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import {
  coinbaseCall,
  ownDeposit,
  type ProviderCall,
  paidCheckout,
  paidSession,
  standardCall,
  stripeCall,
} from '../support/provider-events.ts';
import { type KilledServer, NO_SERVER, openKilledDatabase } from './killed-database.ts';
import { pick, type Random } from './ledger-world.ts';

export interface WebhookKillReport {
  readonly kills: number;
  readonly acknowledged: number;
}

const AT_ONCE = 8;
const EACH_MICRO_USD = 25_000_000;

/**
 * Delivers events of three providers to a process that is killed again and again. What has no answer is sent
 * again, as providers do. In the end each event is one credit, and what was acknowledged before a kill is there.
 *
 * @param place A data directory, or the URL of a database whose server may die too.
 */
export async function runWebhookKills(
  place: string,
  deliveries: number,
  kills: number,
  random: Random,
  database: KilledServer = NO_SERVER,
): Promise<WebhookKillReport> {
  const makers = [
    (id: string) => stripeCall(paidSession(id), Date.now()),
    (id: string) => coinbaseCall(paidCheckout(`co_${id}`), `evt_${id}`, Date.now()),
    (id: string) => standardCall(ownDeposit(`own_${id}`), Date.now()),
  ];
  const waiting = Array.from({ length: deliveries }, (_, i) => ({ make: pick(makers, random), id: `${i}` }));
  const answered: typeof waiting = [];
  const perLife = Math.ceil(deliveries / (kills + 1));
  for (let life = 0; waiting.length > 0; life++) {
    const server = await startServer(place);
    let isDatabaseDown = false;
    const send = ({ make, id }: (typeof waiting)[number]) =>
      deliver(server.port, make(id), () => isDatabaseDown);
    // What was acknowledged before the kill is there: the same again changes nothing.
    const known = answered.slice(-AT_ONCE);
    const repeated = await Promise.all(known.map(send));
    assert.ok(
      repeated.every((applied) => applied === false),
      `life ${life}: an acknowledged deposit was lost`,
    );
    const enough = answered.length + Math.max(1, Math.floor(perLife * (0.5 + random())));
    const work = async () => {
      for (;;) {
        const one = waiting.shift();
        if (one === undefined) return;
        const applied = await send(one);
        if (applied === null) {
          waiting.push(one);
          return;
        }
        answered.push(one);
        if (life >= kills || answered.length < enough || server.child.killed) continue;
        isDatabaseDown = database.kill(life);
        server.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    server.child.kill('SIGKILL');
    await server.closed;
    if (isDatabaseDown) await database.restart();
  }

  const opened = await openKilledDatabase(place);
  const ledger = openLedger(opened, wallClock);
  const { findings } = await ledger.audit({ whole: true });
  const { microUsd } = await ledger.readBalance('alice');
  const { count } = opened.buildQueries((statements) => ({
    count: async () =>
      statements.get("SELECT COUNT(*) AS n FROM deposit WHERE state = 'credited'").get() as { n: number },
  }));
  const { n } = await count();
  await opened.close();
  assert.deepEqual(findings, []);
  assert.deepEqual([n, microUsd], [deliveries, deliveries * EACH_MICRO_USD]);
  return { kills, acknowledged: answered.length };
}

/**
 * Delivers an event; returns whether it was applied, or null without an answer and for one that the service gave
 * without its database.
 */
async function deliver(
  port: number,
  { provider, headers, body }: ProviderCall,
  isDatabaseDown: () => boolean,
): Promise<boolean | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/account/webhook/${provider}`, {
      method: 'POST',
      headers,
      body,
    });
    const answer = (await response.json()) as { applied?: boolean };
    if (response.status === 503 && isDatabaseDown()) return null;
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer.applied === true;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function startServer(
  place: string,
): Promise<{ child: ChildProcess; port: number; closed: Promise<unknown> }> {
  const main = path.join(import.meta.dirname, 'webhook-server.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    closed.then(([code, signal]) => {
      throw new Error(`the server ended with ${code ?? signal} before it was ready`);
    }),
  ]);
  return { child, port: Number(String(line)), closed };
}
