import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { findMoneyAnomalies } from '../../src/health/anomalies/money-anomalies.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { NodeProxy, type RpcAnswer } from '../support/node-proxy.ts';

const WALLETS = '/api/account/wallets';
const ADDRESS = '/api/account/deposit-address';
const RESCAN = '/api/account/deposits/rescan';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const SHARED = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const SANCTIONED = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const TREASURY = `0x${'a'.repeat(40)}`;
const TOKEN = `0x${'b'.repeat(40)}`;
const FACTORY = `0x${'2'.repeat(40)}`;
const IMPLEMENTATION = `0x${'1'.repeat(40)}`;
const TRON_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SOLANA_WALLET = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
/** The public key of a secret of 32 bytes of 1. */
const SOLANA_TREASURY = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const SOLANA_ACCOUNT = '9jrTvdU2Am3UmgSAX8EKS9wwrSufkWRbZzEukDogqpQg';
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const EVM = {
  name: 'base',
  family: 'evm',
  chainId: 8_453,
  tokens: [
    { symbol: 'USDC', address: TOKEN, decimals: 6 },
    { symbol: 'USDT', address: `0x${'c'.repeat(40)}`, decimals: 6 },
  ],
  treasury: TREASURY,
  factory: FACTORY,
  implementation: IMPLEMENTATION,
  finality: 'finalized',
};
const SOLANA = {
  name: 'solana',
  family: 'solana',
  rpcUrls: ['http://127.0.0.1:1'],
  tokens: [{ symbol: 'USDC', address: SOLANA_USDC, decimals: 6 }],
  treasury: SOLANA_TREASURY,
};

/** A service with chains, and a node whose answer to `eth_getCode` a test decides. */
async function start(t: TestContext, chains?: (rpcUrl: string) => object[], env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-wallets-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const node = await NodeProxy.start('http://127.0.0.1:1');
  t.after(() => node.stop());
  const code: { answer: RpcAnswer } = { answer: { result: '0x' } };
  const head = { number: '0x64', hash: `0x${'5'.repeat(64)}`, timestamp: '0x690f0000' };
  node.tamper = (method) => {
    switch (method) {
      case 'eth_getBlockByNumber':
        return { result: head };
      case 'getSlot':
        return { result: 300 };
      case 'getBlockTime':
        return { result: null };
      default:
        return code.answer;
    }
  };
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const bench = await startAccountBench(t, {
    env: {
      ...(chains === undefined
        ? {}
        : { CROSSTAPE_CHAINS_FILE: file('chains.json', JSON.stringify({ chains: chains(node.url) })) }),
      CROSSTAPE_SHARED_WALLETS_FILE: file('shared', `${SHARED} # an exchange\n`),
      CROSSTAPE_SANCTIONED_WALLETS_FILE: file('sanctioned', SANCTIONED),
      ...env,
    },
    secrets: { chainApiKeys: new Map([['BASE', 'node-key']]) },
  });
  const { rawKey } = await bench.issue();
  const register = (address: unknown, key = rawKey) => bench.call('POST', WALLETS, key, { address });
  return { ...bench, node, code, rawKey, register };
}

const evmAlone = (rpcUrl: string) => [{ ...EVM, rpcUrls: [rpcUrl] }];
const both = (rpcUrl: string) => [...evmAlone(rpcUrl), { ...SOLANA, rpcUrls: [rpcUrl] }];

const REFUSED_ADDRESS = 'this address cannot be registered: it is shared, sanctioned, or one of this service';

test('wallets and targets are listed; without chains there are none', async (t) => {
  const none = await start(t);
  assert.deepEqual((await none.call('GET', WALLETS, none.rawKey)).body, {
    ok: true,
    registeredWallets: [],
    depositTargets: [],
    priceListMicroUsd: { stream: 1_000, trade: 10_000 },
  });
  const { call, rawKey } = await start(t, both);
  const { status, body, headers } = await call('GET', WALLETS, rawKey);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.deepEqual(
    body.depositTargets.map(({ chain, asset }: { chain: string; asset: string }) => `${chain} ${asset}`),
    ['base USDC', 'base USDT', 'solana USDC'],
  );
  assert.equal(body.depositTargets[0].depositAddress.toLowerCase(), TREASURY);
  assert.equal(body.depositTargets[2].depositAddress, SOLANA_TREASURY);
});

