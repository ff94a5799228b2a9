import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { TradeService } from '../../../src/bot/trade/trade-service.ts';
import { BOT, FEE, openStores } from '../../simulation/live-order-process.ts';
import { giveCredit } from '../../support/credit.ts';
import { startExecutionStand } from '../../support/execution-stand.ts';

test('an order whose credential was removed stays unconfirmed with its fee set aside, until the credential is back', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-gone-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const kek = Buffer.alloc(32, 7).toString('base64');
  const { database, ledger, orders, vault } = await openStores({ dataDir, now: stand.clock(), kek });
  t.after(() => database.close());
  await giveCredit(ledger, BOT.owner, 10 * FEE);
  const place = { owner: BOT.owner, venue: 'kalshi' } as const;
  await vault.put(place, 'apiKey', stand.secrets.kalshi);
  const trading = new TradeService({
    mode: 'live',
    orders,
    vault,
    feeMicroUsd: FEE,
    maxSlippageBps: 500,
    venues: new Map([['kalshi', stand.venues.kalshi]]),
    newOrderId: () => 'ord_1',
    killSwitch: { read: async () => 'clear' },
    onUpdate: () => undefined,
    onFault: (error) => assert.fail(String(error)),
  });
  const fault = { kind: 'reset', when: 'after', times: 1, venue: 'kalshi', path: '/events/orders' } as const;
  stand.simulator.faults.set(fault);
  const { ref, markPrice } = stand.ticket('kalshi', 'one');
  const terms = { clientOrderId: 'one', source: 'trade', side: 'buy', sizeUsd: 12 } as const;
  const outcome = await trading.trade(BOT, { ...terms, ref, venueAsset: ref.storeKey, markPrice });
  assert.equal(outcome.status === 'done' && outcome.order.state, 'submitted');

  const readHeld = async () => (await ledger.readBalance(BOT.owner)).heldMicroUsd;
  const resolve = () => trading.resolve({ botId: BOT.botId, clientOrderId: 'one' });
  await vault.remove(place);
  stand.advance(86_400_000);
  const { order: alone } = await resolve();
  assert.deepEqual(
    [alone?.state, alone?.message],
    ['submitted', 'the credential it was sent with was removed'],
  );
  assert.equal(await readHeld(), FEE);
  // Another account cannot prove that there is no such order.
  await vault.put(place, 'apiKey', await stand.register({ venue: 'kalshi' }));
  assert.equal((await resolve()).order?.state, 'submitted');
  assert.equal(await readHeld(), FEE);

  await vault.put(place, 'apiKey', stand.secrets.kalshi);
  const { order: back } = await resolve();
  assert.deepEqual([back?.state, back?.chargedMicroUsd], ['filled', FEE]);
  assert.equal(await readHeld(), 0);
  assert.equal(stand.simulator.trading.exchanges.kalshi.orders().length, 1);
});
