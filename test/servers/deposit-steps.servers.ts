import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SeenTransfer } from '../../src/billing/deposits/chains/seen-transfer.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { evmChain } from '../support/chain-stand.ts';
import { ledgerSteps, PROCEDURES_AND_STEPS } from '../support/ledger-steps.ts';
import { openStores } from '../support/money-stores.ts';
import { openCountingProxy } from './counting-proxy.ts';
import { listEngines, openTestPostgres, type PostgresEngine } from './postgres-engine.ts';

const USD = 1_000_000;
const NOW = 1_763_700_000_000;
const SCOPE = 'chain:31337';
/** Number of blocks that the chain store commits at first. */
const STEP = 64;

const toAddress = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const TOKEN = toAddress(0xb);
const CHAIN = evmChain({
  rpcUrls: ['http://a'],
  tokens: [{ symbol: 'USDC', address: TOKEN, decimals: 6 }],
});
const address = (n: number) => toAddress(0x1000 + n);
const wallet = (n: number) => toAddress(0x2000 + n);

/**
 * Builds a transfer: every second one to an address of an owner, the others from a wallet to the treasury; each of
 * another owner.
 */
function buildTransfer(n: number, block: number): SeenTransfer {
  const isToAddress = n % 2 === 0;
  return {
    idem: `0x${block}${n}:0`,
    symbol: 'USDC',
    token: TOKEN,
    from: wallet(n),
    to: isToAddress ? address(n) : CHAIN.treasury,
    amount: '5',
    microUsd: microUsd(5 * USD),
    txHash: `0x${block}${n}`,
    logIndex: 0,
    position: block,
    minedAfter: NOW + 1,
  };
}

async function openStand(t: TestContext, engine: PostgresEngine) {
  const proxy = await openCountingProxy(new URL(await engine.createDatabase(t)));
  t.after(() => proxy.close());
  const database = await openTestPostgres({ url: proxy.url, procedures: PROCEDURES_AND_STEPS });
  t.after(() => database.close());
  const stores = openStores(database, () => epochMs(NOW));
  const contracts = { factory: toAddress(0xfac), implementation: toAddress(0x1) };
  for (let n = 0; n < STEP; n += 1) {
    const owner = `owner${n}`;
    if (n % 2 === 0) {
      await stores.addresses.assign(SCOPE, { owner, address: address(n), salt: `0x${n}`, ...contracts });
    } else {
      await stores.addresses.register({ family: 'evm', address: wallet(n) }, owner);
    }
  }
  let block = 0;
  const at = (position: number) => ({ position, mark: `0x${position}` });
  /** Reads transfers and counts the waits for the server. */
  const read = async (count: number, idle: Partial<SeenTransfer> = {}) => {
    const from = block === 0 ? null : at(block);
    block += 1;
    const transfers = Array.from({ length: count }, (_, n) => ({ ...buildTransfer(n, block), ...idle }));
    proxy.takeRoundTrips();
    const outcome = await stores.chains.storeStep(CHAIN, { stream: '', from, to: at(block), transfers });
    const roundTrips = proxy.takeRoundTrips();
    return { ...outcome, roundTrips };
  };
  return { stores, steps: ledgerSteps(stores.ledger, () => epochMs(NOW)), read };
}

for (const engine of listEngines()) {
  test(`${engine.name}: a step waits for the server as often with 64 deposits as with four`, async (t) => {
    const { stores, read } = await openStand(t, engine);
    // The first needs a connection.
    assert.equal((await read(0)).recorded, 0);
    const few = await read(4);
    const many = await read(STEP);
    assert.deepEqual([few.recorded, many.recorded], [4, STEP]);
    t.diagnostic(`${few.roundTrips} round trips for 4 deposits, ${many.roundTrips} for ${STEP}`);
    assert.equal(many.roundTrips, few.roundTrips);
    assert.ok(many.roundTrips <= 10, `${many.roundTrips} round trips`);
    for (const [owner, usd] of [
      ['owner0', 10],
      ['owner3', 10],
      ['owner40', 5],
      ['owner63', 5],
    ] as const) {
      assert.equal((await stores.ledger.readBalance(owner)).microUsd, usd * USD, owner);
    }
    assert.deepEqual((await stores.ledger.audit({ whole: true })).findings, []);
  });

  test(`${engine.name}: a step that repays what its owners owe waits no longer`, async (t) => {
    const { stores, steps, read } = await openStand(t, engine);
    const owe = (n: number, event: number, usd: number) =>
      steps.clawBack({
        scope: 'wh:stripe',
        idem: `${n}:${event}`,
        owner: `owner${n}`,
        amount: microUsd(usd * USD),
        asset: 'asset:stripe',
        ref: `${n}:${event}`,
      });
    await read(0);
    await Promise.all(Array.from({ length: STEP }, (_, n) => owe(n, 0, 1)));
    await owe(7, 1, 3);
    await owe(7, 2, 3);
    const { recorded, roundTrips } = await read(STEP);
    assert.equal(recorded, STEP);
    assert.ok(roundTrips <= 10, `${roundTrips} round trips`);
    assert.equal((await stores.ledger.readBalance('owner6')).microUsd, 4 * USD);
    assert.equal(await stores.ledger.readOwed('owner6'), 0);
    assert.equal((await stores.ledger.readBalance('owner7')).microUsd, 0);
    assert.equal(await stores.ledger.readOwed('owner7'), 2 * USD);
    const entries = (await stores.ledger.readEntries('owner7', { limit: 10 }))?.entries ?? [];
    assert.deepEqual(
      entries.map(({ type, microUsd: change, ref }) => [type, change / USD, ref]),
      [
        ['deposit', 5, 'local:0x27:0'],
        ['refund', -1, '7:0'],
        ['refund', -3, '7:1'],
        ['refund', -1, '7:2'],
      ],
    );
    // What is left is the newest debt.
    await read(8);
    assert.equal(await stores.ledger.readOwed('owner7'), 0);
    assert.equal((await stores.ledger.readBalance('owner7')).microUsd, 3 * USD);
    assert.deepEqual((await stores.ledger.audit({ whole: true })).findings, []);
  });
}
