import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CheckStore } from '../../../src/bot/credential-checks/check-store.ts';
import { CredentialChecks } from '../../../src/bot/credential-checks/credential-checks.ts';
import { prepareCheckQueries } from '../../../src/bot/credential-checks/sql/checks.ts';
import { OrderResolver } from '../../../src/bot/trade/order-resolver.ts';
import { TradeService } from '../../../src/bot/trade/trade-service.ts';
import { epochMs, SECOND_MS } from '../../../src/domain/index.ts';
import { BOT, FEE, openStores } from '../../simulation/live-order-process.ts';
import { giveCredit } from '../../support/credit.ts';
import { startExecutionStand } from '../../support/execution-stand.ts';

const ACCOUNTS = 50;
const ORDERS = 45;
/** How often the service looks for orders that a kill has to cancel. */
const ROUND_MS = SECOND_MS;

test('fifty accounts that connect at Hyperliquid at once refuse no order of one that trades, and delay no cancel', async (t) => {
  const stand = await startExecutionStand({ hasLimits: true });
  t.after(() => stand.simulator.close());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-connecting-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const kek = Buffer.alloc(32, 7).toString('base64');
  const { clock, database, ledger, orders, vault } = await openStores({ dataDir, now: stand.clock(), kek });
  t.after(() => database.close());
  await giveCredit(ledger, BOT.owner, 100 * FEE);
  const venues = new Map([['hyperliquid' as const, stand.venues.hyperliquid]]);
  const fail = (error: unknown) => assert.fail(String(error));
  const checks = new CredentialChecks({
    store: new CheckStore(database, prepareCheckQueries(database.reads)),
    vault,
    venues,
    clock,
    onFault: fail,
  });
  let isHalted = false;
  const killSwitch = { read: async () => (isHalted ? 'set' : 'clear') } as const;
  let orderCount = 0;
  const trading = new TradeService({
    mode: 'live',
    orders,
    vault,
    feeMicroUsd: FEE,
    maxSlippageBps: 100,
    venues,
    credentials: checks,
    newOrderId: () => `ord_${++orderCount}`,
    killSwitch,
    onUpdate: () => undefined,
    onFault: fail,
  });
  const resolver = new OrderResolver({
    orders,
    trading,
    killSwitch,
    now: () => performance.now(),
    clock: () => epochMs(Date.now()),
    onError: fail,
  });
  const trade = async (clientOrderId: string) => {
    const { ref, markPrice } = stand.ticket('hyperliquid', clientOrderId);
    const terms = { clientOrderId, source: 'trade', side: 'buy', sizeUsd: 20 } as const;
    const outcome = await trading.trade(BOT, { ...terms, ref, venueAsset: 'BTC', markPrice });
    assert.ok(outcome.status === 'done', outcome.status);
    return outcome.order;
  };

  const connect = async (owner: string, secret: Readonly<Record<string, string>>) => {
    const place = { owner, venue: 'hyperliquid' } as const;
    await checks.noteStored(place, await vault.put(place, 'wallet', secret), secret);
  };
  await connect(BOT.owner, stand.secrets.hyperliquid);
  for (let i = 0; i < ACCOUNTS; i++)
    await connect(`owner ${i}`, await stand.register({ venue: 'hyperliquid' }));
  // What the service does within the next seconds, at once.
  for (let i = 0; i < 10; i++) await checks.runRound();
  const refused: unknown[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const { state, reason, message } = await trade(`order ${i}`);
    if (state !== 'filled') refused.push({ state, reason, message });
  }
  assert.deepEqual(refused, []);

  stand.simulator.faults.set({ kind: 'hold', venue: 'hyperliquid', delayMs: 60_000 });
  assert.equal((await trade('rests')).state, 'resting');
  const killedAt = performance.now();
  isHalted = true;
  await resolver.runRound();
  await resolver.waitUntilIdle();
  const cancelledAfterMs = ROUND_MS + performance.now() - killedAt;
  const [held] = stand.simulator.trading.exchanges.hyperliquid.orders().slice(-1);
  assert.equal(held?.state, 'cancelled');
  assert.equal((await orders.find(BOT.botId, 'rests'))?.state, 'cancelled');
  t.diagnostic(
    `${ORDERS} orders, none refused; cancelled at most ${Math.ceil(cancelledAfterMs)} ms after the kill`,
  );
  assert.ok(cancelledAfterMs <= 3 * SECOND_MS, `${cancelledAfterMs} ms`);
});
