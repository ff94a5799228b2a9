import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { parseTronDigits } from '../../src/billing/deposits/families/tron/address.ts';
import { getFamily } from '../../src/billing/deposits/families.ts';
import { deriveAddress, formatSignature, signDigest } from '../../src/signatures/index.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { JsonServer } from '../support/json-server.ts';

const WALLETS = '/api/account/wallets';
const NOW_S = 1_763_700_000;
const toKey = (digit: string) => hexToBytes(digit.repeat(64));
const token = (address: string) => [{ symbol: 'USDC', address, decimals: 6 }];

/** As EVM wallets and `signMessageV2` of Tron sign a text. */
function signText(prefix: string, message: string, key: Uint8Array): string {
  const text = utf8ToBytes(message);
  const head = utf8ToBytes(`${prefix}${text.length}`);
  return formatSignature(signDigest(keccak_256(concatBytes(head, text)), key));
}

/** A wallet of each family, which signs as its software does. */
const SIGNERS = {
  evm: (digit: string) => {
    const key = toKey(digit);
    const sign = async (message: string) => signText('\x19Ethereum Signed Message:\n', message, key);
    return { address: deriveAddress(key), sign };
  },
  tron: (digit: string) => {
    const key = toKey(digit);
    const sign = async (message: string) => signText('\x19TRON Signed Message:\n', message, key);
    return { address: parseTronDigits(deriveAddress(key).toLowerCase()) as string, sign };
  },
  solana: (digit: string) => {
    const key = toKey(digit);
    const address = base58.encode(ed25519.getPublicKey(key));
    return {
      address,
      sign: async (message: string) => base58.encode(ed25519.sign(utf8ToBytes(message), key)),
    };
  },
};
type FamilyName = keyof typeof SIGNERS;
const FAMILIES = Object.keys(SIGNERS) as FamilyName[];

async function start(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const node = await JsonServer.start(({ path: asked, body }) => {
    if (asked.startsWith('/wallet/getnowblock'))
      return { block_header: { raw_data: { number: 1, timestamp: NOW_S * 1_000 } } };
    const result = {
      eth_getCode: '0x',
      eth_getBlockByNumber: {
        number: '0x64',
        hash: `0x${'5'.repeat(64)}`,
        timestamp: `0x${NOW_S.toString(16)}`,
      },
      getSlot: 300,
      getBlockTime: NOW_S,
    }[body.method as string];
    return { jsonrpc: '2.0', id: 1, result };
  });
  t.after(() => node.stop());
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-proofs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'chains.json');
  const rpcUrls = [node.url];
  const chains = [
    {
      name: 'base',
      family: 'evm',
      chainId: 8_453,
      rpcUrls,
      finality: 'finalized',
      tokens: token(`0x${'b'.repeat(40)}`),
      treasury: `0x${'a'.repeat(40)}`,
    },
    {
      name: 'tron',
      family: 'tron',
      rpcUrls,
      treasury: 'TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E',
      tokens: token('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
    },
    {
      name: 'solana',
      family: 'solana',
      rpcUrls,
      tokens: token('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
      treasury: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
    },
  ];
  writeFileSync(file, JSON.stringify({ chains }));
  const bench = await startAccountBench(t, { env: { CROSSTAPE_CHAINS_FILE: file, ...env } });
  const [ann, ben] = [
    (await bench.issue({ owner: 'ann' })).rawKey,
    (await bench.issue({ owner: 'ben' })).rawKey,
  ];
  const post = (key: string, body: object) => bench.call('POST', WALLETS, key, body);
  const challenge = async (key: string, address: string): Promise<string> =>
    (await post(key, { address, challenge: true })).body.message;
  const list = async (key: string) => (await bench.call('GET', WALLETS, key)).body.registeredWallets;
  return { ...bench, ann, ben, post, challenge, list };
}

for (const family of FAMILIES) {
  test(`${family}: a signed challenge proves a wallet, and takes it from who registered it without`, async (t) => {
    const { ann, ben, post, list, now } = await start(t, {
      CROSSTAPE_PUBLIC_URL: 'https://tape.example',
    });
    const { address, sign } = SIGNERS[family]('7');
    assert.equal((await post(ben, { address })).status, 200);
    assert.equal((await list(ben))[0].proved, false);

    const { status, body } = await post(ann, { address, challenge: true });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['ok', 'message', 'expiresAtMs']);
    assert.equal(body.expiresAtMs, now() + 600_000);
    for (const part of ['https://tape.example', 'Owner: ann', address, new Date(now()).toISOString()])
      assert.ok(body.message.includes(part), part);
    assert.deepEqual(await list(ann), [], 'a challenge registers nothing');

    const proof = await sign(body.message);
    const proved = await post(ann, { address, proof });
    assert.equal(proved.status, 200);
    assert.equal(proved.body.registeredWallets[0].proved, true);
    assert.deepEqual(
      (await list(ben)).map((one: { replacedAt: number }) => one.replacedAt),
      [now()],
    );
    // Used.
    assert.equal((await post(ann, { address, proof })).status, 400);
    // Nobody takes a proved wallet, and nobody is given a challenge for it.
    const refused = await post(ben, { address, challenge: true });
    assert.deepEqual([refused.status, refused.body.error], [400, 'validation_failed']);
    assert.equal((await post(ben, { address })).status, 400);
  });

  test(`${family}: a proof by another key, for another wallet, owner, time or service is none`, async (t) => {
    const { ann, ben, post, challenge, pass, list } = await start(t);
    const { address, sign } = SIGNERS[family]('7');
    const other = SIGNERS[family]('8');
    const message = await challenge(ann, address);
    const refuse = async (key: string, body: object, what: string) => {
      const { status, body: answer } = await post(key, body);
      assert.deepEqual([status, answer.error], [400, 'validation_failed'], what);
    };
    await refuse(ann, { address, proof: await other.sign(message) }, 'another key');
    await refuse(ann, { address: other.address, proof: await sign(message) }, 'another wallet');
    await refuse(ben, { address, proof: await sign(message) }, 'another owner');
    await refuse(
      ann,
      { address, proof: await sign(message.replace('Service:', 'Service: https://else')) },
      'service',
    );
    await refuse(ann, { address, proof: 'nonsense' }, 'no signature');
    await refuse(ann, { address, proof: `0x${'0'.repeat(130)}` }, 'zeros');
    await refuse(ann, { address, proof: await sign(message), challenge: true }, 'both');
    await refuse(ann, { address, challenge: false }, 'challenge false');
    pass(600_000);
    await refuse(ann, { address, proof: await sign(message) }, 'too late');
    assert.deepEqual(await list(ann), []);
    const fresh = await challenge(ann, address);
    assert.notEqual(fresh, message);
    assert.equal((await post(ann, { address, proof: await sign(fresh) })).status, 200);
  });
}

test('the signature of a text by another implementation is read (web3.js documents it)', () => {
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c';
  const signer = '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23';
  const { isSignedBy } = getFamily('evm');
  assert.equal(isSignedBy?.(signer, 'Some data', signature), true);
  assert.equal(isSignedBy?.(signer, 'Some data', signature.slice(2).toUpperCase()), true);
  assert.equal(isSignedBy?.(signer, 'Some data.', signature), false);
});
