import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChainPosition } from '../../src/billing/deposits/chains/chain-step.ts';
import type { SeenTransfer } from '../../src/billing/deposits/chains/seen-transfer.ts';
import type { Deposit } from '../../src/billing/deposits/deposit.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { evmChain } from '../support/chain-stand.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const USD = 1_000_000;
const NOW = 1_763_700_000_000;
const SCOPE = 'chain:31337';

const toAddress = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const TOKEN = toAddress(0xb);
const [FORWARDER, WALLET, STRANGER, SANCTIONED] = [0xf1, 0xca, 0xde, 0xbad].map(toAddress) as [
  string,
  string,
  string,
  string,
];
const CHAIN = evmChain({
  rpcUrls: ['http://a'],
  tokens: [{ symbol: 'USDC', address: TOKEN, decimals: 6 }],
});
const at = (position: number): ChainPosition => ({ position, mark: `0x${position}` });

function buildTransfer(tx: string, usd: number, changes: Partial<SeenTransfer> = {}): SeenTransfer {
  const { logIndex = 0 } = changes;
  return {
    idem: `${tx}:${logIndex}`,
    symbol: 'USDC',
    token: TOKEN,
    from: STRANGER,
    to: FORWARDER,
    amount: String(usd),
    microUsd: microUsd(usd * USD),
    txHash: tx,
    logIndex,
    position: 5,
    minedAfter: NOW + 1,
    ...changes,
  };
}

interface Bench extends MoneyStores {
  reopen(): Promise<MoneyStores>;
  /** Stores the transfers of the next block. */
  read(...transfers: readonly SeenTransfer[]): Promise<{ isCurrent: boolean; recorded: number }>;
  listAll(): Promise<readonly Deposit[]>;
}

/**
 * Defines the tests that every engine of the chain store passes. The first deposit of a wallet may have 10 US dollars,
 * any other 100.
 */