test('a wallet is registered once, in one form, and the node is asked with the key of its chain', async (t) => {
  const { call, rawKey, register, now, node } = await start(t, both);
  const first = await register(WALLET);
  const entry = { address: WALLET.toLowerCase(), family: 'evm', registeredAt: now(), proved: false };
  assert.deepEqual([first.status, first.body], [200, { ok: true, registeredWallets: [entry] }]);
  assert.deepEqual(
    node.asked.map(({ method, params, key }) => [method, params, key]),
    [
      ['eth_getCode', [WALLET.toLowerCase(), 'latest'], 'Bearer node-key'],
      ['eth_getBlockByNumber', ['latest', false], 'Bearer node-key'],
    ],
  );
  assert.deepEqual((await register(WALLET.toLowerCase())).body, first.body);
  // One's own wallet again asks nobody.
  assert.equal(node.asked.length, 2);
  assert.equal((await register(SOLANA_WALLET)).body.registeredWallets.length, 2);
  assert.deepEqual(
    (await call('GET', WALLETS, rawKey)).body.registeredWallets.map(
      ({ family }: { family: string }) => family,
    ),
    ['evm', 'solana'],
  );
});

test('addresses that cannot be a wallet of the caller are rejected', async (t) => {
  const { register, issue, code, call } = await start(t, both);
  const rows: [address: unknown, says: RegExp][] = [
    ['', /address/],
    [5, /address/],
    ['0x12', /must be a wallet/],
    [`0x${'0'.repeat(40)}`, /must be a wallet/],
    [WALLET.replace('aA', 'Aa'), /must be a wallet/],
    [SOLANA_ACCOUNT, /must be a wallet/],
    [TRON_WALLET, /no watched chain uses addresses of this kind/],
    [TREASURY, /cannot be registered/],
    [TOKEN, /cannot be registered/],
    [FACTORY, /cannot be registered/],
    [IMPLEMENTATION, /cannot be registered/],
    [SHARED, /cannot be registered/],
    [SANCTIONED, /cannot be registered/],
  ];
  for (const [address, says] of rows) {
    const { status, body } = await register(address);
    assert.deepEqual([status, body.error], [400, 'validation_failed'], String(address));
    assert.match(body.message, says);
  }
  const { rawKey: second } = await issue({ owner: 'somebody_else' });
  assert.equal((await register(WALLET, second)).status, 200);
  const taken = await register(WALLET);
  assert.deepEqual([taken.status, taken.body.message], [400, REFUSED_ADDRESS]);
  assert.doesNotMatch(JSON.stringify(taken.body), /somebody_else/);
  const own = (await call('GET', ADDRESS, second)).body.addresses[0].address;
  assert.equal((await register(own)).body.message, REFUSED_ADDRESS);

  code.answer = { result: '0x6080604052' };
  const contract = await register(OTHER);
  assert.deepEqual([contract.status, contract.body.error], [400, 'validation_failed']);
  assert.match(contract.body.message, /contract/);
  assert.equal((await call('POST', WALLETS, second, { address: OTHER, owner: 'x' })).status, 400);
});

test('a wallet that delegates to code (EIP-7702) is a wallet; other code of that length is not', async (t) => {
  const { register, code } = await start(t, evmAlone);
  code.answer = { result: `0xef0200${'1'.repeat(40)}` };
  assert.equal((await register(WALLET)).status, 400);
  code.answer = { result: `0xef0100${'1'.repeat(42)}` };
  assert.equal((await register(WALLET)).status, 400);
  code.answer = { result: `0xef0100${'1'.repeat(40)}` };
  assert.equal((await register(WALLET)).status, 200);
});

test('a chain that cannot say whether it is a contract is 503, and nothing is registered', async (t) => {
  const { register, code, call, rawKey } = await start(t, evmAlone);
  for (const answer of [{ status: 403 }, { error: { code: -32_000, message: 'no' } }, { result: 'x' }]) {
    code.answer = answer;
    const { status, body, headers } = await register(WALLET);
    assert.deepEqual([status, body.error], [503, 'upstream_unavailable']);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.doesNotMatch(body.message, /127\.0\.0\.1/);
  }
  assert.deepEqual((await call('GET', WALLETS, rawKey)).body.registeredWallets, []);
});

test('every chain of the family must say its newest block', async (t) => {
  const { register, node } = await start(t, (rpcUrl) => [
    { ...EVM, rpcUrls: [rpcUrl] },
    { ...EVM, name: 'other', chainId: 1, rpcUrls: [`${rpcUrl}/other`] },
    // Of another family, and dead.
    SOLANA,
  ]);
  const { tamper } = node;
  let blocks = 0;
  node.tamper = (method, params, honest) =>
    method === 'eth_getBlockByNumber' && blocks++ === 0 ? { status: 403 } : tamper?.(method, params, honest);
  const refused = await register(WALLET);
  assert.deepEqual([refused.status, refused.body.error], [503, 'upstream_unavailable']);
  assert.equal((await register(WALLET)).status, 200);
  assert.equal((await register(SOLANA_WALLET)).status, 503);
});

