import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { ControlStore } from '../../src/bot/control/control-store.ts';
import { prepareControlQueries } from '../../src/bot/control/sql/controls.ts';
import { sumRisk } from '../../src/bot/limits/opening-decision.ts';
import { OrderResolver } from '../../src/bot/trade/order-resolver.ts';
import { MICRO_PER_USD, microUsd, wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { giveCredit } from '../support/credit.ts';
import { type KilledServer, NO_SERVER, openKilledDatabase } from './killed-database.ts';
import type { Random } from './ledger-world.ts';
import { FEE, openTrading, TRADER } from './order-trading.ts';

export interface OrderKillReport {
  readonly rounds: number;
  /** Trades whose caller had an answer before the kill. */
  readonly answered: number;
  /** Orders that the kill left before their end, by the state it left them in. */
  readonly left: Readonly<Record<'reserved' | 'submitted', number>>;
  /** Number of orders that the limit refused. */
  readonly refused: number;
  /** The most that was at risk after a restart. */
  readonly mostUsedUsd: number;
}

/** Callers are answered in groups, at the commits: the kill comes somewhere between two of them. */
const MAX_DELAY_MS = 12;

/** Orders of ten dollars that go both ways meet it again and again. */
const LIMIT_USD = 45;

const START_CREDIT = microUsd(100_000 * FEE);

/**
 * Kills a process that trades again and again, without a word. After every kill a start brings each order to its
 * end; then no fee is taken twice or for nothing, no money stays set aside, and what a caller was answered is true.
 */
export async function runOrderKills(
  place: string,
  rounds: number,
  random: Random,
  server: KilledServer = NO_SERVER,
): Promise<OrderKillReport> {
  const left = { reserved: 0, submitted: 0 };
  let [answered, refused, mostUsed] = [0, 0, 0];
  await creditTrader(place);
  for (let round = 0; round < rounds; round++) {
    let isServerDown = false;
    const outcomes = await killWriter(place, round, {
      after: 1 + Math.floor(random() * 150),
      delayMs: Math.floor(random() * MAX_DELAY_MS),
      killServer: () => {
        isServerDown = server.kill(round);
        return isServerDown;
      },
    });
    if (isServerDown) await server.restart();
    answered += outcomes.length;
    const database = await openKilledDatabase(place);
    const ledger = openLedger(database, wallClock);
    const { trading, orders } = await openTrading(database, ledger, () => 'unused');
    for (const { state } of await orders.listOpen(10_000)) left[state as 'reserved' | 'submitted']++;
    const resolver = new OrderResolver({
      orders,
      trading,
      killSwitch: { read: async () => 'clear' },
      now: () => 0,
      clock: wallClock,
      onError: (error) => {
        throw error;
      },
    });
    await resolver.resolveAll(60_000);
    await assertSettled(database, round);
    const positions = await orders.listPositions(TRADER.botId, 'mock');
    const pending = await orders.listPending(TRADER.botId, 'mock');
    const { usedMicroUsd, reservedMicroUsd } = sumRisk({ positions, pending });
    assert.equal(reservedMicroUsd, 0, `round ${round}: nothing stays reserved of a limit`);
    assert.ok(usedMicroUsd <= LIMIT_USD * MICRO_PER_USD, `round ${round}: ${usedMicroUsd} are at risk`);
    mostUsed = Math.max(mostUsed, usedMicroUsd);
    refused = await countRefused(database);
    for (const { id, state } of outcomes) {
      const order = await orders.find(TRADER.botId, id);
      assert.equal(order?.state, state, `round ${round}: ${id} was answered as ${state}`);
    }
    const { findings } = await ledger.audit({ whole: round % 20 === 19 || round === rounds - 1 });
    assert.deepEqual(findings, [], `round ${round}`);
    await database.close();
  }
  return { rounds, answered, left, refused, mostUsedUsd: mostUsed / MICRO_PER_USD };
}

/** Orders that a limit has refused so far. */
function countRefused(database: OpenServiceDatabase): Promise<number> {
  const { count } = database.buildQueries((statements) => ({
    count: async () =>
      Number(statements.get("SELECT COUNT(*) AS n FROM bot_order WHERE reason = 'limit'").get()?.n ?? 0),
  }));
  return count();
}

async function creditTrader(place: string): Promise<void> {
  const database = await openKilledDatabase(place);
  await giveCredit(openLedger(database, wallClock), TRADER.owner, START_CREDIT);
  const controls = new ControlStore(database, database.buildQueries(prepareControlQueries), wallClock);
  await controls.change(TRADER.botId, { maxExposureUsd: LIMIT_USD });
  await database.close();
}

/** Kills a writer and returns the answers to its callers before. */
async function killWriter(
  place: string,
  round: number,
  {
    after,
    delayMs,
    killServer,
  }: { readonly after: number; readonly delayMs: number; readonly killServer: () => boolean },
): Promise<{ readonly id: string; readonly state: string }[]> {
  const writer = path.join(import.meta.dirname, 'order-writer.ts');
  const args = ['--disable-warning=ExperimentalWarning', writer, place, String(round)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let text = '';
  let lines = 0;
  let isDying = false;
  let isServerDead = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    lines += chunk.split('\n').length - 1;
    if (lines < after || isDying) return;
    isDying = true;
    setTimeout(() => {
      isServerDead = killServer();
      child.kill('SIGKILL');
    }, delayMs);
  });
  await closed;
  // A writer ends when its server does, if it notices first.
  assert.ok(child.signalCode === 'SIGKILL' || isServerDead, 'the writer ended on its own');
  // A last line without its end was cut off by the kill.
  return text
    .slice(0, text.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Each row counts what must not be there. */
const BROKEN: Readonly<Record<string, string>> = {
  'orders that did not end': "SELECT COUNT(*) AS n FROM bot_order WHERE state NOT IN ('filled', 'rejected')",
  'holds that are left': "SELECT COUNT(*) AS n FROM hold WHERE state = 'pending'",
  'money that is set aside': "SELECT SUM(held) AS n FROM account WHERE id LIKE 'owner:%'",
  'orders that filled more than once':
    'SELECT COUNT(*) AS n FROM (SELECT 1 FROM bot_fill GROUP BY order_id HAVING COUNT(*) > 1) AS twice',
  'fees without a fill, or fills without a fee': `SELECT COUNT(*) AS n FROM bot_order o WHERE charged <>
     CASE WHEN EXISTS (SELECT 1 FROM bot_fill f WHERE f.order_id = o.order_id) THEN fee ELSE 0 END`,
  'charges that are no transfer of their own': `SELECT (SELECT COUNT(*) FROM bot_order WHERE charged > 0)
     <> (SELECT COUNT(*) FROM transfer WHERE type = 'trade_fee') AS n`,
  'holds that ended against their order': `SELECT COUNT(*) AS n FROM bot_order o JOIN hold h ON h.idem = o.order_id
     WHERE (h.state = 'captured') <> (o.state = 'filled')`,
  'activity that was counted wrong': `SELECT COUNT(*) AS n FROM bot_score WHERE orders <> (SELECT COUNT(*) FROM bot_order)
     OR filled <> (SELECT COUNT(*) FROM bot_order WHERE state = 'filled') OR fills <> (SELECT COUNT(*) FROM bot_fill)
     OR fees <> (SELECT SUM(charged) FROM bot_order)`,
};

async function assertSettled(database: OpenServiceDatabase, round: number): Promise<void> {
  const { count } = database.buildQueries((statements) => ({
    count: async (sql: string) => Number(statements.get(sql).get()?.n ?? 0),
  }));
  for (const [what, sql] of Object.entries(BROKEN)) {
    assert.equal(await count(sql), 0, `round ${round}: ${what}`);
  }
}