export function describeChainStore(engine: string, open: OpenMoney): void {
  const check = (name: string, body: (bench: Bench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      const { stores, reopen } = await open(t, () => epochMs(NOW), { sanctioned: [SANCTIONED] });
      await stores.addresses.assign(SCOPE, {
        owner: 'ann',
        address: FORWARDER,
        salt: `0x${'5'.repeat(64)}`,
        factory: toAddress(0xfac),
        implementation: toAddress(0x1),
      });
      await stores.addresses.register({ family: 'evm', address: WALLET }, 'cat');
      let block = 0;
      await body({
        ...stores,
        reopen,
        read: async (...transfers) => {
          const from = block === 0 ? null : at(block);
          block++;
          return stores.chains.storeStep(CHAIN, { stream: '', from, to: at(block), transfers });
        },
        listAll: async () => [...((await stores.deposits.list({ limit: 100 }))?.deposits ?? [])].reverse(),
      });
      const { findings } = await (await reopen()).ledger.audit({ whole: true });
      assert.deepEqual(findings, []);
    });

  check('a step stores its deposits and moves the position, over restarts', async (bench) => {
    const { chains, ledger, read, reopen } = bench;
    assert.equal(await chains.findPosition(CHAIN, ''), null);
    assert.equal(await chains.findFirstPosition(CHAIN, ''), null);
    assert.deepEqual(await read(), { isCurrent: true, recorded: 0 });
    const transfers = [buildTransfer('0xa', 25), buildTransfer('0xb', 5)];
    assert.deepEqual(await read(...transfers), { isCurrent: true, recorded: 2 });
    assert.equal((await ledger.readBalance('ann')).microUsd, 30 * USD);
    const again = (await reopen()).chains;
    assert.deepEqual(await again.findPosition(CHAIN, ''), at(2));
    assert.equal(await again.findFirstPosition(CHAIN, ''), 1);
    assert.equal(await again.findPosition(CHAIN, 'another'), null);
  });

  check('a step from a position that was moved meanwhile stores nothing', async (bench) => {
    const { chains, ledger, read, rescan, listAll } = bench;
    await read();
    await read(buildTransfer('0xa', 25));
    assert.equal(await rescan({ scope: SCOPE, streams: ['', 'unknown'], from: 2 }), 'rescanned');
    assert.deepEqual(await chains.findPosition(CHAIN, ''), { position: 1, mark: null });
    assert.deepEqual(await read(buildTransfer('0xb', 5)), { isCurrent: false, recorded: 0 });
    // Read again from there: what is known changes nothing.
    const from = { position: 1, mark: null };
    const transfers = [buildTransfer('0xa', 25), buildTransfer('0xb', 5)];
    const outcome = await chains.storeStep(CHAIN, { stream: '', from, to: at(3), transfers });
    assert.deepEqual(outcome, { isCurrent: true, recorded: 1 });
    assert.equal((await ledger.readBalance('ann')).microUsd, 30 * USD);
    assert.equal((await listAll()).length, 2);
    assert.equal(await chains.findFirstPosition(CHAIN, ''), 1);
    assert.equal(await rescan({ scope: SCOPE, streams: [''], from: 4 }), 'not_read');
  });

  check('whose a transfer is follows from where it goes and who sent it', async ({ read, listAll }) => {
    const treasury = { to: CHAIN.treasury };
    await read(
      buildTransfer('0x1', 1),
      buildTransfer('0x2', 2, { to: toAddress(0xee) }),
      buildTransfer('0x3', 3, { ...treasury, from: WALLET }),
      buildTransfer('0x4', 4, { ...treasury, from: WALLET, minedAfter: NOW }),
      buildTransfer('0x5', 5, treasury),
      buildTransfer('0x6', 6, { ...treasury, from: null }),
      // Sweeps: of a forwarder, and of the treasury itself.
      buildTransfer('0x7', 7, { ...treasury, from: FORWARDER }),
      buildTransfer('0x8', 8, { ...treasury, from: CHAIN.treasury }),
      buildTransfer('0x9', 9, { from: SANCTIONED }),
      buildTransfer('0xa', 11, { ...treasury, from: WALLET, logIndex: 1 }),
      buildTransfer('0xb', 101),
    );
    assert.deepEqual(
      (await listAll()).map(({ amount, owner, state, reason }) => [amount, owner, state, reason]),
      [
        ['1', 'ann', 'credited', null],
        ['3', 'cat', 'credited', null],
        ['4', null, 'unattributed', 'before_registration'],
        ['5', null, 'unattributed', 'unknown_sender'],
        ['6', null, 'unattributed', 'unknown_sender'],
        ['9', 'ann', 'held', 'sanctioned'],
        ['11', 'cat', 'credited', null],
        ['101', 'ann', 'held', 'deposit_cap'],
      ],
    );
  });

  check('the first deposit of a wallet has a limit of its own', async ({ read, listAll }) => {
    const treasury = { to: CHAIN.treasury, from: WALLET };
    await read(buildTransfer('0x1', 11, treasury), buildTransfer('0x2', 10, treasury));
    await read(buildTransfer('0x3', 11, treasury));
    assert.deepEqual(
      (await listAll()).map(({ reason }) => reason),
      ['first_deposit', null, null],
    );
  });

  check('of the transfers of one step each sees those before it', async ({ read, listAll }) => {
    const treasury = { to: CHAIN.treasury, from: WALLET };
    const first = buildTransfer('0x1', 10, treasury);
    await read(
      first,
      buildTransfer('0x2', 11, treasury),
      first,
      ...['0x3', '0x4', '0x5'].map((tx) => buildTransfer(tx, 100)),
      buildTransfer('0x6', 50),
    );
    assert.deepEqual(
      (await listAll()).map(({ amount, owner, reason }) => [amount, owner, reason]),
      [
        ['10', 'cat', null],
        ['11', 'cat', null],
        ['100', 'ann', null],
        ['100', 'ann', null],
        ['100', 'ann', 'day_cap'],
        ['50', 'ann', null],
      ],
    );
    // The next step knows what this one credited.
    await read(buildTransfer('0x7', 1), buildTransfer('0x8', 12, treasury));
    assert.deepEqual(
      (await listAll()).slice(-2).map(({ amount, reason }) => [amount, reason]),
      [
        ['1', 'day_cap'],
        ['12', null],
      ],
    );
  });

  check('a transfer at another place of its transaction is the same deposit', async (bench) => {
    const { read, chains, listAll } = bench;
    await read(buildTransfer('0xa', 25, { logIndex: 3 }));
    assert.deepEqual(await read(buildTransfer('0xa', 25, { logIndex: 7 })), { isCurrent: true, recorded: 0 });
    // Two that were read together are two.
    const pair = [buildTransfer('0xb', 25, { logIndex: 1 }), buildTransfer('0xb', 25, { logIndex: 2 })];
    assert.equal((await read(...pair)).recorded, 2);
    assert.equal((await listAll()).length, 3);
    assert.equal(await chains.isRecorded(CHAIN, '0xa', '0xa:7'), true);
    assert.equal(await chains.isRecorded(CHAIN, '0xaa', '0xaa:3'), false);
    assert.equal(await chains.isRecorded(CHAIN, '0xc', '0xa:3'), true);
  });

  check('a wallet counts from its position on the chain, whatever the clocks say', async (bench) => {
    const { addresses, read, listAll } = bench;
    const [scope, wallet] = [SCOPE, { family: 'evm', address: toAddress(0xc1) }];
    const from = { to: CHAIN.treasury, from: wallet.address, minedAfter: NOW + 999 };
    await addresses.register(wallet, 'ben', [{ scope, position: 50 }]);
    await read(
      buildTransfer('0x1', 1, { ...from, position: 50 }),
      buildTransfer('0x2', 2, { ...from, position: 51, minedAfter: NOW - 999 }),
    );
    assert.equal(await addresses.remove(wallet, 'ben', [{ scope, position: 60 }]), true);
    await addresses.register(wallet, 'ben', [{ scope, position: 70 }]);
    await addresses.challenge(wallet, 'ann', { nonce: 'n', message: 'm', expiresAt: epochMs(NOW + 1) });
    assert.equal(await addresses.register(wallet, 'ann', [{ scope, position: 80 }], 'n'), 'registered');
    await read(
      buildTransfer('0x3', 3, { ...from, position: 60 }),
      buildTransfer('0x4', 4, { ...from, position: 61 }),
      buildTransfer('0x5', 5, { ...from, position: 80 }),
      // Above the limit of a first deposit, which a proof lifts.
      buildTransfer('0x6', 60, { ...from, position: 81 }),
    );
    assert.deepEqual(
      (await listAll()).map(({ owner, reason }) => [owner, reason]),
      [
        [null, 'before_registration'],
        ['ben', null],
        ['ben', null],
        [null, 'before_registration'],
        ['ben', null],
        ['ann', null],
      ],
    );
  });

  check('a registration is never behind what was read already', async ({ addresses, chains, listAll }) => {
    const wallet = { family: 'evm', address: toAddress(0xc1) };
    const step = { stream: '', from: null, to: at(90), transfers: [] };
    await chains.storeStep(CHAIN, step);
    await addresses.register(wallet, 'ben', [{ scope: SCOPE, position: 50 }]);
    const transfers = [90, 91].map((position) =>
      buildTransfer(`0x${position}`, 1, { to: CHAIN.treasury, from: wallet.address, position }),
    );
    await chains.storeStep(CHAIN, { stream: '', from: at(90), to: at(91), transfers });
    assert.deepEqual(
      (await listAll()).map(({ owner, reason }) => [owner, reason]),
      [
        [null, 'before_registration'],
        ['ben', null],
      ],
    );
  });

  test(`${engine}: small amounts of strangers are one growing deposit a day and token, counted once`, async (t) => {
    let now = NOW;
    const { stores, reopen } = await open(t, () => epochMs(now), { minDeposit: microUsd(USD) });
    const { chains, deposits, addresses, release } = stores;
    const wallet = { family: 'evm', address: WALLET };
    await addresses.register(wallet, 'cat', [{ scope: SCOPE, position: 1 }]);
    const dust = (tx: string, micro: number, changes: Partial<SeenTransfer> = {}) =>
      buildTransfer(tx, micro / USD, { to: CHAIN.treasury, microUsd: microUsd(micro), ...changes });
    const read = (...transfers: readonly SeenTransfer[]) =>
      chains.storeStep(CHAIN, { stream: '', from: null, to: null, transfers });
    const list = async () =>
      [...((await deposits.list({ limit: 100 }))?.deposits ?? [])]
        .reverse()
        .map(({ state, amount, owner, microUsd: counted }) => [state, amount, owner, counted]);

    await read(dust('0x1', 3), dust('0x2', 999_999), dust('0x3', 5, { from: WALLET }), dust('0x4', USD));
    await read(dust('0x1', 3), dust('0x5', 1, { logIndex: 0 }), dust('0x5', 2, { logIndex: 1 }));
    // Read another way, it is the same transaction.
    await read(dust('0x1', 3, { idem: '0x1:small-0', logIndex: null }));
    assert.deepEqual(await list(), [
      ['credited', '0.000005', 'cat', 5],
      ['unattributed', '1', null, USD],
      ['unattributed', '1.000005', null, 1_000_005],
    ]);
    const [sum] = (await deposits.list({ limit: 1 }))?.deposits ?? [];
    const whole = { id: sum?.id ?? '', owner: 'ben', amount: microUsd(1_000_005) };
    assert.equal((await release(whole)).status, 'released');
    await read(dust('0x6', 7));
    now += 86_400_000;
    await read(dust('0x7', 8, { symbol: 'USDT' }), dust('0x8', 9));
    assert.deepEqual((await list()).slice(3), [
      ['unattributed', '0.000007', null, 7],
      ['unattributed', '0.000008', null, 8],
      ['unattributed', '0.000009', null, 9],
    ]);
    assert.deepEqual([...(await chains.listRecorded(CHAIN, ['0x1', '0x3', '0x9']))].sort(), ['0x1', '0x3']);
    const { findings } = await (await reopen()).ledger.audit({ whole: true });
    assert.deepEqual(findings, []);
  });

  check('what was skipped waits, is tried daily, and is credited once', async (bench) => {
    const { chains, reopen, review } = bench;
    await chains.skip(CHAIN, '0xa', 'refused');
    await chains.skip(CHAIN, '0xa', 'refused again');
    assert.deepEqual(await chains.listSkipped(CHAIN), ['0xa']);
    assert.deepEqual(await chains.listSkippedDue(CHAIN), [], 'tried just now');
    const items = (await review.list({ kind: 'skipped_transaction', limit: 10 }))?.items ?? [];
    assert.deepEqual(
      items.map(({ subject, known }) => [subject, known.reason]),
      [[`${SCOPE}:0xa`, 'refused']],
    );
    const reopened = await reopen();
    const again = reopened.chains;
    const found = [{ stream: '', transfers: [buildTransfer('0xa', 25)] }];
    await again.storeSkipped(CHAIN, '0xa', found);
    await again.storeSkipped(CHAIN, '0xa', found);
    assert.equal((await reopened.ledger.readBalance('ann')).microUsd, 25 * USD);
    assert.deepEqual(await again.listSkipped(CHAIN), []);
    assert.equal((await reopened.review.summarize()).skipped_transaction.count, 0);
  });

  check('every treasury of a chain is kept, and a changed one waits for a person', async (bench) => {
    const { chains, reopen, review } = bench;
    const [former, now] = [CHAIN.treasury, toAddress(0xab)];
    assert.deepEqual(await chains.listTreasuries(CHAIN), [former]);
    assert.equal((await review.summarize()).treasury_changed.count, 0);
    const moved = { ...CHAIN, treasury: now };
    const reopened = await reopen();
    const again = reopened.chains;
    assert.deepEqual(await again.listTreasuries(moved), [former, now]);
    const items = (await reopened.review.list({ kind: 'treasury_changed', limit: 10 }))?.items ?? [];
    assert.deepEqual(
      items.map(({ known }) => ({ ...known })),
      [{ chain: CHAIN.name, former, now }],
    );
    // A wallet pays the one of before; the operator moves what lies there.
    const transfers = [
      buildTransfer('0xa', 5, { to: former, from: WALLET, minedAfter: NOW + 1 }),
      buildTransfer('0xb', 5, { to: now, from: former }),
    ];
    await again.storeStep(moved, { stream: '', from: null, to: at(1), transfers });
    assert.equal((await reopened.ledger.readBalance('cat')).microUsd, 5 * USD);
    assert.deepEqual(
      [...(await again.listPayers(moved, [former, STRANGER, WALLET]))].sort(),
      [former, now, WALLET].sort(),
    );
  });

  check('a list longer than one commit takes is stored whole', async ({ read, deposits }) => {
    const transfers = Array.from({ length: 1_500 }, (_, i) =>
      buildTransfer(`0x${Math.floor(i / 3)}`, 0.01, { logIndex: i % 3, microUsd: microUsd(10_000) }),
    );
    assert.deepEqual(await read(...transfers), { isCurrent: true, recorded: 1_500 });
    assert.equal((await deposits.list({ limit: 2_000 }))?.deposits.length, 1_500);
  });

  check('addresses, wallets and sums are found for a check of the chain', async (bench) => {
    const { chains, addresses, read } = bench;
    const contracts = { salt: '0x5', factory: toAddress(0xfac), implementation: toAddress(0x1) };
    await addresses.assign('chain:7', { owner: 'ann', address: toAddress(0xf2), ...contracts });
    await addresses.assign(SCOPE, { owner: 'ben', address: toAddress(0xf3), ...contracts });
    const all = await chains.listAddressesAfter(CHAIN, 0);
    assert.deepEqual(
      all.map(({ address }) => address),
      [FORWARDER, toAddress(0xf3)],
    );
    assert.deepEqual(await chains.listAddressesAfter(CHAIN, all[0]?.seq ?? 0), all.slice(1));
    assert.equal(await chains.isForwarder(toAddress(0xf2)), true);
    assert.equal(await chains.isForwarder(WALLET), false);
    assert.equal(await chains.findRegisteredAt(CHAIN, WALLET), NOW);
    assert.equal(await chains.findRegisteredAt({ ...CHAIN, family: 'tron' }, WALLET), null);

    assert.equal(await chains.sumRecorded(CHAIN, FORWARDER, 'USDC'), 0);
    await read(buildTransfer('0xa', 25), buildTransfer('0xb', 150));
    assert.equal(await chains.sumRecorded(CHAIN, FORWARDER, 'USDC'), 175 * USD);
    assert.equal(await chains.sumRecorded(CHAIN, FORWARDER, 'USDT'), 0);
    assert.equal(await chains.sumRecorded(CHAIN, toAddress(0xf3), 'USDC'), 0);
    await read(buildTransfer('0xc', 2_000_000_000, { microUsd: null }));
    assert.equal(await chains.sumRecorded(CHAIN, FORWARDER, 'USDC'), null);
  });
}