test('a contract on any chain is one, also when another chain has nothing there', async (t) => {
  const plain = await NodeProxy.start('http://127.0.0.1:1');
  t.after(() => plain.stop());
  plain.tamper = (method) => (method === 'eth_getCode' ? { result: '0x' } : { status: 403 });
  const { register, code } = await start(t, (rpcUrl) => [
    { ...EVM, rpcUrls: [plain.url] },
    { ...EVM, name: 'other', chainId: 1, rpcUrls: [rpcUrl] },
  ]);
  code.answer = { result: '0x60' };
  assert.equal((await register(WALLET)).status, 400);
  code.answer = { status: 403 };
  assert.equal((await register(WALLET)).status, 503);
});

test('registrations are limited: twenty wallets, and a number of tries in ten minutes', async (t) => {
  const { register, pass } = await start(t, evmAlone, { CROSSTAPE_WALLET_ATTEMPTS_PER_OWNER: '22' });
  const address = (i: number) => `0x${(0xdd00 + i).toString(16).padStart(40, '0')}`;
  for (let i = 0; i < 20; i++) assert.equal((await register(address(i))).status, 200);
  const tooMany = await register(address(20));
  assert.deepEqual([tooMany.status, tooMany.body.error], [400, 'validation_failed']);
  assert.match(tooMany.body.message, /at most 20 wallets/);
  assert.equal((await register('0x12')).status, 400);
  const throttled = await register(address(0));
  assert.deepEqual([throttled.status, throttled.body.error], [429, 'too_many_attempts']);
  assert.ok(Number(throttled.headers['retry-after']) > 0);
  pass(11 * 60_000);
  assert.equal((await register(address(0))).status, 200);
});

test('without chains there is nothing to register for', async (t) => {
  const { register, call, rawKey } = await start(t);
  const registered = await register(WALLET);
  assert.deepEqual([registered.status, registered.body.error], [503, 'deposits_not_configured']);
  const address = await call('GET', ADDRESS, rawKey);
  assert.deepEqual([address.status, address.body.error], [503, 'deposits_not_configured']);
});

test('an owner has one address a chain, which needs no secret to compute and never changes', async (t) => {
  const { call, rawKey, issue, database } = await start(t, both);
  const { status, body } = await call('GET', ADDRESS, rawKey);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['ok', 'owner', 'addresses']);
  const [address] = body.addresses;
  assert.deepEqual(
    [address.chain, address.assets, address.factory.toLowerCase(), address.implementation.toLowerCase()],
    ['base', ['USDC', 'USDT'], FACTORY, IMPLEMENTATION],
  );
  assert.match(address.address, /^0x[0-9a-fA-F]{40}$/);
  assert.match(address.salt, /^0x[0-9a-f]{64}$/);
  assert.deepEqual((await call('GET', `${ADDRESS}?chain=base`, rawKey)).body, body);

  const { rawKey: second } = await issue({ owner: 'owner_2' });
  const theirs = (await call('GET', ADDRESS, second)).body.addresses[0];
  assert.notEqual(theirs.address, address.address);
  // The contracts of the chain change; addresses that were given out do not.
  await database.changeRows(
    "UPDATE deposit_address SET factory = '0x3333333333333333333333333333333333333333'",
  );
  const kept = (await call('GET', ADDRESS, rawKey)).body.addresses[0];
  assert.deepEqual([kept.address, kept.salt], [address.address, address.salt]);
});

test('a chain without addresses of owners, or an unknown one, is refused', async (t) => {
  const { call, rawKey } = await start(t, both);
  for (const chain of ['solana', 'nowhere', 'BASE']) {
    const { status, body } = await call('GET', `${ADDRESS}?chain=${chain}`, rawKey);
    assert.deepEqual([status, body.error], [400, 'validation_failed'], chain);
  }
  const { factory, implementation, ...shared } = EVM;
  const only = await start(t, (rpcUrl) => [{ ...shared, rpcUrls: [rpcUrl] }]);
  assert.equal((await only.call('GET', ADDRESS, only.rawKey)).status, 503);
});

test('account routes of wallets want a key, and an admin token is none', async (t) => {
  const { app, admin } = await start(t, evmAlone);
  for (const [method, url] of [
    ['GET', WALLETS],
    ['POST', WALLETS],
    ['DELETE', WALLETS],
    ['GET', ADDRESS],
  ] as const) {
    assert.equal((await app.inject({ method, url })).json().error, 'missing_api_key');
  }
  assert.equal((await admin('POST', WALLETS)).body.error, 'invalid_api_key');
  assert.equal((await admin('GET', ADDRESS)).body.error, 'invalid_api_key');
});

