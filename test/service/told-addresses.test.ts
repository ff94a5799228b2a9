import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { acceptPast } from '../../src/accounts/operations/operator.ts';
import { createOwnerUid } from '../../src/accounts/owner-uid.ts';
import { AddressFile, type AddressLine, readAddressLines } from '../../src/billing/deposits/address-file.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { epochMs } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { evmChain, giveAddress, openChainStores } from '../support/chain-stand.ts';

const ADDRESS = '/api/account/deposit-address';
const IMPORT = '/api/account/deposits/addresses';
const SECRET = 'a deposit secret of more than 32 characters';
const CHAIN = {
  name: 'base',
  family: 'evm',
  chainId: 8_453,
  rpcUrls: ['http://127.0.0.1:1'],
  tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
  treasury: `0x${'a'.repeat(40)}`,
  factory: `0x${'2'.repeat(40)}`,
  implementation: `0x${'1'.repeat(40)}`,
  finality: 'finalized',
};

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-told-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A service with a new database, as after a lost disk. */
async function start(t: TestContext, { depositSecret = null }: { depositSecret?: string | null } = {}) {
  const file = path.join(makeFolder(t), 'chains.json');
  writeFileSync(file, JSON.stringify({ chains: [CHAIN] }));
  const bench = await startAccountBench(t, {
    env: { CROSSTAPE_CHAINS_FILE: file },
    secrets: { depositSecret },
  });
  const ask = async (owner: string) => {
    const { rawKey } = await bench.issue({ owner });
    return (await bench.call('GET', ADDRESS, rawKey)).body.addresses[0].address as string;
  };
  return { ...bench, ask };
}

const buildLine = (owner: string, n: number, changes: Partial<AddressLine> = {}): AddressLine => ({
  uid: n.toString(16).padStart(32, '0'),
  owner,
  chain: 'base',
  scope: 'chain:8453',
  address: `0x${n.toString(16).padStart(40, '0')}`,
  salt: `0x${'5'.repeat(64)}`,
  factory: CHAIN.factory,
  implementation: CHAIN.implementation,
  ...changes,
});

test('with the secret every new database gives an owner the same address, and another secret another', async (t) => {
  const addresses = new Set<string>();
  for (const depositSecret of [SECRET, SECRET, `${SECRET}!`]) {
    addresses.add(await (await start(t, { depositSecret })).ask('alice'));
  }
  assert.equal(addresses.size, 2);
  const random = new Set([await (await start(t)).ask('alice'), await (await start(t)).ask('alice')]);
  assert.equal(random.size, 2);
});

test('the id of an owner is an HMAC of its name under the secret, or the one that was told', () => {
  const random = (count: number) => new Uint8Array(count).fill(7);
  const findTold = () => null;
  const hex = (uid: Uint8Array) => Buffer.from(uid).toString('hex');
  // printf 'owner:alice' | openssl dgst -sha256 -hmac 'a deposit secret of more than 32 characters'
  assert.equal(
    hex(createOwnerUid('alice', { secret: SECRET, findTold, random })),
    '4685601e94243b26e1b378dffd5011e6',
  );
  assert.notEqual(
    hex(createOwnerUid('alice', { secret: SECRET, findTold, random })),
    hex(createOwnerUid('alicf', { secret: SECRET, findTold, random })),
  );
  assert.equal(hex(createOwnerUid('alice', { secret: null, findTold, random })), '07'.repeat(16));
  const told = Uint8Array.from({ length: 16 }, (_, i) => i);
  assert.equal(
    hex(createOwnerUid('alice', { secret: SECRET, findTold: () => told, random })),
    '000102030405060708090a0b0c0d0e0f',
  );
});

test('a deposit secret has at least 32 characters', () => {
  for (const secret of ['short', 'x'.repeat(31)]) {
    assert.throws(() => readSecrets({ CROSSTAPE_DEPOSIT_SECRET: secret }), /CROSSTAPE_DEPOSIT_SECRET/);
  }
  assert.equal(readSecrets({ CROSSTAPE_DEPOSIT_SECRET: SECRET }).depositSecret, SECRET);
});

