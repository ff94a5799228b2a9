import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import type { EvmChain } from '../../src/billing/deposits/families/evm/evm-chain.ts';
import { EvmCheck } from '../../src/billing/deposits/families/evm/evm-check.ts';
import { EvmNode as NodeOfReader } from '../../src/billing/deposits/families/evm/evm-node.ts';
import {
  auditFindings,
  type ChainStores,
  evmChain,
  giveAddress,
  openChainStores,
  USD,
  watchEvm,
} from '../support/chain-stand.ts';
import { type EvmContract, EvmNode, noEvmNode } from '../support/evm-node.ts';

const SCOPE = 'chain:31337';
const FORWARDER = '0x00000000000000000000000000000000000000f1';

describe('deposits on a local EVM chain', { skip: noEvmNode }, () => {
  let node: EvmNode;
  let usdc: EvmContract;
  let minter: string;
  let payer: string;
  let treasury: string;
  let snapshot: string;
  let stores: ChainStores;
  let chain: EvmChain;

  before(async () => {
    node = await EvmNode.start();
    [minter, payer, treasury] = (await node.accounts()).map((address) => address.toLowerCase()) as [
      string,
      string,
      string,
    ];
    usdc = await node.deploy(minter, 'TestToken', ['USDC', 6]);
    await usdc.send(minter, 'mint', payer, 1_000_000 * USD);
  });
  after(() => node?.stop());

  beforeEach(async () => {
    if (snapshot !== undefined) await node.rpc('evm_revert', [snapshot]);
    snapshot = await node.rpc('evm_snapshot');
    // The clock of the stores is before the chain's, as long as a test does not register later.
    await open({ clock: () => Date.now() - 3_600_000, sanctioned: [] });
    const tokens = [{ symbol: 'USDC', address: usdc.address.toLowerCase(), decimals: 6 }];
    chain = evmChain({ rpcUrls: [node.url], tokens, treasury, startBlock: 0 });
    await giveAddress(stores, SCOPE, 'ann', FORWARDER);
  });

  const opened: ChainStores[] = [];
  const open = async (options: Parameters<typeof openChainStores>[0]) => {
    stores = await openChainStores(options);
    opened.push(stores);
  };
  afterEach(async () => {
    for (const { database } of opened.splice(0)) await database.close();
  });

  const pay = (to: string, usd: number) => usdc.send(payer, 'transfer', to, Math.round(usd * USD));
  const finalize = () => node.mine(2);
  const poll = async (over: Partial<EvmChain> = {}) => {
    const watch = watchEvm(stores, { ...chain, ...over });
    await watch.watcher.pollOnce();
    return watch;
  };
  const balance = async (owner: string) => (await stores.ledger.readBalance(owner)).microUsd / USD;
  const deposits = async () => (await stores.deposits.list({ limit: 1_000 }))?.deposits ?? [];

  test('a deposit is credited when its block is final, and never before', async () => {
    const { transactionHash, logs } = await pay(FORWARDER, 12.5);
    await poll();
    assert.equal(await balance('ann'), 0);
    await node.mine(1);
    await poll();
    assert.equal(await balance('ann'), 0);
    await node.mine(1);
    await poll();
    assert.equal(await balance('ann'), 12.5);

    const [deposit] = await deposits();
    assert.deepEqual(
      [deposit?.state, deposit?.owner, deposit?.source, deposit?.chain, deposit?.token, deposit?.amount],
      ['credited', 'ann', 'chain', 'local', 'USDC', '12.5'],
    );
    assert.deepEqual(
      [deposit?.txHash, deposit?.logIndex, deposit?.from, deposit?.microUsd],
      [transactionHash, Number(logs[0]?.logIndex), payer, 12_500_000],
    );
    const page = await stores.ledger.readEntries('ann', { limit: 10 });
    assert.deepEqual(
      page?.entries.map(({ type, ref }) => [type, ref]),
      [['deposit', `local:${transactionHash}:${Number(logs[0]?.logIndex)}`]],
    );
    assert.deepEqual(await auditFindings(stores), []);
  });

  test('twenty-five deposits over pages of three blocks are twenty-five credits', async () => {
    for (let i = 0; i < 25; i++) await pay(FORWARDER, 1);
    await finalize();
    const { watcher } = await poll({ maxSpan: 3 });
    assert.equal(watcher.stalled(), null);
    assert.equal(await balance('ann'), 25);
    assert.equal((await deposits()).length, 25);
  });

  test('several transfers of one transaction are deposits of their own', async () => {
    await usdc.send(payer, 'transferMany', [FORWARDER, FORWARDER, treasury], 2 * USD);
    await finalize();
    await poll();
    assert.equal(await balance('ann'), 4);
    assert.equal((await deposits()).length, 3);
  });

  test('a start that is set later changes nothing: reading continues where it was', async () => {
    await pay(FORWARDER, 1);
    await finalize();
    await poll({ startBlock: null });
    await pay(FORWARDER, 2);
    await finalize();
    await poll({ startBlock: 0 });
    assert.equal(await balance('ann'), 2);
  });

  describe('events that only resemble a deposit', () => {
    const nothing = async () => {
      await finalize();
      const { problems } = await poll();
      assert.deepEqual(problems, []);
      assert.deepEqual(await deposits(), []);
      assert.equal(await balance('ann'), 0);
    };

    test('a token with a copied name and decimals credits nothing', async () => {
      const fake = await node.deploy(minter, 'TestToken', ['USDC', 6]);
      await fake.send(minter, 'mint', FORWARDER, 5 * USD);
      await fake.send(minter, 'mint', treasury, 5 * USD);
      await nothing();
    });

    test('the event of another contract that names the token in its data credits nothing', async () => {
      const fake = await node.deploy(minter, 'TestToken', ['USDC', 6]);
      await fake.send(minter, 'pretend', usdc.address, FORWARDER, 5 * USD);
      await nothing();
    });

    test('a transaction that failed after its event credits nothing', async () => {
      const { status } = await usdc.send(payer, 'transferAndRevert', FORWARDER, 5 * USD);
      assert.equal(status, '0x0');
      await nothing();
    });

    test('a transaction that succeeded although the token returned false credits nothing', async () => {
      await usdc.send(minter, 'setAnswers', 2);
      assert.equal((await pay(FORWARDER, 5)).status, '0x1');
      await nothing();
    });

    test('a transfer of nothing, as address poisoning sends them, credits nothing', async () => {
      await pay(FORWARDER, 0);
      await pay(treasury, 0);
      await nothing();
    });

    test('a transfer to another address credits nothing', async () => {
      await pay('0x00000000000000000000000000000000000000ee', 5);
      await nothing();
    });

    test('a transaction that waits and one that was replaced credit nothing', async () => {
      await node.rpc('evm_setAutomine', [false]);
      const data = usdc.data('transfer', [FORWARDER, 5 * USD]);
      const nonce = await node.rpc('eth_getTransactionCount', [payer, 'latest']);
      const common = { from: payer, to: usdc.address, nonce, gas: '0x100000' };
      await node.rpc('eth_sendTransaction', [{ ...common, data, gasPrice: '0x77359400' }]);
      const other = usdc.data('transfer', [minter, 5 * USD]);
      await node.rpc('eth_sendTransaction', [{ ...common, data: other, gasPrice: '0xee6b2800' }]);
      await node.rpc('evm_setAutomine', [true]);
      await node.mine(1);
      await nothing();
    });

    test('the sweep of a forwarder and the treasury paying itself credit no owner', async () => {
      await giveAddress(stores, SCOPE, 'bob', payer);
      const startBlock = (await node.height()) + 1;
      await pay(treasury, 5);
      await usdc.send(minter, 'mint', treasury, 1);
      // What was minted came from nobody that is known; everything else is not even listed.
      await usdc.send(treasury, 'transfer', treasury, 1);
      await finalize();
      await poll({ startBlock });
      assert.deepEqual(
        (await deposits()).map(({ from, reason }) => [from, reason]),
        [[`0x${'0'.repeat(40)}`, 'unknown_sender']],
      );
    });
  });

  describe('the shared address', () => {
    const register = (address: string, owner = 'cat') =>
      stores.addresses.register({ family: 'evm', address }, owner);
    const reasons = async () => (await deposits()).map(({ state, reason, owner }) => [state, reason, owner]);

    test('a transfer of a registered wallet credits its owner', async () => {
      await register(payer);
      await pay(treasury, 20);
      await finalize();
      await poll();
      assert.equal(await balance('cat'), 20);
      assert.deepEqual(await reasons(), [['credited', null, 'cat']]);
    });

    test('a transfer from an unknown wallet waits', async () => {
      await pay(treasury, 20);
      await finalize();
      await poll();
      assert.deepEqual(await reasons(), [['unattributed', 'unknown_sender', null]]);
    });

    test('a transfer from before the registration waits, the next one counts', async () => {
      await pay(treasury, 20);
      const { timestamp } = await node.rpc('eth_getBlockByNumber', ['latest', false]);
      await open({ clock: () => Number(timestamp) * 1_000 + 500 });
      await register(payer);
      await pay(treasury, 30);
      await finalize();
      await poll();
      assert.deepEqual((await reasons()).reverse(), [
        ['unattributed', 'before_registration', null],
        ['credited', null, 'cat'],
      ]);
      assert.equal(await balance('cat'), 30);
    });

    test('a public transfer cannot be claimed by a clock that is behind', async () => {
      await pay(treasury, 500);
      const { number, timestamp } = await node.rpc('eth_getBlockByNumber', ['latest', false]);
      await open({ clock: () => (Number(timestamp) - 120) * 1_000 });
      const wallet = { family: 'evm', address: payer };
      await stores.addresses.register(wallet, 'thief', [{ scope: SCOPE, position: Number(number) }]);
      await pay(treasury, 5);
      await finalize();
      await poll();
      assert.deepEqual((await reasons()).reverse(), [
        ['unattributed', 'before_registration', null],
        ['credited', null, 'thief'],
      ]);
    });

    test('a large first deposit of a wallet waits; after a small one it does not', async () => {
      await register(payer);
      await pay(treasury, 1_000.000001);
      await pay(treasury, 1_000);
      await pay(treasury, 5_000);
      await finalize();
      await poll();
      assert.deepEqual((await reasons()).reverse(), [
        ['held', 'first_deposit', 'cat'],
        ['credited', null, 'cat'],
        ['credited', null, 'cat'],
      ]);
      // The address of an owner has no such limit: it says itself whose it is.
      await pay(FORWARDER, 5_000);
      await finalize();
      await poll();
      assert.equal(await balance('ann'), 5_000);
    });

    test('what is above the limit of one deposit, or of a day, waits', async () => {
      await pay(FORWARDER, 10_000.01);
      await pay(FORWARDER, 9_000);
      await pay(FORWARDER, 9_000);
      await pay(FORWARDER, 9_000);
      await finalize();
      await poll();
      assert.deepEqual((await reasons()).reverse(), [
        ['held', 'deposit_cap', 'ann'],
        ['credited', null, 'ann'],
        ['credited', null, 'ann'],
        ['held', 'day_cap', 'ann'],
      ]);
    });

    test('an amount beyond what one operation may move is kept exactly and can only be returned', async () => {
      await usdc.send(minter, 'mint', FORWARDER, 10n ** 16n);
      await finalize();
      await poll();
      const [deposit] = await deposits();
      assert.deepEqual(
        [deposit?.state, deposit?.reason, deposit?.amount, deposit?.microUsd],
        ['held', 'amount_out_of_range', '10000000000', null],
      );
    });

    test('what a sanctioned address sends waits, wherever it goes', async () => {
      await open({ clock: () => Date.now() - 3_600_000, sanctioned: [payer] });
      await giveAddress(stores, SCOPE, 'ann', FORWARDER);
      await pay(FORWARDER, 1);
      await pay(treasury, 1);
      await finalize();
      await poll();
      assert.deepEqual((await reasons()).reverse(), [
        ['held', 'sanctioned', 'ann'],
        ['held', 'sanctioned', null],
      ]);
    });

    test('a token that is no dollar waits, one of eighteen decimals is rounded down', async () => {
      const euro = await node.deploy(minter, 'TestToken', ['EURC', 6]);
      const wide = await node.deploy(minter, 'TestToken', ['USDT', 18]);
      await euro.send(minter, 'mint', FORWARDER, 5 * USD);
      await wide.send(minter, 'mint', FORWARDER, 1_234_567_890_123_456_789n);
      await wide.send(minter, 'mint', FORWARDER, 999_999_999_999n);
      await finalize();
      await poll({
        tokens: [
          { symbol: 'EURC', address: euro.address.toLowerCase(), decimals: 6 },
          { symbol: 'USDT', address: wide.address.toLowerCase(), decimals: 18 },
        ],
      });
      const found = (await deposits()).map(({ state, reason, amount, microUsd }) => [
        state,
        reason,
        amount,
        microUsd,
      ]);
      assert.deepEqual(found.reverse(), [
        ['unattributed', 'currency', '5', null],
        ['credited', null, '1.234567890123456789', 1_234_567],
      ]);
    });
  });

  describe('reorganisations', () => {
    const DEPTH = 4;

    test('a deposit that a reorganisation removes before it is final is never credited, at any depth', async () => {
      for (let depth = 1; depth <= DEPTH; depth++) {
        await pay(FORWARDER, depth);
        if (depth > 1) await node.mine(depth - 1);
        await poll({ finality: DEPTH });
        await node.rpc('anvil_reorg', [depth, []]);
        await node.mine(DEPTH);
        const { problems } = await poll({ finality: DEPTH });
        assert.deepEqual(problems, [], `depth ${depth}`);
        assert.equal(await balance('ann'), 0, `depth ${depth}`);
      }
    });

    test('a deposit that is included again elsewhere is credited once', async () => {
      await pay(FORWARDER, 7);
      await poll({ finality: DEPTH });
      const data = usdc.data('transfer', [FORWARDER, 7 * USD]);
      await node.rpc('anvil_reorg', [1, [[{ from: payer, to: usdc.address, data, gas: '0x100000' }, 0]]]);
      await node.mine(DEPTH);
      await poll({ finality: DEPTH });
      assert.equal(await balance('ann'), 7);
    });

    test('a reorganisation beyond what was final stops the chain until it is rescanned', async () => {
      await pay(FORWARDER, 3);
      await node.mine(DEPTH);
      await poll({ finality: DEPTH });
      assert.equal(await balance('ann'), 3);
      await node.rpc('anvil_reorg', [DEPTH + 1, []]);
      await pay(FORWARDER, 50);
      await node.mine(DEPTH + 1);
      const watch = await poll({ finality: DEPTH });
      assert.equal(watch.watcher.stalled()?.isCritical, true);
      assert.match(
        watch.problems[0] ?? '',
        /has block \d+ as 0x[0-9a-f]+, which was 0x[0-9a-f]+ when it was final/,
      );
      assert.equal(await balance('ann'), 3);

      assert.equal(await stores.rescan(chain, 1), 'rescanned');
      await watch.watcher.pollOnce();
      assert.equal(watch.watcher.stalled(), null);
      assert.equal(await balance('ann'), 53);
    });

    test('a transaction that comes again with other log numbers is no second deposit', async () => {
      await pay(FORWARDER, 3);
      await node.mine(DEPTH);
      await poll({ finality: DEPTH });
      const [first] = await deposits();
      // The same transaction, behind another one in its block: its log has another number.
      const raw = await node.rpc('eth_getRawTransactionByHash', [first?.txHash]);
      const data = usdc.data('mint', [FORWARDER, 2 * USD]);
      const other = { from: minter, to: usdc.address, data, gas: '0x100000' };
      const pairs = [
        [other, 0],
        [raw, 0],
      ];
      await node.rpc('anvil_reorg', [DEPTH + 1, pairs]);
      await node.mine(DEPTH + 1);
      const { logs } = await node.rpc('eth_getTransactionReceipt', [first?.txHash]);
      assert.notEqual(Number(logs[0].logIndex), first?.logIndex);
      assert.equal(await stores.rescan(chain, 1), 'rescanned');
      assert.equal((await poll({ finality: DEPTH })).watcher.stalled(), null);
      assert.equal(await balance('ann'), 5);
      assert.equal((await deposits()).length, 2);
    });
  });

  test('the ledger is compared with the chain by other questions', async () => {
    await giveAddress(stores, 'chain:1', 'dan', minter);
    await pay(FORWARDER, 3);
    await pay(FORWARDER, 4);
    await pay(treasury, 5);
    await usdc.send(minter, 'mint', minter, USD);
    // Swept by a forwarder of another chain: no deposit.
    await usdc.send(minter, 'transfer', treasury, USD);
    await finalize();
    await poll();
    const access = { userAgent: 'test', headers: {} };
    const nodes = [new NodeOfReader(createNodeClient(chain, node.url, access))];
    const check = new EvmCheck({ chain, nodes, store: stores.store });
    const run = () => check.run(AbortSignal.timeout(10_000));
    assert.deepEqual(await run(), []);

    const [, second] = await deposits();
    await stores.database.changeRows('DELETE FROM deposit WHERE id = ?', second?.id as string);
    const found = await run();
    assert.deepEqual(
      [found.length, found.every((one) => /not recorded|holds more USDC/.test(one))],
      [2, true],
    );
    await stores.rescan(chain, 1);
    assert.deepEqual(await auditFindings(stores), []);
  });

  test('the ledger is in order after all of it, and says where the money arrived', async () => {
    await pay(FORWARDER, 3);
    await pay(treasury, 4);
    await finalize();
    await poll();
    assert.deepEqual(await auditFindings(stores), []);
    const [row] = await stores.database.readRows(
      "SELECT balance FROM account WHERE id = 'asset:chain:local:USDC'",
    );
    assert.equal(row?.balance, -7 * USD);
  });
});