test('the operator has a chain read again; only back, and only one that is watched', async (t) => {
  const { admin, database, rawKey, call } = await start(t, evmAlone);
  const rescan = (body: unknown) => admin('POST', RESCAN, body);
  assert.match(
    (await rescan({ chain: 'base', from: 5 })).body.message,
    /must be a position that was read already/,
  );
  await database.changeRows("INSERT INTO chain_cursor VALUES ('chain:8453', '', 100, '0xabc', 0)");
  for (const body of [
    { chain: 'nowhere', from: 1 },
    { chain: 'base', from: 101 },
    { chain: 'base', from: -1 },
    { chain: 'base', from: 1.5 },
    { chain: 'base' },
  ]) {
    assert.equal((await rescan(body)).body.error, 'validation_failed', JSON.stringify(body));
  }
  const { status, body } = await rescan({ chain: 'base', from: 50 });
  assert.deepEqual([status, body], [200, { ok: true, chain: 'base', from: 50 }]);
  const [row] = await database.readRows('SELECT position, mark FROM chain_cursor');
  assert.deepEqual([row?.position, row?.mark], [49, null]);
  const [action] = await database.readRows('SELECT * FROM admin_action ORDER BY id DESC');
  assert.deepEqual(
    [action?.action, action?.target, action?.detail],
    ['deposits.rescan', 'base', 'from 50: rescanned'],
  );
  assert.equal((await call('POST', RESCAN, rawKey, { chain: 'base', from: 1 })).status, 401);
});

test('flags say which kinds of chains are watched', async (t) => {
  const rows: [chains: ((url: string) => object[]) | undefined, deposits: object][] = [
    [undefined, { evm: false, solana: false }],
    [evmAlone, { evm: true, solana: false }],
    [both, { evm: true, solana: true }],
  ];
  for (const [chains, deposits] of rows) {
    const { admin } = await start(t, chains);
    assert.deepEqual((await admin('GET', '/api/admin/flags')).body.flags.deposits, deposits);
  }
});

test('a chain that is not followed is an anomaly, without the path of its node', async (t) => {
  const { accounts, code } = await start(t, (rpcUrl) => [{ ...EVM, rpcUrls: [`${rpcUrl}/sentinel`] }]);
  const stalled = async () =>
    findMoneyAnomalies({
      failedWrites: 0,
      lockHolder: null,
      closedBecause: null,
      overdueHolds: 0,
      waiting: [],
      nowMs: 0,
      stalledWatchers: accounts.chains.stalled(),
    }).filter((anomaly) => anomaly.code === 'deposit_watcher_stalled');
  assert.deepEqual(await stalled(), []);
  code.answer = { result: '0x1' };
  await accounts.chains.watchers[0]?.pollOnce();
  const [anomaly] = await stalled();
  assert.deepEqual([anomaly?.severity, anomaly?.venue], ['critical', null]);
  assert.match(anomaly?.message ?? '', /^base: http:\/\/127\.0\.0\.1:\d+ is on chain 1 and not 8453$/);
});

test('a wrong file of chains or wallets stops the start and names the member', async (t) => {
  const wrong = (rpcUrl: string) => [{ ...EVM, rpcUrls: [rpcUrl], treasury: '0x12' }];
  await assert.rejects(start(t, wrong), /CROSSTAPE_CHAINS_FILE: chains\[0\]\.treasury/);
  await assert.rejects(
    start(t, () => [{ ...EVM, rpcUrls: ['http://10.0.0.1:8545'] }]),
    /chains\[0\]\.rpcUrls\[0\]: must use TLS/,
  );
  await assert.rejects(
    start(t, () => [{ ...EVM, rpcUrls: ['https://10.0.0.1/sentinel'] }]),
    (error: Error) => /is a private address/.test(error.message) && !/sentinel/.test(error.message),
  );
  await start(t, () => [{ ...EVM, rpcUrls: ['http://10.0.0.1:8545'] }], {
    CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS: 'on',
  });
  await assert.rejects(
    start(t, undefined, { CROSSTAPE_CHAINS_FILE: '/nowhere/chains.json' }),
    /CROSSTAPE_CHAINS_FILE=\/nowhere\/chains.json: cannot be read \(ENOENT\)/,
  );
  await assert.rejects(
    start(t, undefined, { CROSSTAPE_SANCTIONED_WALLETS_FILE: import.meta.filename }),
    /CROSSTAPE_SANCTIONED_WALLETS_FILE: line 1/,
  );
});