test('the file of addresses keeps each once, over starts, behind a line that was cut', async (t) => {
  const file = path.join(makeFolder(t), 'deposit-addresses.jsonl');
  const first = new AddressFile(file);
  await first.keep(buildLine('ann', 1));
  await first.keep(buildLine('ann', 1));
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"uid":"cut`);
  const second = new AddressFile(file);
  assert.deepEqual(second.wrong, [2]);
  await second.keep(buildLine('ben', 2));
  const third = new AddressFile(file);
  assert.deepEqual(
    third.list().map(({ owner }) => owner),
    ['ann', 'ben'],
  );
  assert.equal(Buffer.from(third.findUid('ben') ?? []).toString('hex'), buildLine('ben', 2).uid);
  assert.equal(third.findUid('cat'), null);
  assert.deepEqual(readAddressLines('').lines, []);
});

test('an address that cannot be kept is not told', async (t) => {
  const folder = makeFolder(t);
  const file = new AddressFile(path.join(folder, 'missing', 'deposit-addresses.jsonl'));
  writeFileSync(path.join(folder, 'missing'), 'a file where a folder should be');
  chmodSync(path.join(folder, 'missing'), 0o400);
  await assert.rejects(file.keep(buildLine('ann', 1)), StorageUnavailableError);
  assert.deepEqual(file.list(), []);
});

test('after a restore a new address has its chain read again from where the backup had read it', async (t) => {
  const chain = evmChain({ rpcUrls: ['http://a'], tokens: CHAIN.tokens });
  const NOW = 1_763_700_000_000;
  let now = NOW;
  const stores = await openChainStores({ clock: () => now });
  t.after(() => stores.database.close());
  const at = (position: number) => ({ position, mark: `0x${position}` });
  const readTo = async (to: number) => {
    const from = await stores.store.findPosition(chain, '');
    await stores.store.storeStep(chain, { stream: '', from, to: at(to), transfers: [] });
  };
  const accept = () =>
    stores.database.transact(acceptPast, {
      past: { kind: 'rolled_back', message: 'test', lastTransfer: 0, lastHash: '' },
      by: { at: epochMs(now), address: 'test', action: 'ledger.accept', target: null, detail: null },
    });
  const position = async () => (await stores.store.findPosition(chain, ''))?.position;
  await readTo(10);
  await giveAddress(stores, chain.scope, 'ann', `0x${'1'.repeat(40)}`);
  assert.equal(await position(), 10, 'nothing was restored');
  await accept();
  await readTo(50);
  await giveAddress(stores, chain.scope, 'ben', `0x${'2'.repeat(40)}`);
  assert.equal(await position(), 10);
  await readTo(60);
  await giveAddress(stores, chain.scope, 'ben', `0x${'3'.repeat(40)}`);
  assert.equal(await position(), 60, 'the owner has one');
  now += 15 * 86_400_000;
  await giveAddress(stores, chain.scope, 'cat', `0x${'4'.repeat(40)}`);
  assert.equal(await position(), 60, 'long after it');
});

test('imported addresses are watched, their owners keep their ids, and nothing of others changes', async (t) => {
  const { ask, admin, database, accounts } = await start(t);
  const bens = await ask('ben');
  const lines = [
    buildLine('ann', 1),
    buildLine('ben', 2),
    buildLine('cat', 3, { address: bens.toLowerCase() }),
  ];
  const { status, body } = await admin('POST', IMPORT, { addresses: lines });
  assert.deepEqual([status, body], [200, { ok: true, added: 2, known: 0, refused: [bens.toLowerCase()] }]);
  const again = await admin('POST', IMPORT, { addresses: lines.slice(0, 2) });
  assert.deepEqual([again.body.added, again.body.known], [0, 2]);
  // Who had no address has the one of then; who has another keeps it, and both are watched.
  assert.equal((await ask('ann')).toLowerCase(), buildLine('ann', 1).address);
  assert.equal(await ask('ben'), bens);
  const chain = accounts.chains.chains[0];
  assert.ok(chain);
  const watched = await accounts.chains.store.listAddressesAfter(chain, 0);
  assert.equal(watched.length, 3);
  assert.ok(database);
  for (const wrong of [[], [{ ...buildLine('ann', 1), uid: 'x' }], [{ ...buildLine('ann', 1), more: 1 }]]) {
    assert.equal((await admin('POST', IMPORT, { addresses: wrong })).status, 400);
  }
});
